-- Wireshark's menu entries “Open in HPACK Inspector”. docs/wireshark.md says how to install it.

local PROGRAM = os.getenv("HPACK_INSPECT") or "hpack-inspect"

-- A script cannot learn the path of the open file, so its packets are written
-- to another one. All of them, so that they keep their numbers.
local function write_packets(path)
  local dumper
  local tap = Listener.new("frame")
  function tap.packet()
    dumper = dumper or Dumper.new_for_current(path)
    dumper:dump_current()
  end
  return function()
    tap:remove()
    if dumper then
      dumper:close()
    end
    return dumper ~= nil
  end
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- A command for the shell that shows `path` until its standard input ends,
-- which it does with Wireshark, and then removes it. No header block may end in
-- the packet; the capture is then shown from its start.
local function command(path, packet, keylog)
  local view = quote(PROGRAM) .. " view"
  if keylog and keylog ~= "" then
    view = view .. " --keylog " .. quote(keylog)
  end
  local whole = view .. " " .. quote(path) .. " & shown=$!; "
  if packet then
    local one = view .. " --packet " .. packet .. " " .. quote(path) .. " & shown=$!; "
    whole = one .. "sleep 2; kill -0 $shown || { " .. whole .. "}; "
  end
  return whole .. "read end; kill $shown; rm -f " .. quote(path)
end

-- What is shown. A handle that is collected would close its pipe.
local shown = {}

local function open(packet)
  local path = os.tmpname()
  local finish = write_packets(path)
  retap_packets()
  if not finish() then
    os.remove(path)
    report_failure("There are no packets to open in HPACK Inspector.")
    return
  end
  local _, keylog = pcall(get_preference, "tls.keylog_file")
  shown[#shown + 1] = io.popen(command(path, packet, keylog), "w")
end

if gui_enabled() then
  register_menu("Open in HPACK Inspector", function() open() end, MENU_TOOLS_UNSORTED)
end
-- Wireshark 4.2 and later.
if gui_enabled() and register_packet_menu then
  register_packet_menu("Open in HPACK Inspector", function(...)
    local packet
    for _, field in ipairs({ ... }) do
      if field.name == "frame.number" then
        packet = field.value
      end
    end
    open(packet)
  end, "http2.header")
end

return { command = command, write_packets = write_packets }
