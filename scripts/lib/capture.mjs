/** Captures as files: packets of TCP connections, written as they come. */
import { closeSync, openSync, writeSync } from "node:fs";

const RECORD = 16;
const ETHERNET = 14;
const IPV4 = 20;
const TCP = 32;
const HEADERS = ETHERNET + IPV4 + TCP;
const SEGMENT = 1448;
const BUFFER = 4 << 20;

const FLAGS = { fin: 1, syn: 2, push: 8, ack: 16 };

/**
 * Adds 16-bit words as the checksums of IP and TCP do, in the order of bytes of this machine.
 * @param {Uint16Array} words
 * @param {number} from @param {number} to
 */
function sum(words, from, to) {
  let total = 0;
  for (let at = from; at < to; at++) total += words[at] ?? 0;
  return total;
}

/** @param {number} total */
function fold(total) {
  let folded = total;
  while (folded > 0xffff) folded = (folded % 0x10000) + Math.floor(folded / 0x10000);
  return 0xffff - folded;
}

/** A pcap file of Ethernet packets. */
export class Pcap {
  /** @param {string} path */
  constructor(path) {
    this.file = openSync(path, "w");
    this.buffer = Buffer.alloc(BUFFER);
    this.used = 0;
    /** Bytes written. */
    this.size = 0;
    this.nanos = 1_700_000_000_000_000_000n;
    this.scratch = Buffer.alloc(2048);
    this.words = new Uint16Array(this.scratch.buffer, this.scratch.byteOffset, 1024);
    const header = Buffer.alloc(24);
    header.writeUInt32LE(0xa1b23c4d, 0);
    header.writeUInt16LE(2, 4);
    header.writeUInt16LE(4, 6);
    header.writeUInt32LE(262_144, 16);
    header.writeUInt32LE(1, 20);
    this.write(header);
  }

  /** @param {Buffer} bytes */
  write(bytes) {
    if (this.used + bytes.length > BUFFER) this.flush();
    bytes.copy(this.buffer, this.used);
    this.used += bytes.length;
    this.size += bytes.length;
  }

  flush() {
    writeSync(this.file, this.buffer, 0, this.used);
    this.used = 0;
  }

  close() {
    this.flush();
    closeSync(this.file);
  }

  /**
   * One packet.
   * @param {End} from @param {End} to @param {number} flags @param {Buffer} payload
   */
  packet(from, to, flags, payload) {
    const packet = this.scratch;
    packet.fill(0, 0, RECORD + HEADERS);
    const length = HEADERS + payload.length;
    this.nanos += 2000n;
    packet.writeUInt32LE(Number(this.nanos / 1_000_000_000n), 0);
    packet.writeUInt32LE(Number(this.nanos % 1_000_000_000n), 4);
    packet.writeUInt32LE(length, 8);
    packet.writeUInt32LE(length, 12);
    packet.writeUInt16BE(0x0800, RECORD + 12);
    const ip = RECORD + ETHERNET;
    packet[ip] = 0x45;
    packet.writeUInt16BE(length - ETHERNET, ip + 2);
    packet[ip + 6] = 0x40;
    packet[ip + 8] = 64;
    packet[ip + 9] = 6;
    packet.writeUInt32BE(from.address, ip + 12);
    packet.writeUInt32BE(to.address, ip + 16);
    this.words[(ip + 10) / 2] = fold(sum(this.words, ip / 2, (ip + IPV4) / 2));
    const tcp = ip + IPV4;
    packet.writeUInt16BE(from.port, tcp);
    packet.writeUInt16BE(to.port, tcp + 2);
    packet.writeUInt32BE(from.sent, tcp + 4);
    packet.writeUInt32BE(flags & FLAGS.ack ? to.sent : 0, tcp + 8);
    packet[tcp + 12] = (TCP / 4) << 4;
    packet[tcp + 13] = flags;
    packet.writeUInt16BE(0xffff, tcp + 14);
    // No-operation twice and a time stamp, as most systems have them.
    packet.writeUInt32BE(0x0101080a, tcp + 20);
    payload.copy(packet, tcp + TCP);
    packet[tcp + TCP + payload.length] = 0;
    const pseudo = sum(this.words, (ip + 12) / 2, (ip + IPV4) / 2) + swap(6) + swap(TCP + payload.length);
    const end = Math.ceil((tcp + TCP + payload.length) / 2);
    this.words[(tcp + 16) / 2] = fold(pseudo + sum(this.words, tcp / 2, end));
    this.write(packet.subarray(0, RECORD + length));
    const counted = payload.length + (flags & (FLAGS.syn | FLAGS.fin) ? 1 : 0);
    from.sent = (from.sent + counted) % 0x1_0000_0000;
  }
}

/** A word of the network in the order of bytes that sums are made in. @param {number} word */
function swap(word) {
  const buffer = new ArrayBuffer(2);
  new DataView(buffer).setUint16(0, word);
  return new Uint16Array(buffer)[0] ?? 0;
}

/** @typedef {{ address: number, port: number, sent: number }} End */

const NOTHING = Buffer.alloc(0);

/** A TCP connection whose packets go into a file. */
export class Tcp {
  /** @param {Pcap} file @param {End} client @param {End} server */
  constructor(file, client, server) {
    this.file = file;
    this.client = client;
    this.server = server;
    file.packet(client, server, FLAGS.syn, NOTHING);
    file.packet(server, client, FLAGS.syn | FLAGS.ack, NOTHING);
    file.packet(client, server, FLAGS.ack, NOTHING);
  }

  /**
   * Bytes of one side in segments, acknowledged every other one.
   * @param {boolean} byClient @param {Buffer} bytes
   */
  send(byClient, bytes) {
    const [from, to] = byClient ? [this.client, this.server] : [this.server, this.client];
    let number = 0;
    for (let at = 0; at < bytes.length; at += SEGMENT) {
      const last = at + SEGMENT >= bytes.length;
      const flags = last ? FLAGS.push | FLAGS.ack : FLAGS.ack;
      this.file.packet(from, to, flags, bytes.subarray(at, at + SEGMENT));
      if (++number % 2 === 0) this.file.packet(to, from, FLAGS.ack, NOTHING);
    }
  }

  close() {
    this.file.packet(this.client, this.server, FLAGS.fin | FLAGS.ack, NOTHING);
    this.file.packet(this.server, this.client, FLAGS.fin | FLAGS.ack, NOTHING);
    this.file.packet(this.client, this.server, FLAGS.ack, NOTHING);
  }
}
