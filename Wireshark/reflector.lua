-- Bluetooth Channel Sounding in Wireshark 4.0 and later, where Wireshark itself does not know it:
--   csstep  the records of the interface "cs-steps" (link type USER0), one a CS step
--   csras   the values of the Ranging Service
--   cs63    what Core 6.1 to 6.3 added to control PDUs and HCI packets, beside Wireshark's own fields
-- The layout of the records is in docs/captures.md of reflector. "reflector wireshark install" puts this file in place.

set_plugin_info({
  version = "1.0",
  description = "Bluetooth Channel Sounding: steps, Ranging Service and Core 6.3",
  author = "reflector",
  repository = "",
})

-- Small tools -------------------------------------------------------------------------------------------------

local unpack = table.unpack or unpack
-- Lua 5.2 and 5.4 name it differently.
local arctangent = math.atan2 or math.atan

-- What a frame leaves dies with it, which the generations of Lua 5.4 are made for. Those of 5.2 let the heap grow: it
-- goes through the whole heap, soon after the last time, since what waits for its finalizer counts as alive.
if _VERSION == "Lua 5.2" then
  collectgarbage("setpause", 130)
  collectgarbage("setstepmul", 1000)
else
  collectgarbage("generational")
end

local byte, format, sub, unpack_octets = string.byte, string.format, string.sub, Struct.unpack
-- What is called in each frame: to look a method up by its name costs as much as to call it.
local octets_of, add, add_le, is_referenced = Tvb.raw, TreeItem.add, TreeItem.add_le, TreeItem.referenced

local function degrees(i, q) return arctangent(q, i) * 180 / math.pi end

local function bit_of(value, bit) return math.floor(value / 2 ^ bit) % 2 == 1 end

local function low_bits(value, count) return value % 2 ^ count end

-- A number whose lowest "count" bits are two's complement.
local function signed(value, count)
  value = low_bits(value, count)
  return value >= 2 ^ (count - 1) and value - 2 ^ count or value
end

local function names_in(value, names)
  local found = {}
  for bit = 0, 31 do
    if names[bit] and bit_of(value, bit) then found[#found + 1] = names[bit] end
  end
  return #found > 0 and table.concat(found, ", ") or "none"
end

-- Makes the fields of a protocol reachable by the last part of their names.
local function declare(proto, list)
  local fields = {}
  for _, entry in ipairs(list) do
    local kind, key = entry[1], entry[2]
    fields[key] = ProtoField[kind](proto.name:lower() .. "." .. key, unpack(entry, 3))
  end
  proto.fields = fields
  return fields
end

-- Before 4.6, the protocol hierarchy counts the protocols in the tree, but "referenced" does not tell that it asks.
local major, minor = get_version():match("^(%d+)%.(%d+)")
local HIERARCHY_IS_SILENT = 100 * major + minor < 406

-- Stands for a tree where nobody asks for the fields.
local NOWHERE = {}
for _, name in ipairs({ "add", "add_le", "append_text", "set_generated", "set_text" }) do
  NOWHERE[name] = function() return NOWHERE end
end

local T_FCS = { [0] = 15, 20, 30, 40, 50, 60, 80, 100, 120, 150 }
local T_IP = { [0] = 10, 20, 30, 40, 50, 60, 80, 145 }
local T_PM = { [0] = 10, 20, 40 }

-- The times of a capability's bits, with the mandatory last one.
local function times(bits, list)
  local found = {}
  for index = 0, #list do
    if index == #list or bit_of(bits, index) then found[#found + 1] = tostring(list[index]) end
  end
  return table.concat(found, ", ") .. " us"
end

local QUALITY = { [0] = "high", "medium", "low", "not available" }
local EXTENSION = { [0] = "not the extension slot", "extension slot, no tone expected", "extension slot, tone expected" }
local PACKET = { [0] = "access address found", "found with bit errors", "not found", [15] = "not sent" }
local ROLE = { initiator = "Initiator", reflector = "Reflector" }
local RTT = {
  [0] = "access address only", "32-bit sounding", "96-bit sounding", "32-bit random", "64-bit random",
  "96-bit random", "128-bit random",
}
local PHY = { "LE 1M", "LE 2M", "LE 2M 2BT" }

-- csstep ------------------------------------------------------------------------------------------------------

local step = Proto("csstep", "Bluetooth Channel Sounding Step")
-- Tells whether anybody asks for the protocol or one of its fields.
local step_handle
-- Whether the frame at hand is a step, with which no other part has anything to do.
local is_step_frame = false

local function end_fields(list, role)
  local function add(kind, key, name, ...) list[#list + 1] = { kind, role .. "." .. key, name, ... } end
  add("bool", "takes_part", "Takes part", 8, nil, 0x01)
  add("bool", "sends_packet", "Sends a CS_SYNC", 8, nil, 0x02)
  add("bool", "sends_tones", "Sends tones", 8, nil, 0x04)
  add("bool", "sends_extension", "Sends in the extension slot", 8, nil, 0x08)
  add("bool", "expects_extension", "Expects a tone in the extension slot", 8, nil, 0x10)
  add("bool", "hears_packet", "Finds the CS_SYNC", 8, nil, 0x20)
  add("bool", "hears_tones", "Hears the tones", 8, nil, 0x40)
  add("uint8", "mode", "Mode", base.DEC)
  add("uint8", "channel", "Channel", base.DEC)
  add("uint8", "permutation", "Antenna permutation", base.DEC)
  add("uint8", "packet_quality", "Packet quality", base.DEC, PACKET, 0x0F)
  add("uint8", "bit_errors", "Bit errors", base.DEC, nil, 0xF0)
  add("uint8", "nadm", "NADM", base.DEC)
  add("int8", "rssi", "RSSI (dBm)", base.DEC)
  add("uint8", "packet_antenna", "Packet antenna", base.DEC)
  add("double", "clock", "Clock (ppm)")
  add("double", "frequency_offset", "Frequency offset of mode-0 (ppm)")
  add("double", "round_trip", role == "initiator" and "ToA - ToD (ns)" or "ToD - ToA (ns)")
  add("double", "t_fcs_kept", "T_FCS kept (us)")
  add("double", "packet_start", "CS_SYNC from (us)")
  add("double", "packet_end", "CS_SYNC to (us)")
  add("double", "tone_start", "Tones from (us)")
  add("double", "tone_end", "Tones to (us)")
  add("uint32", "packet_address", "Access address sent", base.HEX)
  add("uint8", "slot", "Slot", base.DEC)
  add("int16", "i", "I", base.DEC)
  add("int16", "q", "Q", base.DEC)
  add("double", "phase", "Phase (degrees)")
  add("uint8", "quality", "Tone quality", base.DEC, QUALITY, 0x0F)
  add("uint8", "extension", "Extension slot", base.DEC, EXTENSION, 0xF0)
  add("uint8", "path", "Antenna path", base.DEC, nil, 0x0F)
  add("uint8", "antenna", "Antenna", base.DEC, nil, 0xF0)
end

local step_list = {
  { "string", "magic", "Magic" },
  { "uint8", "version", "Version", base.DEC },
  { "uint8", "kind", "Kind", base.DEC, { [1] = "step" } },
  { "uint16", "length", "Length", base.DEC },
  { "uint64", "subevent_start", "Subevent begins (ps)", base.DEC },
  { "uint64", "start", "Step begins (ps)", base.DEC },
  { "uint32", "access_address", "Access address of the link", base.HEX },
  { "uint16", "procedure", "Procedure counter", base.DEC },
  { "uint16", "subevent", "Subevent of the procedure, from 0", base.DEC },
  { "uint8", "config_id", "Configuration", base.DEC },
  { "uint8", "aci", "Antenna configuration", base.DEC },
  { "uint16", "index", "Step of the subevent, from 0", base.DEC },
  { "uint16", "count", "Steps of the subevent", base.DEC },
  { "uint16", "counter", "Step counter", base.DEC },
  { "uint8", "mode", "Mode", base.DEC },
  { "uint8", "channel", "Channel", base.DEC },
  { "uint16", "frequency", "Frequency (MHz)", base.DEC },
  { "bool", "inline_pct", "Inline PCT", 8, nil, 0x01 },
  { "bool", "shared", "Both ends in the same step", 8, nil, 0x02 },
  { "bool", "last", "Last of the procedure", 8, nil, 0x04 },
  { "uint8", "paths", "Antenna paths", base.DEC },
  { "uint8", "rtt_type", "RTT type", base.DEC, RTT },
  { "uint8", "phy", "CS_SYNC PHY", base.DEC, PHY },
  { "uint8", "t_sw", "T_SW (us)", base.DEC },
  { "uint8", "t_pm", "T_PM (us)", base.DEC },
  { "uint16", "t_fcs", "T_FCS agreed (us)", base.DEC },
  { "uint16", "t_ip1", "T_IP1 agreed (us)", base.DEC },
  { "uint16", "t_ip2", "T_IP2 agreed (us)", base.DEC },
  { "double", "t_fcs_kept", "T_FCS kept, the shorter of both (us)" },
  { "double", "t_ip1_kept", "T_IP1 kept, with the flight (us)" },
  { "double", "t_ip2_kept", "T_IP2 kept, with the flight (us)" },
  { "double", "slip", "Reflector late by (ns)" },
  { "bytes", "further", "Octets of a later version" },
}
end_fields(step_list, "initiator")
end_fields(step_list, "reflector")
local S = declare(step, step_list)

local E_SHORT = ProtoExpert.new("csstep.t_fcs_short", "T_FCS shorter than agreed", expert.group.PROTOCOL, expert.severity.WARN)
local E_LONG = ProtoExpert.new("csstep.t_fcs_long", "T_FCS longer than agreed", expert.group.PROTOCOL, expert.severity.NOTE)
local E_IP = ProtoExpert.new("csstep.t_ip_off", "T_IP not as agreed", expert.group.PROTOCOL, expert.severity.WARN)
local E_DEAF = ProtoExpert.new("csstep.nothing_heard", "An end heard nothing", expert.group.RESPONSE_CODE, expert.severity.WARN)
local E_APART = ProtoExpert.new("csstep.apart", "The ends are in different steps", expert.group.SEQUENCE, expert.severity.WARN)
local E_LATER = ProtoExpert.new("csstep.later_version", "Record of a later version", expert.group.UNDECODED, expert.severity.NOTE)
local E_BROKEN = ProtoExpert.new("csstep.broken", "Record cut short or of another kind", expert.group.MALFORMED, expert.severity.ERROR)
step.experts = { E_SHORT, E_LONG, E_IP, E_DEAF, E_APART, E_LATER, E_BROKEN }

-- How far from the agreed one a time may be before it is remarked on, in us.
local TOLERANCE = 1.0
local COMMON = 68
local FIXED = 40

-- Makes places of keys, offsets and octets. A fourth entry names what was read: where it is nil or false the field
-- is left out, and where it is a number that is shown in place of the octets.
local function places(prefix, list)
  local found = {}
  for index, entry in ipairs(list) do
    found[index] = { field = S[prefix .. entry[1]], at = entry[2], octets = entry[3], reading = entry[4] }
  end
  return found
end

local COMMON_PLACES = places("", {
  { "magic", 0, 4 }, { "version", 4, 1 }, { "kind", 5, 1 }, { "length", 6, 2 }, { "subevent_start", 8, 8 },
  { "start", 16, 8 }, { "access_address", 24, 4 }, { "procedure", 28, 2 }, { "subevent", 30, 2 },
  { "config_id", 32, 1 }, { "aci", 33, 1 }, { "index", 34, 2 }, { "count", 36, 2 }, { "counter", 38, 2 },
  { "mode", 40, 1 }, { "channel", 41, 1 }, { "frequency", 42, 2 }, { "inline_pct", 44, 1 }, { "shared", 44, 1 },
  { "last", 44, 1 }, { "paths", 45, 1 }, { "rtt_type", 46, 1 }, { "phy", 47, 1 }, { "t_sw", 48, 1 },
  { "t_pm", 49, 1 }, { "t_fcs", 52, 2 }, { "t_ip1", 54, 2 }, { "t_ip2", 56, 2 },
})
local T_IP_PLACES = { places("", { { "t_ip1_kept", 60, 4, "kept" } }), places("", { { "t_ip2_kept", 60, 4, "kept" } }) }
local SLIP_PLACES = places("", { { "slip", 64, 4, "slip" } })

-- What an end has always, what it has in a step that there is, and what each of its tone slots has.
local FLAG_PLACES, END_PLACES, TONE_PLACES = {}, {}, {}
for role in pairs(ROLE) do
  FLAG_PLACES[role] = places(role .. ".", {
    { "takes_part", 1, 1 }, { "sends_packet", 1, 1 }, { "sends_tones", 1, 1 }, { "sends_extension", 1, 1 },
    { "expects_extension", 1, 1 }, { "hears_packet", 1, 1 }, { "hears_tones", 1, 1 },
  })
  END_PLACES[role] = places(role .. ".", {
    { "mode", 2, 1 }, { "channel", 3, 1 }, { "permutation", 4, 1, "has_tones" },
    { "packet_quality", 5, 1, "has_packet" }, { "bit_errors", 5, 1, "has_errors" }, { "rssi", 7, 1, "has_rssi" },
    { "packet_antenna", 8, 1, "has_packet" }, { "nadm", 6, 1, "has_nadm" },
    { "clock", 10, 2, "clock" }, { "frequency_offset", 12, 2, "frequency_offset" }, { "round_trip", 14, 2, "round_trip" },
    { "t_fcs_kept", 16, 4, "t_fcs_kept" }, { "packet_start", 20, 4, "packet_start" },
    { "packet_end", 24, 4, "packet_end" }, { "tone_start", 28, 4, "tone_start" }, { "tone_end", 32, 4, "tone_end" },
    { "packet_address", 36, 4, "sends_packet" },
  })
  TONE_PLACES[role] = places(role .. ".", {
    { "i", 0, 2 }, { "q", 2, 2 }, { "phase", 4, 2, "phase" }, { "quality", 6, 1 }, { "extension", 6, 1 },
    { "path", 7, 1 }, { "antenna", 7, 1 },
  })
end

-- A signed number of two octets.
local function word(record, at)
  local low, high = byte(record, at + 1, at + 2)
  return low + 256 * high - (high >= 128 and 65536 or 0)
end

local NO_SPAN = -2147483648

-- A span of picoseconds in "unit" picoseconds; nil where there is none.
local function span(record, at, unit)
  local value = unpack_octets("<i4", record, at + 1)
  return value ~= NO_SPAN and value / unit or nil
end

-- Those of the places that somebody asks for: all of them where the tree is seen, else the ones that a filter, a
-- column or a tap names. To ask costs a tenth of what it costs to add.
local function asked_for(tree, list)
  if tree.visible then return list end
  local found = {}
  for _, place in ipairs(list) do
    if is_referenced(tree, place.field) then found[#found + 1] = place end
  end
  return found
end

-- Adds the fields of places; neighbours at the same octets share a range.
local function add_places(tree, tvb, start, list, readings)
  local range, at, octets
  for _, place in ipairs(list) do
    local reading = true
    if place.reading then reading = readings[place.reading] end
    if reading then
      if place.at ~= at or place.octets ~= octets then
        at, octets = place.at, place.octets
        range = tvb(start + at, octets)
      end
      if reading == true then add_le(tree, place.field, range) else add_le(tree, place.field, range, reading) end
    end
  end
end

-- What is read of a step, kept from one to the next so that a step that nobody looks at leaves little garbage.
local seen = { first = { role = "initiator" }, second = { role = "reflector" } }

-- What the remarks and the line of the packet list need of an end: octets 1, 2, 9 and 16.
local function read_end(record, found, at, length)
  local flags, mode, slots, kept = unpack_octets("<BBxxxxxxBxxxxxxi4", record, at + 2)
  found.at, found.length, found.flags = at, length, flags
  found.takes_part, found.hears_packet, found.hears_tones = flags % 2 == 1, flags % 64 >= 32, flags % 128 >= 64
  found.has_step = mode ~= 0xFF
  found.t_fcs_kept, found.slots = nil, 0
  if found.has_step then
    if kept ~= NO_SPAN then found.t_fcs_kept = kept / 1e6 end
    found.slots = FIXED + 8 * slots <= length and slots or math.floor((length - FIXED) / 8)
  end
end

-- In degrees.
local function phase(record, found, slot) return word(record, found.at + FIXED + 8 * slot + 4) * 360 / 65536 end

-- The rest of an end, for its fields.
local function read_further(record, found, mode)
  local quality, nadm, rssi = byte(record, found.at + 6, found.at + 8)
  local clock, offset, time = word(record, found.at + 10), word(record, found.at + 12), word(record, found.at + 14)
  found.has_tones, found.sends_packet = mode >= 2, bit_of(found.flags, 1)
  found.has_packet, found.has_nadm = quality ~= 0xFF, nadm ~= 0xFF
  found.has_errors, found.has_rssi = found.has_packet and quality % 16 == 1, found.has_packet and rssi ~= 127
  found.clock = clock ~= -32768 and clock / 100
  found.frequency_offset = offset ~= -32768 and offset / 100
  found.round_trip = time ~= -32768 and time / 2
  found.packet_start, found.packet_end = span(record, found.at + 20, 1e6), span(record, found.at + 24, 1e6)
  found.tone_start, found.tone_end = span(record, found.at + 28, 1e6), span(record, found.at + 32, 1e6)
end

local function tone_text(record, at, slot, degree)
  local quality, place = byte(record, at + 7, at + 8)
  return format("Slot %d, path %d, antenna %d: I %d, Q %d, %.1f degrees, quality %s", slot, place % 16,
    math.floor(place / 16), word(record, at), word(record, at + 2), degree, QUALITY[quality % 16] or "reserved")
end

local function add_tones(tree, tvb, record, found)
  local is_visible, list, slot_field = tree.visible, asked_for(tree, TONE_PLACES[found.role]), S[found.role .. ".slot"]
  local has_slot = tree:referenced(slot_field)
  if not has_slot and #list == 0 then return end
  for slot = 0, found.slots - 1 do
    local at, branch = found.at + FIXED + 8 * slot, tree
    local reading = { phase = phase(record, found, slot) }
    if is_visible then branch = tree:add(tvb(at, 8), tone_text(record, at, slot, reading.phase)) end
    if has_slot then branch:add(slot_field, slot):set_generated() end
    add_places(branch, tvb, at, list, reading)
  end
end

-- Adds what an end did; gives its item.
local function add_end(tree, tvb, record, found, mode)
  local branch = tree.visible and tree:add(tvb(found.at, found.length), ROLE[found.role]) or tree
  add_places(branch, tvb, found.at, asked_for(tree, FLAG_PLACES[found.role]))
  if found.has_step then
    read_further(record, found, mode)
    add_places(branch, tvb, found.at, asked_for(tree, END_PLACES[found.role]), found)
    add_tones(branch, tvb, record, found)
  end
  if tree.visible then
    branch:append_text(not found.has_step and ": no such step" or found.takes_part and "" or ": takes no part")
  end
  return branch
end

-- Says what is wrong with the silence that an end kept before the step.
local function judge_t_fcs(item, found, agreed)
  local kept = found.t_fcs_kept
  if not kept or kept >= agreed - TOLERANCE and kept <= agreed + TOLERANCE then return end
  item:add_proto_expert_info(kept < agreed and E_SHORT or E_LONG,
    format("The %s kept a T_FCS of %.2f us; %d us were agreed", found.role, kept, agreed))
end

-- Says so if an end heard nothing of what it waited for.
local function judge_hearing(item, found, mode)
  if not found.takes_part then return end
  if mode ~= 2 and not found.hears_packet then
    item:add_proto_expert_info(E_DEAF, "The " .. found.role .. " found no CS_SYNC")
  elseif mode >= 2 and not found.hears_tones then
    item:add_proto_expert_info(E_DEAF, "The " .. found.role .. " heard no tone")
  end
end

local function judge_t_ip(tree, number, kept, agreed)
  if not kept or kept >= agreed - TOLERANCE and kept <= agreed + TOLERANCE then return end
  tree:add_proto_expert_info(E_IP, format("T_IP%d was %.2f us; %d us were agreed", number, kept, agreed))
end

-- Texts that come again and again, by what they are made of: to format the line of a step would be half its cost.
local function texts(make)
  return setmetatable({}, { __index = function(known, key)
    known[key] = make(key)
    return known[key]
  end })
end

-- The text of a phase by its octets as a number.
local DEGREES = texts(function(octets) return format("%.0f", signed(octets, 16) * 360 / 65536) end)

-- The phases of both ends in "count" slots, from the places of their tones on.
local function phases_text(record, count, at, other_at, other_slots)
  if count < 1 then return "" end
  local text = "  phases"
  for slot = 1, count do
    local low, high = byte(record, at + 5, at + 6)
    local other_low, other_high = 0, 0
    if slot <= other_slots then other_low, other_high = byte(record, other_at + 5, other_at + 6) end
    text = text .. " " .. DEGREES[low + 256 * high] .. "/" .. DEGREES[other_low + 256 * other_high]
    at, other_at = at + 8, other_at + 8
  end
  return text .. " deg"
end

local function hearing_text(first, second, mode)
  local i = mode ~= 2 and first.hears_packet or mode >= 2 and first.hears_tones
  local r = mode ~= 2 and second.hears_packet or mode >= 2 and second.hears_tones
  if i and r then return "" end
  if not i and not r then return "  [neither end heard the other]" end
  return i and "  [reflector heard nothing]" or "  [initiator heard nothing]"
end

-- Finds both ends of a record, and where they end; false if it is too short for them.
local function read_ends(record)
  local first_length = byte(record, COMMON + 1)
  if first_length < FIXED or #record < COMMON + first_length + FIXED then return false end
  local second_start = COMMON + first_length
  local second_length = byte(record, second_start + 1)
  if second_length < FIXED or #record < second_start + second_length then return false end
  read_end(record, seen.first, COMMON, first_length)
  read_end(record, seen.second, second_start, second_length)
  return second_start + second_length
end

local WHERE, WHAT = "procedure %d.%d  step %d of %d", "mode-%d  channel %d, %d MHz"
local LINE, LABEL = WHERE .. "  " .. WHAT, ": " .. WHERE .. ", " .. WHAT
local KEPT = "  T_FCS %.1f of %d us"
local KEPT_LINE = LINE .. KEPT

-- Dissects a record that is long enough for its common part; its fields only if somebody asks for one.
local function dissect_step(tvb, cols, record, tree, is_asked)
  -- Octets 28, 34, 40, 52 and 60.
  local procedure, subevent, index, count, mode, channel, megahertz, flags, agreed, t_ip1, t_ip2, t_ip_kept =
    unpack_octets("<I2I2xxI2I2xxBBI2BxxxxxxxI2I2I2xxi4", record, 29)
  local first, second, t_ip = seen.first, seen.second, mode < 2 and 1 or 2
  t_ip_kept = t_ip_kept ~= NO_SPAN and t_ip_kept / 1e6 or nil
  if is_asked then
    add_places(tree, tvb, 0, asked_for(tree, COMMON_PLACES))
    add_places(tree, tvb, 0, asked_for(tree, T_IP_PLACES[t_ip]), { kept = t_ip_kept })
  end
  judge_t_ip(tree, t_ip, t_ip_kept, t_ip == 1 and t_ip1 or t_ip2)
  if is_asked then add_places(tree, tvb, 0, asked_for(tree, SLIP_PLACES), { slip = span(record, 64, 1e3) }) end
  local used = read_ends(record)
  if not used then return false end
  local first_item = is_asked and add_end(tree, tvb, record, first, mode) or tree
  local second_item = is_asked and add_end(tree, tvb, record, second, mode) or tree
  local kept = first.t_fcs_kept
  if not kept or second.t_fcs_kept and second.t_fcs_kept < kept then kept = second.t_fcs_kept end
  if is_asked and kept then tree:add(S.t_fcs_kept, kept):set_generated() end
  judge_t_fcs(first_item, first, agreed)
  judge_t_fcs(second_item, second, agreed)
  judge_hearing(first_item, first, mode)
  judge_hearing(second_item, second, mode)
  local is_shared = flags % 4 >= 2
  if not is_shared then
    tree:add_proto_expert_info(E_APART, "The ends are in different steps: another mode or another channel")
  end
  if is_asked and #record > used then tree:add(S.further, tvb(used)) end
  cols.info = format(kept and KEPT_LINE or LINE, procedure, subevent, index, count, mode, channel, megahertz, kept, agreed)
    .. phases_text(record, first.slots - 1, first.at + FIXED, second.at + FIXED, second.slots)
    .. (is_shared and hearing_text(first, second, mode) or "  [ends apart]")
  if is_asked then
    tree:append_text(format(LABEL, procedure, subevent, index, count, mode, channel, megahertz))
  end
  return true
end

-- The parts of the line, by what they show: the procedure below the subevent, the mode below the channel and the
-- frequency, and the T_FCS as negotiated below the tenths of the one that was kept.
local WHERES = texts(function(key) return format("procedure %d.%d  step ", key % 65536, math.floor(key / 65536)) end)
local NUMBERS = texts(function(number) return format("%d", number) end)
local CHANNELS = texts(function(key)
  return "  " .. format(WHAT, key % 256, math.floor(key / 256) % 256, math.floor(key / 65536))
end)
local KEPTS = texts(function(key) return format(KEPT, math.floor(key / 65536) / 10, key % 65536) end)

-- Whether an end heard what it waits for in a mode, by its flags.
local HEARD = {}
for mode = 0, 3 do
  HEARD[mode] = {}
  for flags = 0, 255 do
    HEARD[mode][flags] = (mode == 2 or bit_of(flags, 5)) and (mode < 2 or bit_of(flags, 6))
  end
end

-- A span in ps by its octets: nil where there is none, false where it is too far from a time in us.
local function near(a, b, c, d, agreed)
  if d == 128 and a + b + c == 0 then return nil end
  local kept = a + 256 * b + 65536 * c + 16777216 * d
  return d < 128 and kept >= 1e6 * (agreed - TOLERANCE) and kept <= 1e6 * (agreed + TOLERANCE) and kept
end

local function kept_text(first, second, agreed)
  local kept = first and second and first > second and second or first or second
  if not kept then return "" end
  local beyond = (kept + 50000) % 100000
  -- How half of the last digit is rounded, the library decides.
  if beyond == 0 then return format(KEPT, kept / 1e6, agreed) end
  return KEPTS[(kept + 50000 - beyond) / 100000 * 65536 + agreed]
end

-- Where an end's block ends, its slots, and the T_FCS that it kept in ps; nil if there may be something to remark on.
local function plain_end(record, at, mode, agreed)
  if #record < at + FIXED then return nil end
  local length, flags, own_mode, _, _, _, _, _, _, slots, _, _, _, _, _, _, a, b, c, d = byte(record, at + 1, at + 20)
  local kept = near(a, b, c, d, agreed)
  if kept == false or own_mode == 0xFF or not HEARD[mode][flags] then return nil end
  if length < FIXED + 8 * slots or #record < at + length then return nil end
  return at + length, slots, kept
end

-- The line of a step as "dissect_step" makes it, without a tree; nil if there may be something to remark on. It reads
-- octets as they are, since to unpack them would take a quarter of its time.
local function plain_line(record)
  if #record < COMMON + 2 * FIXED or sub(record, 1, 6) ~= "CSST\1\1" then return nil end
  -- Octets 28 to 44, and 52 to 63.
  local procedure, procedure_high, subevent, subevent_high, _, _, index, index_high, count, count_high, _, _, mode,
    channel, megahertz, megahertz_high, flags = byte(record, 29, 45)
  local agreed, agreed_high, t_ip1, t_ip1_high, t_ip2, t_ip2_high, _, _, a, b, c, d = byte(record, 53, 64)
  if mode > 3 or flags % 4 < 2 then return nil end
  agreed = agreed + 256 * agreed_high
  if near(a, b, c, d, mode < 2 and t_ip1 + 256 * t_ip1_high or t_ip2 + 256 * t_ip2_high) == false then return nil end
  local other_at, slots, kept = plain_end(record, COMMON, mode, agreed)
  if not other_at then return nil end
  local used, other_slots, other_kept = plain_end(record, other_at, mode, agreed)
  if not used then return nil end
  return WHERES[procedure + 256 * procedure_high + 65536 * subevent + 16777216 * subevent_high]
    .. NUMBERS[index + 256 * index_high] .. " of " .. NUMBERS[count + 256 * count_high]
    .. CHANNELS[mode + 256 * channel + 65536 * megahertz + 16777216 * megahertz_high]
    .. kept_text(kept, other_kept, agreed)
    .. phases_text(record, slots - 1, COMMON + FIXED, other_at + FIXED, other_slots)
end

function step.dissector(tvb, pinfo, root)
  is_step_frame = true
  local cols, record, is_asked = pinfo.cols, octets_of(tvb), is_referenced(root, step_handle)
  cols.protocol = "CS step"
  cols.src = "initiator"
  cols.dst = "reflector"
  local line = not is_asked and plain_line(record)
  if line then
    cols.info = line
    if HIERARCHY_IS_SILENT then add(root, step) end
    return #record
  end
  local tree = is_asked and add(root, step, tvb()) or add(root, step)
  local magic, version, kind
  if #record >= 8 then magic, version, kind = unpack_octets("c4BB", record) end
  if magic ~= "CSST" then
    cols.info = "no step record"
    tree:add_proto_expert_info(E_BROKEN, "The record does not begin with CSST: another tool's USER0?")
    return #record
  end
  if version > 1 then
    tree:add_proto_expert_info(E_LATER, "This dissector knows version 1; what was added since is not shown")
  end
  if kind ~= 1 or #record < COMMON + 2 * FIXED or not dissect_step(tvb, cols, record, tree, is_asked) then
    cols.info = "step record cut short, or of another kind"
    tree:add_proto_expert_info(E_BROKEN)
  end
  return #record
end

step_handle = Dissector.get("csstep")
DissectorTable.get("wtap_encap"):add(wtap_encaps and wtap_encaps.USER0 or wtap.USER0, step)

-- csras -------------------------------------------------------------------------------------------------------

local ras = Proto("csras", "Bluetooth Ranging Service")

local DONE = { [0] = "complete", "more to come", [15] = "aborted" }
local RANGING_ABORT = { [0] = "none", "by request", "too few channels", "channel map instant passed", [15] = "unspecified" }
local SUBEVENT_ABORT = { [0] = "none", "by request", "no CS_SYNC received", "scheduling conflict", [15] = "unspecified" }
local COMMANDS = { [0] = "Get Ranging Data", "ACK Ranging Data", "Retrieve Lost Ranging Data Segments", "Abort Operation", "Set Filter" }
local RESPONSES = { [0] = "Complete Ranging Data Response", "Complete Lost Ranging Data Segment Response", "Response Code" }
local CODES = {
  "Success", "Op Code Not Supported", "Invalid Parameter", "Success Persisted", "Abort Unsuccessful",
  "Procedure Not Completed", "Server Busy", "No Records Found",
}

local R = declare(ras, {
  { "uint32", "features", "RAS Features", base.HEX },
  { "bool", "features.real_time", "Real-time ranging data", 32, nil, 0x01 },
  { "bool", "features.lost_segments", "Retrieve lost segments", 32, nil, 0x02 },
  { "bool", "features.abort", "Abort operation", 32, nil, 0x04 },
  { "bool", "features.filter", "Filter ranging data", 32, nil, 0x08 },
  { "bool", "segment.first", "First segment", 8, nil, 0x01 },
  { "bool", "segment.last", "Last segment", 8, nil, 0x02 },
  { "uint8", "segment.counter", "Rolling segment counter", base.DEC, nil, 0xFC },
  { "bytes", "segment.data", "Segment of the ranging data" },
  { "framenum", "segment.frame", "Segment in frame", base.NONE },
  { "framenum", "reassembled_in", "Ranging data put together in frame", base.NONE },
  { "uint16", "counter", "Ranging counter", base.DEC },
  { "uint8", "config_id", "Configuration", base.DEC },
  { "int8", "tx_power", "Selected TX power (dBm)", base.DEC },
  { "uint8", "paths", "Antenna paths reported", base.HEX },
  { "uint16", "subevent.acl_event", "Start ACL connection event", base.DEC },
  { "double", "subevent.frequency_compensation", "Frequency compensation (ppm)" },
  { "uint8", "subevent.ranging_done", "Ranging", base.DEC, DONE, 0x0F },
  { "uint8", "subevent.done", "Subevent", base.DEC, DONE, 0xF0 },
  { "uint8", "subevent.ranging_abort", "Ranging abort reason", base.DEC, RANGING_ABORT, 0x0F },
  { "uint8", "subevent.abort", "Subevent abort reason", base.DEC, SUBEVENT_ABORT, 0xF0 },
  { "int8", "subevent.reference_power", "Reference power level (dBm)", base.DEC },
  { "uint8", "subevent.steps", "Steps reported", base.DEC },
  { "uint8", "step.mode", "Mode", base.DEC, nil, 0x03 },
  { "bool", "step.aborted", "Aborted", 8, nil, 0x80 },
  { "uint8", "step.packet_quality", "Packet quality", base.DEC, PACKET, 0x0F },
  { "uint8", "step.nadm", "NADM", base.DEC },
  { "int8", "step.rssi", "RSSI (dBm)", base.DEC },
  { "double", "step.frequency_offset", "Measured frequency offset (ppm)" },
  { "double", "step.round_trip", "Time between arrival and departure (ns)" },
  { "uint8", "step.antenna", "Packet antenna", base.DEC },
  { "bytes", "step.packet_pct", "PCT of the sounding sequence" },
  { "uint8", "step.permutation", "Antenna permutation", base.DEC },
  { "int16", "step.i", "I", base.DEC },
  { "int16", "step.q", "Q", base.DEC },
  { "double", "step.phase", "Phase (degrees)" },
  { "uint8", "step.quality", "Tone quality", base.DEC, QUALITY, 0x0F },
  { "uint8", "step.extension", "Extension slot", base.DEC, EXTENSION, 0xF0 },
  { "uint8", "cp.command", "Command", base.HEX, COMMANDS },
  { "uint8", "cp.response", "Response", base.HEX, RESPONSES },
  { "uint8", "cp.code", "Response code", base.HEX, CODES },
  { "uint8", "cp.first_segment", "First segment", base.DEC },
  { "uint8", "cp.last_segment", "Last segment (255: all that remain)", base.DEC },
  { "uint16", "cp.filter", "Filter", base.HEX },
  { "uint16", "cp.filter_mode", "Mode of the filter", base.DEC, nil, 0x0003 },
  { "uint16", "cp.filter_fields", "Fields of the filter", base.HEX, nil, 0xFFFC },
  { "uint16", "ready", "Ranging data ready", base.DEC },
  { "uint16", "overwritten", "Ranging data overwritten", base.DEC },
})

local E_GAP = ProtoExpert.new("csras.gap", "Segment missing", expert.group.SEQUENCE, expert.severity.WARN)
local E_OPAQUE = ProtoExpert.new("csras.opaque", "Ranging data not understood", expert.group.UNDECODED, expert.severity.NOTE)
local E_SHORT_VALUE = ProtoExpert.new("csras.short", "Value too short", expert.group.MALFORMED, expert.severity.ERROR)
local E_ABORTED = ProtoExpert.new("csras.aborted", "Aborted", expert.group.RESPONSE_CODE, expert.severity.NOTE)
local E_REFUSED = ProtoExpert.new("csras.refused", "Command refused", expert.group.RESPONSE_CODE, expert.severity.NOTE)
ras.experts = { E_GAP, E_OPAQUE, E_SHORT_VALUE, E_ABORTED, E_REFUSED }

local f_interface = Field.new("frame.interface_id")
local f_address = Field.new("btle.access_address")
local f_handle = Field.new("bthci_acl.chandle")
local f_opcode = Field.new("btatt.opcode")
local f_attribute = Field.new("btatt.handle")
local f_value = Field.new("btatt.value")

local function last(...)
  local count = select("#", ...)
  if count > 0 then return (select(count, ...)).value end
end

-- Tells one link on one interface from another.
local function link_key()
  return format("%s/%s/%s", tostring(last(f_interface()) or 0), tostring(last(f_address()) or ""),
    tostring(last(f_handle()) or ""))
end

-- Segments that wait for their last one, by link and characteristic; and what was put together, by frame.
local open_series, places, filters = {}, {}, {}
-- The handles of control points by link, and the frames in which Wireshark itself has handed the value over: from
-- 4.4 on it does not for a Write Command.
local control_points, handed_over = {}, {}
function ras.init() open_series, places, filters, control_points, handed_over = {}, {}, {}, {}, {} end

local EVERYTHING = { [0] = 0x3FFF, 0x3FFF, 0x3FFF, 0x3FFF }

-- The tree for the fields of the Ranging Service: none if nobody asks for one.
local function fields_of(tree)
  for _, field in pairs(R) do
    if is_referenced(tree, field) then return tree end
  end
  return NOWHERE
end

-- The fields of a step: what it is, its bit in the filter, its octets, and its slot.
local function step_fields(mode, layout)
  local list = {}
  local function add(key, bit, octets, slot) list[#list + 1] = { key = key, bit = bit, octets = octets, slot = slot } end
  if mode == 0 then
    add("packet_quality", 0, 1); add("rssi", 1, 1); add("antenna", 2, 1)
    if layout.is_initiator then add("frequency_offset", 3, 2) end
  end
  if mode == 1 or mode == 3 then
    add("packet_quality", 0, 1); add("nadm", 1, 1); add("rssi", 2, 1); add("round_trip", 3, 2); add("antenna", 4, 1)
    if layout.has_sounding then add("packet_pct", 5, 4); add("packet_pct", 6, 4) end
  end
  if mode >= 2 then
    local bit = mode == 3 and 7 or 0
    add("permutation", bit, 1)
    for slot = 0, layout.paths do add("pct", bit + 1, 3, slot); add("tone_quality", bit + 2, 1, slot) end
  end
  local wanted = {}
  for _, field in ipairs(list) do
    if bit_of(layout.filter[mode], field.bit) then wanted[#wanted + 1] = field end
  end
  return wanted
end

-- Where the subevent at a place of a body ends in a layout; nil if the body is too short for it, or a step is none.
local function end_of_subevent(body, at, layout)
  if at + 8 > #body then return nil end
  local steps = byte(body, at + 8)
  at = at + 8
  for _ = 1, steps do
    if at >= #body then return nil end
    local mode = byte(body, at + 1)
    at = at + 1
    if mode < 0x80 then
      if mode > 3 then return nil end
      at = at + layout.octets[mode]
    end
  end
  return at <= #body and at or nil
end

-- Whether a body is as long as a layout says.
local function fits(body, layout)
  local at = 4
  while at and at < #body do at = end_of_subevent(body, at, layout) end
  return at ~= nil
end

local function make_layout(is_initiator, has_sounding, paths, filter)
  local layout = { is_initiator = is_initiator, has_sounding = has_sounding, paths = paths, filter = filter }
  layout.fields, layout.octets = {}, {}
  for mode = 0, 3 do
    layout.fields[mode], layout.octets[mode] = step_fields(mode, layout), 0
    for _, field in ipairs(layout.fields[mode]) do layout.octets[mode] = layout.octets[mode] + field.octets end
  end
  return layout
end

-- The layouts that a body may be in; a filter keeps those that were made for it.
local function layouts(paths, filter)
  filter.layouts = filter.layouts or {}
  if not filter.layouts[paths] then
    filter.layouts[paths] = { make_layout(false, false, paths, filter), make_layout(false, true, paths, filter),
      make_layout(true, false, paths, filter), make_layout(true, true, paths, filter) }
  end
  return filter.layouts[paths]
end

-- The layout that a body is in. Nothing in it says who reports or which RTT type was used, so its length decides.
local function find_layout(body, paths, filter)
  for _, layout in ipairs(layouts(paths, filter)) do
    if fits(body, layout) then return layout end
  end
end

local function add_pct(tree, range)
  local word = range:le_uint()
  local i, q = signed(word, 12), signed(math.floor(word / 4096), 12)
  tree:add(R["step.i"], range, i)
  tree:add(R["step.q"], range, q)
  tree:add(R["step.phase"], range, degrees(i, q))
end

local function frequency(value)
  local low = low_bits(value, 15)
  return low ~= 0x4000 and signed(low, 15) / 100 or nil
end

-- A power in dBm; 127 stands for one that is not available.
local function add_power(tree, key, range)
  if range:int() ~= 127 then tree:add(R[key], range) end
end

local function add_step_field(tree, key, range)
  if key == "pct" then
    add_pct(tree, range)
  elseif key == "tone_quality" then
    tree:add(R["step.quality"], range)
    tree:add(R["step.extension"], range)
  elseif key == "frequency_offset" then
    local ppm = frequency(range:le_uint())
    if ppm then tree:add(R["step.frequency_offset"], range, ppm) end
  elseif key == "rssi" then
    add_power(tree, "step.rssi", range)
  elseif key == "round_trip" then
    if range:le_int() ~= -32768 then tree:add(R["step.round_trip"], range, range:le_int() / 2) end
  else
    tree:add(R["step." .. key], range)
  end
end

local function add_ras_step(tree, tvb, at, number, layout)
  local octet = tvb(at, 1):uint()
  local mode, is_aborted = octet % 4, octet >= 0x80
  local fields = is_aborted and {} or layout.fields[mode]
  local branch = tree:add(tvb(at, is_aborted and 1 or 1 + layout.octets[mode]),
    format("Step %d, mode-%d%s", number, mode, is_aborted and ", aborted" or ""))
  branch:add(R["step.mode"], tvb(at, 1))
  branch:add(R["step.aborted"], tvb(at, 1))
  at = at + 1
  for _, field in ipairs(fields) do
    add_step_field(branch, field.key, tvb(at, field.octets))
    at = at + field.octets
  end
  return at
end

local function judge_subevent(tree, body, at)
  local reasons = byte(body, at + 6)
  if reasons == 0 then return end
  tree:add_proto_expert_info(E_ABORTED, format("Ranging: %s; subevent: %s",
    RANGING_ABORT[reasons % 16] or "reserved", SUBEVENT_ABORT[math.floor(reasons / 16)] or "reserved"))
end

local function add_subevent(tree, tvb, body, at, number, layout)
  local start = at
  local branch = tree:add(tvb(at), format("Subevent %d", number))
  branch:add_le(R["subevent.acl_event"], tvb(at, 2))
  local ppm = frequency(tvb(at + 2, 2):le_uint())
  if ppm then branch:add(R["subevent.frequency_compensation"], tvb(at + 2, 2), ppm) end
  branch:add(R["subevent.ranging_done"], tvb(at + 4, 1))
  branch:add(R["subevent.done"], tvb(at + 4, 1))
  branch:add(R["subevent.ranging_abort"], tvb(at + 5, 1))
  branch:add(R["subevent.abort"], tvb(at + 5, 1))
  add_power(branch, "subevent.reference_power", tvb(at + 6, 1))
  branch:add(R["subevent.steps"], tvb(at + 7, 1))
  judge_subevent(branch, body, at)
  local steps = tvb(at + 7, 1):uint()
  at = at + 8
  for index = 0, steps - 1 do at = add_ras_step(branch, tvb, at, index, layout) end
  branch:set_len(at - start)
  return at
end

local function bits_set(value)
  local count = 0
  for bit = 0, 7 do if bit_of(value, bit) then count = count + 1 end end
  return count
end

-- A whole body: ranging header, subevents, steps.
local function add_body(tree, tvb, body, filter)
  if #body < 4 then
    tree:add_proto_expert_info(E_SHORT_VALUE, "Ranging data has a header of four octets")
    return "ranging data too short"
  end
  local branch = tree:add(ras, tvb(), "Ranging data")
  local shown = fields_of(branch)
  local low, high, _, paths = byte(body, 1, 4)
  local counter, config_id = low + 256 * (high % 16), math.floor(high / 16)
  shown:add(R.counter, tvb(0, 2), counter)
  shown:add(R.config_id, tvb(1, 1), config_id)
  add_power(shown, "tx_power", tvb(2, 1))
  shown:add(R.paths, tvb(3, 1))
  local layout = find_layout(body, bits_set(paths % 16), filter)
  local text = format("ranging data %d, configuration %d", counter, config_id)
  branch:append_text(": " .. text)
  if not layout then
    branch:add_proto_expert_info(E_OPAQUE,
      "The steps are in no layout that this dissector knows, or filtered before the capture began")
    return text
  end
  local at, count = 4, 0
  while at < #body do
    if shown == NOWHERE then
      judge_subevent(branch, body, at)
      at = end_of_subevent(body, at, layout)
    else
      at = add_subevent(branch, tvb, body, at, count, layout)
    end
    count = count + 1
  end
  return format("%s, %d subevent%s", text, count, count == 1 and "" or "s")
end

-- Takes a segment on the first pass, and notes what it belongs to.
local function take_segment(number, key, tvb)
  local header = tvb(0, 1):uint()
  local series = open_series[key]
  if bit_of(header, 0) or not series then
    series = { frames = {}, parts = {}, next = math.floor(header / 4), is_whole = bit_of(header, 0) }
    open_series[key] = series
  end
  local place = { series = series, has_gap = math.floor(header / 4) ~= series.next }
  if place.has_gap then series.is_whole = false end
  series.next = (math.floor(header / 4) + 1) % 64
  series.frames[#series.frames + 1] = number
  series.parts[#series.parts + 1] = tvb:raw(1)
  places[number] = places[number] or {}
  places[number][key] = place
  if bit_of(header, 1) then
    series.last = number
    open_series[key] = nil
    if series.is_whole then
      series.body = table.concat(series.parts)
      series.filter = filters[key:gsub("#.*", "")] or EVERYTHING
    end
    series.parts = nil
  end
end

local function dissect_data(name)
  return function(tvb, pinfo, root)
    local tree = root:add(ras, tvb(), "Bluetooth Ranging Service, " .. name)
    if tvb:len() < 1 then return 0 end
    local link = link_key()
    local key = link .. "#" .. name
    if not pinfo.visited then take_segment(pinfo.number, key, tvb) end
    local shown = fields_of(tree)
    shown:add(R["segment.first"], tvb(0, 1))
    shown:add(R["segment.last"], tvb(0, 1))
    shown:add(R["segment.counter"], tvb(0, 1))
    if tvb:len() > 1 then shown:add(R["segment.data"], tvb(1)) end
    local info = format("%s, segment %d", name, math.floor(tvb(0, 1):uint() / 4))
    local place = places[pinfo.number] and places[pinfo.number][key]
    if place and place.has_gap then tree:add_proto_expert_info(E_GAP, "A segment before this one is missing") end
    local series = place and place.series
    if series and series.last == pinfo.number and series.body then
      for _, frame in ipairs(series.frames) do shown:add(R["segment.frame"], frame):set_generated() end
      local data = ByteArray.new(series.body, true):tvb("Ranging data")
      info = info .. ", " .. add_body(root, data, series.body, series.filter)
    elseif series and series.last and series.last ~= pinfo.number then
      shown:add(R.reassembled_in, series.last):set_generated()
    end
    pinfo.cols.info:append(", " .. info)
    return tvb:len()
  end
end

local function dissect_features(tvb, pinfo, root)
  local tree = root:add(ras, tvb(), "Bluetooth Ranging Service, RAS Features")
  if tvb:len() < 4 then
    tree:add_proto_expert_info(E_SHORT_VALUE, "RAS Features has four octets")
    return tvb:len()
  end
  tree:add_le(R.features, tvb(0, 4))
  for _, key in ipairs({ "real_time", "lost_segments", "abort", "filter" }) do
    tree:add_le(R["features." .. key], tvb(0, 4))
  end
  local names = { [0] = "real-time", "lost segments", "abort", "filter" }
  pinfo.cols.info:append(", RAS Features: " .. names_in(tvb(0, 4):le_uint(), names))
  return tvb:len()
end

local function add_command(tree, tvb, pinfo)
  local opcode = tvb(0, 1):uint()
  tree:add(R["cp.command"], tvb(0, 1))
  local text = COMMANDS[opcode] or "reserved command"
  if opcode <= 2 and tvb:len() >= 3 then
    tree:add_le(R.counter, tvb(1, 2))
    text = text .. " " .. tvb(1, 2):le_uint()
  end
  if opcode == 2 and tvb:len() >= 5 then
    tree:add(R["cp.first_segment"], tvb(3, 1))
    tree:add(R["cp.last_segment"], tvb(4, 1))
  end
  if opcode == 4 and tvb:len() >= 3 then
    for _, key in ipairs({ "cp.filter", "cp.filter_mode", "cp.filter_fields" }) do tree:add_le(R[key], tvb(1, 2)) end
    if not pinfo.visited then
      local word, link = tvb(1, 2):le_uint(), link_key()
      local filter = {}
      for mode = 0, 3 do filter[mode] = (filters[link] or EVERYTHING)[mode] end
      filter[word % 4] = math.floor(word / 4)
      filters[link] = filter
    end
  end
  return text
end

local function add_response(tree, tvb)
  local opcode = tvb(0, 1):uint()
  tree:add(R["cp.response"], tvb(0, 1))
  local text = RESPONSES[opcode] or "reserved response"
  if opcode <= 1 and tvb:len() >= 3 then
    tree:add_le(R.counter, tvb(1, 2))
    text = text .. " " .. tvb(1, 2):le_uint()
  end
  if opcode == 1 and tvb:len() >= 5 then
    tree:add(R["cp.first_segment"], tvb(3, 1))
    tree:add(R["cp.last_segment"], tvb(4, 1))
  end
  if opcode == 2 and tvb:len() >= 2 then
    local code = tvb(1, 1):uint()
    tree:add(R["cp.code"], tvb(1, 1))
    text = text .. ": " .. (CODES[code] or "reserved")
    if code ~= 1 and code ~= 4 then tree:add_proto_expert_info(E_REFUSED, CODES[code] or "reserved code") end
  end
  return text
end

local function dissect_control_point(tvb, pinfo, root)
  local tree = root:add(ras, tvb(), "Bluetooth Ranging Service, RAS Control Point")
  if tvb:len() < 1 then return 0 end
  local opcode = last(f_opcode())
  local is_response = opcode == 0x1D or opcode == 0x1B
  handed_over[pinfo.number] = true
  if is_response then control_points[link_key() .. "#" .. tostring(last(f_attribute()))] = true end
  local text = is_response and add_response(tree, tvb) or add_command(tree, tvb, pinfo)
  pinfo.cols.info:append(", " .. text)
  return tvb:len()
end

-- Shows a command that Wireshark did not hand over, where a response has told that its handle is a control point.
local function dissect_unhanded_command(pinfo, root)
  local opcode = last(f_opcode())
  if opcode ~= 0x52 and opcode ~= 0x12 or handed_over[pinfo.number] then return end
  local value = f_value()
  if value and value.len > 0 and control_points[link_key() .. "#" .. tostring(last(f_attribute()))] then
    dissect_control_point(value.range:tvb(), pinfo, root)
    handed_over[pinfo.number] = nil
  end
end

local function dissect_counter(name, field)
  return function(tvb, pinfo, root)
    local tree = root:add(ras, tvb(), "Bluetooth Ranging Service, " .. name)
    if tvb:len() < 2 then
      tree:add_proto_expert_info(E_SHORT_VALUE, name .. " has two octets")
      return tvb:len()
    end
    tree:add_le(R[field], tvb(0, 2))
    pinfo.cols.info:append(string.format(", %s %d", name, tvb(0, 2):le_uint()))
    return tvb:len()
  end
end

local uuids = DissectorTable.get("bluetooth.uuid")
for _, entry in ipairs({
  { "2c14", "csras_features", "Ranging Service: RAS Features", dissect_features },
  { "2c15", "csras_realtime", "Ranging Service: Real-time Ranging Data", dissect_data("Real-time Ranging Data") },
  { "2c16", "csras_ondemand", "Ranging Service: On-demand Ranging Data", dissect_data("On-demand Ranging Data") },
  { "2c17", "csras_cp", "Ranging Service: RAS Control Point", dissect_control_point },
  { "2c18", "csras_ready", "Ranging Service: Ranging Data Ready", dissect_counter("Ranging Data Ready", "ready") },
  { "2c19", "csras_overwritten", "Ranging Service: Ranging Data Overwritten",
    dissect_counter("Ranging Data Overwritten", "overwritten") },
}) do
  local proto = Proto(entry[2], entry[3])
  proto.dissector = entry[4]
  uuids:add(entry[1], proto)
end

-- cs63 --------------------------------------------------------------------------------------------------------

local added = Proto("cs63", "Bluetooth Core 6.0 to 6.3, what Wireshark leaves out")

local PDUS = {
  [0x2B] = "LL_FEATURE_EXT_REQ", [0x2C] = "LL_FEATURE_EXT_RSP", [0x2D] = "LL_CS_SEC_RSP",
  [0x2E] = "LL_CS_CAPABILITIES_REQ", [0x2F] = "LL_CS_CAPABILITIES_RSP", [0x30] = "LL_CS_CONFIG_REQ",
  [0x31] = "LL_CS_CONFIG_RSP", [0x32] = "LL_CS_REQ", [0x33] = "LL_CS_RSP", [0x34] = "LL_CS_IND",
  [0x35] = "LL_CS_TERMINATE_REQ", [0x36] = "LL_CS_FAE_REQ", [0x37] = "LL_CS_FAE_RSP",
  [0x38] = "LL_CS_CHANNEL_MAP_IND", [0x39] = "LL_CS_SEC_REQ", [0x3A] = "LL_CS_TERMINATE_RSP",
  [0x3B] = "LL_FRAME_SPACE_REQ", [0x3C] = "LL_FRAME_SPACE_RSP",
}
local COMMAND_NAMES = {
  [0x2087] = "LE Read All Local Supported Features", [0x2088] = "LE Read All Remote Features",
  [0x2089] = "LE CS Read Local Supported Capabilities", [0x208A] = "LE CS Read Remote Supported Capabilities",
  [0x208B] = "LE CS Write Cached Remote Supported Capabilities", [0x208C] = "LE CS Security Enable",
  [0x208D] = "LE CS Set Default Settings", [0x208E] = "LE CS Read Remote FAE Table",
  [0x208F] = "LE CS Write Cached Remote FAE Table", [0x2090] = "LE CS Create Config",
  [0x2091] = "LE CS Remove Config", [0x2092] = "LE CS Set Channel Classification",
  [0x2093] = "LE CS Set Procedure Parameters", [0x2094] = "LE CS Procedure Enable", [0x2095] = "LE CS Test",
  [0x2096] = "LE CS Test End", [0x2097] = "LE Set Host Feature [v2]", [0x20A4] = "LE Set Event Mask [v2]",
  [0x20A5] = "LE CS Read Local Supported Capabilities [v2]",
  [0x20A6] = "LE CS Write Cached Remote Supported Capabilities [v2]",
}
local EVENT_NAMES = {
  [0x2B] = "LE Read All Remote Features Complete", [0x2C] = "LE CS Read Remote Supported Capabilities Complete",
  [0x2D] = "LE CS Read Remote FAE Table Complete", [0x2E] = "LE CS Security Enable Complete",
  [0x2F] = "LE CS Config Complete", [0x30] = "LE CS Procedure Enable Complete", [0x31] = "LE CS Subevent Result",
  [0x32] = "LE CS Subevent Result Continue", [0x33] = "LE CS Test End Complete",
  [0x38] = "LE CS Read Remote Supported Capabilities Complete [v2]",
}
local VERSIONS = { [0x0E] = "6.0", [0x0F] = "6.1", [0x10] = "6.2", [0x11] = "6.3" }
local PAGE_1 = {
  [0] = "Monitoring Advertisers", [1] = "Frame Space Update", [8] = "Shorter Connection Intervals",
  [9] = "Shorter Connection Intervals (Host Support)", [10] = "LE Flushable ACL Data",
  [11] = "Channel Sounding Enhancement #1",
}

local A = declare(added, {
  { "string", "name", "Name" },
  { "string", "version", "Core version" },
  { "bool", "inline_pct", "Inline PCT in the reflector", base.NONE },
  { "uint16", "t_ip2_ipt", "T_IP2 with inline PCT", base.HEX },
  { "uint8", "t_sw_ipt", "T_SW with inline PCT (us)", base.DEC },
  { "uint8", "rtt_2m_aa_only_n", "RTT_2M_AA_Only_N", base.DEC },
  { "uint8", "rtt_2m_sounding_n", "RTT_2M_Sounding_N", base.DEC },
  { "uint8", "rtt_2m_random_n", "RTT_2M_Random_Sequence_N", base.DEC },
  { "string", "t_ip1_list", "T_IP1 supported" },
  { "string", "t_ip2_list", "T_IP2 supported" },
  { "string", "t_fcs_list", "T_FCS supported" },
  { "string", "t_pm_list", "T_PM supported" },
  { "uint8", "enhancements", "CS_Enhancements_1", base.HEX },
  { "uint16", "t_ip1", "T_IP1 (us)", base.DEC },
  { "uint16", "t_ip2", "T_IP2 (us)", base.DEC },
  { "uint16", "t_fcs", "T_FCS (us)", base.DEC },
  { "uint16", "t_pm", "T_PM (us)", base.DEC },
  { "uint8", "feature.max_page", "Highest page of the sender", base.DEC },
  { "uint8", "feature.page", "Page", base.DEC },
  { "bytes", "feature.bits", "Features of the page" },
  { "string", "feature.names", "Features of page 1" },
  { "double", "fae", "FAE (ppm)" },
  { "uint8", "fae.channel", "Channel of the FAE", base.DEC },
  { "uint16", "frame_space.least", "Least frame space (us)", base.DEC },
  { "uint16", "frame_space.most", "Greatest frame space (us)", base.DEC },
  { "uint16", "frame_space.value", "Frame space (us)", base.DEC },
  { "uint8", "frame_space.phys", "PHYs", base.HEX },
  { "uint16", "frame_space.types", "Spacing types", base.HEX },
  { "uint8", "status", "Status", base.HEX },
  { "uint16", "handle", "Connection handle", base.HEX },
})

local f_pdu = Field.new("btle.control_opcode")
local f_command = Field.new("bthci_cmd.opcode")
local f_event = Field.new("bthci_evt.code")

-- What the block of capabilities of HCI and that of the link layer have in common, each at its own place.
local function add_times(tree, tvb, at)
  for index, entry in ipairs({ { "t_ip1_list", T_IP }, { "t_ip2_list", T_IP }, { "t_fcs_list", T_FCS }, { "t_pm_list", T_PM } }) do
    local range = tvb(at + 2 * (index - 1), 2)
    tree:add(A[entry[1]], range, times(range:le_uint(), entry[2]))
  end
  return "T_FCS " .. times(tvb(at + 4, 2):le_uint(), T_FCS)
end

local function add_tail(tree, tvb)
  tree:add_le(A.t_ip2_ipt, tvb(0, 2)):append_text(" (" .. times(tvb(0, 2):le_uint(), T_IP) .. ")")
  tree:add(A.t_sw_ipt, tvb(2, 1))
  tree:add(A.rtt_2m_aa_only_n, tvb(3, 1))
  tree:add(A.rtt_2m_sounding_n, tvb(4, 1))
  tree:add(A.rtt_2m_random_n, tvb(5, 1))
end

-- The capabilities of the link layer: octet 11 bit 6 and what follows octet 24 are those of 6.3, as reflector
-- reads it; no public source has the layout.
local function add_ll_capabilities(tree, tvb)
  if tvb:len() < 25 then return end
  local has_ipt = bit_of(tvb(11, 1):uint(), 6)
  tree:add(A.inline_pct, tvb(11, 1), has_ipt)
  local text = add_times(tree, tvb, 16)
  if tvb:len() >= 31 then add_tail(tree, tvb(25, 6)) end
  return text .. (has_ipt and ", inline PCT" or "")
end

local function add_hci_capabilities(tree, tvb)
  if tvb:len() < 28 then return end
  local has_ipt = bit_of(tvb(16, 1):uint(), 4)
  tree:add(A.inline_pct, tvb(16, 2), has_ipt)
  local text = add_times(tree, tvb, 18)
  if tvb:len() >= 34 then add_tail(tree, tvb(28, 6)) end
  return text .. (has_ipt and ", inline PCT" or "")
end

local function add_enhancements(tree, range)
  tree:add(A.enhancements, range)
  tree:add(A.inline_pct, range, bit_of(range:uint(), 0))
  return bit_of(range:uint(), 0) and "inline PCT" or nil
end

-- Only Action 1 has times: where a configuration is removed, they mean nothing.
local function add_ll_config(tree, tvb)
  if tvb:len() < 27 or math.floor(tvb(0, 1):uint() / 64) ~= 1 then return end
  for index, entry in ipairs({ { "t_ip1", T_IP }, { "t_ip2", T_IP }, { "t_fcs", T_FCS }, { "t_pm", T_PM } }) do
    local range = tvb(21 + index, 1)
    local time = entry[2][range:uint()]
    if time then tree:add(A[entry[1]], range, time) end
  end
  local fcs = T_FCS[tvb(24, 1):uint()]
  local asked = add_enhancements(tree, tvb(26, 1))
  return (fcs and "T_FCS " .. fcs .. " us" or "T_FCS reserved") .. (asked and ", " .. asked or "")
end

local function add_features(tree, tvb)
  if tvb:len() < 26 then return end
  tree:add(A["feature.max_page"], tvb(0, 1))
  tree:add(A["feature.page"], tvb(1, 1))
  tree:add(A["feature.bits"], tvb(2, 24))
  if tvb(1, 1):uint() ~= 1 then return end
  local text = names_in(tvb(2, 4):le_uint(), PAGE_1)
  tree:add(A["feature.names"], tvb(2, 4), text)
  return text
end

-- 72 octets: channels 2 to 22 and 26 to 76, in 1/32 ppm.
local function add_fae(tree, tvb)
  if tvb:len() < 72 then return end
  local largest = 0
  for index = 0, 71 do
    local channel = index < 21 and 2 + index or 5 + index
    local ppm = tvb(index, 1):int() / 32
    tree:add(A.fae, tvb(index, 1), ppm):append_text(" on channel " .. channel)
    if math.abs(ppm) > math.abs(largest) then largest = ppm end
  end
  return string.format("largest FAE %.2f ppm", largest)
end

local function add_frame_space(tree, tvb, is_request)
  if tvb:len() < (is_request and 7 or 5) then return end
  local at = 2
  if is_request then
    tree:add_le(A["frame_space.least"], tvb(0, 2))
    tree:add_le(A["frame_space.most"], tvb(2, 2))
    at = 4
  else
    tree:add_le(A["frame_space.value"], tvb(0, 2))
  end
  tree:add(A["frame_space.phys"], tvb(at, 1))
  tree:add_le(A["frame_space.types"], tvb(at + 1, 2))
end

local function add_version(tree, tvb)
  local name = VERSIONS[tvb(0, 1):uint()]
  if name then tree:add(A.version, tvb(0, 1), name) end
  return name and "Core " .. name
end

local PDU_FIELDS = {
  [0x0C] = add_version, [0x2B] = add_features, [0x2C] = add_features, [0x2E] = add_ll_capabilities,
  [0x2F] = add_ll_capabilities, [0x30] = add_ll_config, [0x37] = add_fae,
  [0x3B] = function(tree, tvb) return add_frame_space(tree, tvb, true) end,
  [0x3C] = function(tree, tvb) return add_frame_space(tree, tvb, false) end,
}
local COMMAND_FIELDS = {
  [0x2090] = function(tree, tvb) return tvb:len() >= 28 and add_enhancements(tree, tvb(27, 1)) end,
  [0x2095] = function(tree, tvb) return tvb:len() >= 22 and add_enhancements(tree, tvb(21, 1)) end,
  [0x208B] = function(tree, tvb) return tvb:len() >= 30 and add_hci_capabilities(tree, tvb(2)) end,
  [0x20A6] = function(tree, tvb) return tvb:len() >= 36 and add_hci_capabilities(tree, tvb(2)) end,
}
-- Behind a status that is an error, the capabilities mean nothing.
local function add_remote(tree, tvb)
  if tvb:len() < 3 then return end
  tree:add(A.status, tvb(0, 1))
  tree:add_le(A.handle, tvb(1, 2))
  return tvb:len() > 3 and tvb(0, 1):uint() == 0 and add_hci_capabilities(tree, tvb(3))
end
local EVENT_FIELDS = {
  [0x2C] = add_remote,
  [0x2F] = function(tree, tvb) return tvb:len() >= 33 and tvb(4, 1):uint() == 1 and add_enhancements(tree, tvb(28, 1)) end,
  [0x38] = add_remote,
}
local function add_local(tree, tvb)
  if tvb:len() < 1 then return end
  tree:add(A.status, tvb(0, 1))
  return tvb:len() > 1 and tvb(0, 1):uint() == 0 and add_hci_capabilities(tree, tvb(1))
end
local RETURN_FIELDS = { [0x2089] = add_local, [0x20A5] = add_local }

-- Tells whether anybody asks for the protocol or one of its fields.
local added_handle

-- Shows a packet that Wireshark does not know by name, or the fields that it leaves out, of "count" octets.
local function show(tvb, at, count, pinfo, root, name, fields)
  if not name and not fields then return end
  local cols, is_asked = pinfo.cols, is_referenced(root, added_handle)
  local info = tostring(cols.info)
  local is_unknown = info:find("Unknown", 1, true) ~= nil
  local tree = is_asked and add(root, added, tvb(at, count)) or HIERARCHY_IS_SILENT and add(root, added)
  local shown = is_asked and tree or NOWHERE
  local text = fields and count > 0 and fields(shown, tvb(at, count)) or nil
  if name and is_asked then
    tree:add(A.name, tvb(at, count), name)
    tree:set_text("Channel Sounding and Core 6.0 to 6.3: " .. name)
  end
  if is_unknown and name then
    local direction = info:match("^Sent ") or info:match("^Rcvd ") or ""
    cols.info = direction .. name .. (text and ", " .. text or "")
  elseif text then
    cols.info:append(", " .. text)
  end
end

-- How many octets are behind a length octet, as far as they are there; nil if it is not.
local function count_behind(octets, at)
  if at >= #octets then return nil end
  return math.min(byte(octets, at + 1), #octets - at - 1)
end

local function show_pdu(tvb, octets, pinfo, root, at)
  local opcode, count = byte(octets, at + 1), count_behind(octets, at - 1)
  local name, fields = PDUS[opcode], PDU_FIELDS[opcode]
  if count < 1 or not name and not fields then return end
  show(tvb, count > 1 and at + 1 or at, count - 1, pinfo, root, name, fields)
end

local function show_command(tvb, octets, pinfo, root, at)
  local low, high = byte(octets, at + 1, at + 2)
  local opcode = low + 256 * high
  if COMMAND_NAMES[opcode] then
    show(tvb, at + 3, count_behind(octets, at + 2), pinfo, root, COMMAND_NAMES[opcode], COMMAND_FIELDS[opcode])
  end
end

local function show_event(tvb, octets, pinfo, root, at)
  local code, count = byte(octets, at + 1), count_behind(octets, at + 1)
  local a, b, c, d = byte(octets, at + 3, at + 6)
  if code == 0x3E and count >= 1 then
    if EVENT_NAMES[a] then
      show(tvb, count > 1 and at + 3 or at + 2, count - 1, pinfo, root, EVENT_NAMES[a], EVENT_FIELDS[a])
    end
  elseif code == 0x0E and count > 3 then
    local opcode = b + 256 * c
    if COMMAND_NAMES[opcode] then
      local name = "Command Complete: " .. COMMAND_NAMES[opcode]
      show(tvb, at + 5, count - 3, pinfo, root, name, RETURN_FIELDS[opcode])
    end
  elseif code == 0x0F and count >= 4 then
    local opcode = c + 256 * d
    if COMMAND_NAMES[opcode] then
      show(tvb, at + 2, 1, pinfo, root, "Command Status: " .. COMMAND_NAMES[opcode])
    end
  end
end

-- The whole frame is looked at once more when all others have had their turn.
function added.dissector(tvb, pinfo, root)
  if is_step_frame then
    is_step_frame = false
    return
  end
  local event = f_event()
  local command = not event and f_command()
  local field = event or command or f_pdu()
  if not field then return dissect_unhanded_command(pinfo, root) end
  local octets, at = octets_of(tvb), field.offset
  if event then
    if at + 1 < #octets then show_event(tvb, octets, pinfo, root, at) end
  elseif command then
    if at + 2 < #octets then show_command(tvb, octets, pinfo, root, at) end
  elseif at > 0 and at < #octets then
    show_pdu(tvb, octets, pinfo, root, at)
  end
end

added_handle = Dissector.get("cs63")
register_postdissector(added)
