/** RFC 7541 Appendix B in canonical order. */
import { useFunctions } from "../../inspector/inspector";
import { hex } from "../../ui/figures";
import { S } from "../marked";
import { canonical, EOS, symbolOf } from "../widgets/code-tree/code";
import { SearchTable } from "./search-table";

/** The code in bytes, the last one not full, as the RFC groups it. */
function grouped(code: string): string {
  return code.replaceAll(/.{8}(?=.)/g, "$& ");
}

export function CodeTable({ row }: { row: string | null }) {
  const codes = useFunctions((core) => core.appendices().huffmanCode);
  if (codes === null) return null;
  const lines = canonical(codes).map(({ symbol, shown, code }) => {
    const character = symbolOf({ shown });
    const byte = symbol === EOS ? "–" : hex(symbol);
    const value = Number.parseInt(code, 2).toString(16);
    const cells = [
      <code key="character">{character}</code>,
      <code key="byte">{byte}</code>,
      <code key="code">{grouped(code)}</code>,
      <code key="value">{value}</code>,
      code.length,
    ];
    const text = `${symbol} ${character} ${byte} ${code} ${value} ${code.length} bits`;
    return { id: String(symbol), shown: String(symbol), text, cells };
  });
  return (
    <>
      <p>
        The Huffman code of all 256 bytes and EOS <S at="B" />, in canonical order. The code counts up within a length,
        in byte order, and the next length starts at (last + 1), shifted left once for each bit that the codes grow:
        after <code>01001</code>, the last code of five bits, comes <code>010100</code>. So the lengths alone give all
        codes.
      </p>
      <p>
        To decode by hand, take five bits and look them up; if no code of five bits is equal to them, take another bit.
        No code is the beginning of another.
      </p>
      <SearchTable
        page="codes"
        name="Code table"
        columns={["number", "character", "byte", "code", "code in hex", "bits"]}
        lines={lines}
        row={row}
      />
    </>
  );
}
