"""Trims one recording of a session, and lays it out in every format and link type that is read.

One or two procedures stay, with all that belongs to them: how the link came about, versions, features, pairing, capabilities,
configuration, security, services, and the results of both ends, over HCI and over the Ranging Service.
"""

import struct

# Interfaces of our own captures.
AIR, PHONE, ACCESSORY = range(3)
# H4 indicators.
COMMAND, ACL, EVENT = 1, 2, 4


class Packet:
    """`octets` are those of link type 256 on the air, else H4; `is_sent` says that a host sent it."""

    def __init__(self, interface, nanoseconds, octets):
        self.interface = interface
        self.nanoseconds = nanoseconds
        self.is_sent = interface != AIR and octets[3] == 0
        self.octets = octets if interface == AIR else octets[4:]

    @property
    def result(self):
        """The subevent code of a CS result, 0x31 or 0x32; None of all else."""
        is_result = self.octets[0] == EVENT and self.octets[1] == 0x3E and self.octets[3] in (0x31, 0x32)
        return self.octets[3] if self.interface != AIR and is_result else None

    @property
    def is_empty(self):
        """Whether it is a data PDU that carries nothing, of which the air is full."""
        return self.interface == AIR and self.octets[4:8] != bytes(4) and self.octets[10:14] != b"\xd6\xbe\x89\x8e" \
            and self.octets[15] == 0


def packets(pcapng):
    """The packets of a little-endian pcapng with nanoseconds."""
    place = 0
    while place < len(pcapng):
        kind, length = struct.unpack_from("<II", pcapng, place)
        if kind == 6:
            interface, high, low, count = struct.unpack_from("<IIII", pcapng, place + 8)
            yield Packet(interface, high << 32 | low, pcapng[place + 28 : place + 28 + count])
        place += length


def trimmed(pcapng, procedures):
    """The packets up to the end of so many procedures, without those that carry nothing."""
    kept = []
    for packet in packets(pcapng):
        if packet.result == 0x31 and struct.unpack_from("<H", packet.octets, 9)[0] >= procedures:
            break
        if not packet.is_empty:
            kept.append(packet)
    return kept


# Files


def pcap(link_type, packets, order="<"):
    file = struct.pack(order + "IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 1 << 18, link_type)
    for nanoseconds, octets in packets:
        seconds, rest = divmod(nanoseconds, 10**9)
        file += struct.pack(order + "IIII", seconds, rest // 1000, len(octets), len(octets)) + octets
    return file


def pcapng(packets):
    def block(kind, body):
        body += bytes(-len(body) % 4)
        return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)

    file = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    resolution = struct.pack("<HHB3xHH", 9, 1, 9, 0, 0)
    for link_type in (256, 201, 201):
        file += block(1, struct.pack("<HHI", link_type, 0, 0) + resolution)
    for packet in packets:
        octets = packet.octets if packet.interface == AIR else struct.pack(">I", not packet.is_sent) + packet.octets
        time = divmod(packet.nanoseconds, 1 << 32)
        file += block(6, struct.pack("<IIIII", packet.interface, *time, len(octets), len(octets)) + octets)
    return file


def monitor_opcode(packet):
    return {COMMAND: 2, EVENT: 3, ACL: 4 if packet.is_sent else 5}[packet.octets[0]]


def btsnoop(datalink, packets):
    file = b"btsnoop\0" + struct.pack(">II", 1, datalink)
    for packet in packets:
        octets = packet.octets if datalink == 1002 else packet.octets[1:]
        flags = (not packet.is_sent) | (packet.octets[0] != ACL) << 1
        if datalink == 2001:
            flags = monitor_opcode(packet)
        time = packet.nanoseconds // 1000 + 0x00DCDDB30F2F8000
        file += struct.pack(">IIIIq", len(octets), len(octets), flags, 0, time) + octets
    return file


def packet_logger(order, packets):
    file = b""
    for packet in packets:
        kind = {COMMAND: 0, EVENT: 1, ACL: 2 if packet.is_sent else 3}[packet.octets[0]]
        seconds, rest = divmod(packet.nanoseconds, 10**9)
        file += struct.pack(order + "III", len(packet.octets) + 8, seconds, rest // 1000) + bytes([kind])
        file += packet.octets[1:]
    return file


def nordic_sniffer(packet, count):
    """The header of nRF Sniffer, version 3, of a packet of link type 256."""
    channel, flags = packet.octets[0], struct.unpack_from("<H", packet.octets, 8)[0]
    # Channel index of the channel's place on the 2 MHz grid.
    index = {0: 37, 12: 38, 39: 39}.get(channel, channel - 1 if channel < 12 else channel - 2)
    is_decrypted = flags >> 3 & 1
    reception = 1 | (flags >> 7 & 7 == 2) << 1 | is_decrypted << 2 | is_decrypted << 3 | (flags >> 14) << 4
    octets = packet.octets[10:]
    message = 2 if octets[:4] == b"\xd6\xbe\x89\x8e" else 6
    return struct.pack(
        "<BHBHBBBBBHI", 7, len(octets) + 10, 3, count & 0xFFFF, message, 10, reception, index, 47, 0, 0) + octets


# Logs


def subevents(packets):
    """The results of each subevent: the event that begins it, how procedure and subevent ended, and all steps."""
    found = []
    for packet in packets:
        octets = packet.octets
        if packet.result == 0x31:
            found.append([octets, octets[14:16], octets[19:]])
        elif packet.result == 0x32:
            found[-1] = [found[-1][0], octets[7:9], found[-1][2] + octets[12:]]
    return found


def steps_count(steps):
    place = count = 0
    while place < len(steps):
        place += 3 + steps[place + 2]
        count += 1
    return count


def waves_log(packets):
    text = "I: CS config creation complete.\nI:  - id: 0\nI:  - mode: 2 (Mode-2: PBR)\nI:  - min_main_mode_steps: 3\n"
    text += "I:  - max_main_mode_steps: 5\nI:  - main_mode_repetition: 0\nI:  - mode_0_steps: 3\nI:  - role: 0 (Initiator)\n"
    text += "I:  - cs_sync_phy: 1\nI:  - channel_selection_type: 0\nI: CS security enabled.\nI: CS procedures enabled:\n"
    text += "I:  - config ID: 0\nI:  - antenna configuration index: 0\nI:  - TX power: 0 dBm\nI:  - subevent length: 16000 us\n"
    text += "I:  - subevents per event: 1\nI:  - subevent interval: 0\nI:  - event interval: 2\nI:  - procedure interval: 5\n"
    text += "I:  - procedure count: 4\nI:  - maximum procedure length: 1000\n"
    for first, status, steps in subevents(packets):
        text += "I: CS Subevent result received:\nI:  - Procedure counter: %d\n" % struct.unpack_from("<H", first, 9)
        text += "I:  - Procedure done status: %d\nI:  - Subevent done status: %d\n" % tuple(status)
        text += "I:  - Procedure abort reason: 0\nI:  - Subevent abort reason: 0\n"
        text += "I:  - Reference power level: %d\n" % struct.unpack_from("b", first, 13)
        text += "I:  - Num antenna paths: %d\nI:  - Num steps reported: %d\n" % (first[17], steps_count(steps))
        text += "I:  - Step data buffer length: %d bytes\nI: Raw step data:\n" % len(steps)
        text += "".join("  %s\n" % steps[at : at + 16].hex() for at in range(0, len(steps), 16))
        text += "I: CS Subevent end\n"
    return text.encode()


def procedures(packets):
    """The results of each procedure: those of its first subevent, and all steps."""
    found = {}
    for first, _, steps in subevents(packets):
        counter = struct.unpack_from("<H", first, 9)
        found[counter] = (found[counter][0], found[counter][1] + steps) if counter in found else (first, steps)
    return found.values()


def silicon_labs_log(initiator, reflector):
    text = ""
    for ends in zip(procedures(initiator), procedures(reflector)):
        text += "\n------------Start CS Procedure Data------------\nSubevent data count: 2\n"
        for name, (first, steps) in zip(("Initiator", "Reflector"), ends):
            compensation, power = struct.unpack_from("<hb", first, 11)
            text += "%s:\n subevent_timestamps_ms: 2191\n Frequency compensation: %d\n" % (name, compensation)
            text += " Reference power level: %d\n Number of antenna paths: %d\n" % (power, first[17])
            text += " Step data count: %d\n Step data: %s\n" % (len(steps), steps.hex(" "))
        text += "------------End CS Procedure Data------------\n"
    return text.encode()


CAPABILITIES = (
    ("num_config", "B"), ("max_consecutive_procedures", "H"), ("num_antennas", "B"), ("max_antenna_paths", "B"),
    ("roles", "B"), ("modes", "B"), ("rtt_capability", "B"), ("rtt_aa_only", "B"), ("rtt_sounding", "B"),
    ("rtt_random_payload", "B"), ("nadm_sounding", "H"), ("nadm_random", "H"), ("cs_sync_phys", "B"),
    ("subfeatures", "H"), ("t_ip1_times", "H"), ("t_ip2_times", "H"), ("t_fcs_times", "H"), ("t_pm_times", "H"),
    ("t_sw_times", "B"), ("tx_snr_capability", "B"),
)
CONFIGURATION = (
    ("config_id", "B"), ("config_state", "B"), ("main_mode_type", "B"), ("sub_mode_type", "B"),
    ("min_main_mode_steps", "B"), ("max_main_mode_steps", "B"), ("main_mode_repetition", "B"),
    ("mode_calibration_steps", "B"), ("role", "B"), ("rtt_type", "B"), ("cs_sync_phy", "B"), ("channel_map", "10s"),
    ("channel_map_repetition", "B"), ("channel_selection_type", "B"), ("ch3c_shape", "B"), ("ch3c_jump", "B"),
    ("reserved", "B"), ("t_ip1_time", "B"), ("t_ip2_time", "B"), ("t_fcs_time", "B"), ("t_pm_time", "B"),
)
SCHEDULE = (
    ("config_id", "B"), ("state", "B"), ("antenna_config", "B"), ("tx_power", "b"), ("subevent_len", "3s"),
    ("subevents_per_event", "B"), ("subevent_interval", "H"), ("event_interval", "H"), ("procedure_interval", "H"),
    ("procedure_count", "H"), ("max_procedure_len", "H"),
)
RESULT = (
    ("config_id", "B"), ("start_acl_conn_event", "H"), ("procedure_counter", "H"), ("frequency_compensation", "h"),
    ("reference_power_level", "b"), ("procedure_done_status", "B"), ("subevent_done_status", "B"), ("abort_reason", "B"),
    ("num_antenna_paths", "B"), ("num_steps", "B"),
)
CONTINUED = (
    ("config_id", "B"), ("procedure_done_status", "B"), ("subevent_done_status", "B"), ("abort_reason", "B"),
    ("num_antenna_paths", "B"), ("num_steps", "B"),
)


def trace(packets):
    """What Silicon Labs' API would have said: its events have the fields of HCI under names of their own."""

    def fields(layout, octets):
        values = dict(zip((name for name, _ in layout), struct.unpack_from("<" + "".join(f for _, f in layout), octets)))
        if "subevent_len" in values:
            values["subevent_len"] = int.from_bytes(values["subevent_len"], "little")
        return values

    lines = []

    def say(name, **values):
        text = ", ".join("%s=%r" % pair for pair in values.items())
        lines.append("0:00:%09.6f (+0.000100) < event    %s(%s)\n" % (1 + len(lines) / 100, name, text))

    link = {"connection": 1}
    say("bt_evt_scanner_legacy_advertisement_report", event_flags=3, address="c0:ff:ee:00:00:02", address_type=1,
        bonding=255, rssi=-60, channel=37, target_address="00:00:00:00:00:00", target_address_type=0, data=b"\x02\x01\x06")
    say("bt_evt_connection_opened", address="c0:ff:ee:00:00:02", address_type=1, role=1, connection=1, bonding=255,
        advertiser=255, sync=65535)
    say("bt_evt_connection_parameters", **link, interval=24, latency=0, timeout=100, security_mode=0)
    say("bt_evt_connection_remote_used_features", **link, features=b"-\xc9\x00\x00\x00\xc0\x00\x00")
    say("bt_evt_connection_phy_status", **link, phy=2)
    say("bt_evt_connection_parameters", **link, interval=24, latency=0, timeout=100, security_mode=2)
    say("bt_evt_gatt_service", **link, service=65544, uuid=b"\x01\x18")
    say("bt_evt_gatt_service", **link, service=1703935, uuid=b"[\x18")
    say("bt_evt_gatt_characteristic", **link, characteristic=27, properties=2, uuid=b"\x14,")
    say("bt_evt_gatt_characteristic", **link, characteristic=29, properties=48, uuid=b"\x15,")
    say("bt_evt_gatt_descriptor", **link, descriptor=30, uuid=b"\x02)")
    say("bt_evt_gatt_characteristic_value", **link, characteristic=27, att_opcode=11, offset=0, value=b"\x07\0\0\0")
    for packet in packets:
        code = packet.octets[3] if packet.octets[0] == EVENT and packet.octets[1] == 0x3E else 0
        body = packet.octets[4:]
        if code == 0x38:
            say("bt_evt_cs_read_remote_supported_capabilities_complete", **link, status=0, **fields(CAPABILITIES, body[3:]))
        elif code == 0x2E:
            say("bt_evt_cs_security_enable_complete", **link)
        elif code == 0x2F:
            say("bt_evt_cs_config_complete", **link, status=0, **fields(CONFIGURATION, body[3:]))
        elif code == 0x30:
            say("bt_evt_cs_procedure_enable_complete", **link, status=0, **fields(SCHEDULE, body[3:]))
        elif code == 0x31:
            say("bt_evt_cs_result", **link, **fields(RESULT, body[2:]), data=body[15:])
        elif code == 0x32:
            say("bt_evt_cs_result_continue", **link, **fields(CONTINUED, body[2:]), data=body[8:])
        elif packet.octets[0] == ACL and packet.octets[7:10] == b"\x04\0\x1b":
            # A notification of the Ranging Service.
            value = packet.octets[12:]
            say("bt_evt_gatt_characteristic_value", **link, characteristic=29, att_opcode=27, offset=0, value=value)
    lines.append("0:00:09.000000 (+1.000000) < event    bt_evt_connection_closed(reason=4115, connection=1)\n")
    return "".join(lines).encode()


def laid_out(session):
    """The recording `session`, a pcapng of our own, in every format and link type, by name."""
    kept = trimmed(session, 2)
    air, phone, accessory = ([p for p in kept if p.interface == each] for each in (AIR, PHONE, ACCESSORY))
    h4 = [(p.nanoseconds, p.octets) for p in phone]
    monitor = [(p.nanoseconds, struct.pack(">HH", 0, monitor_opcode(p)) + p.octets[1:]) for p in phone]
    directed = [(p.nanoseconds, struct.pack(">I", not p.is_sent) + p.octets) for p in phone]
    ppi = [(p.nanoseconds, struct.pack("<BBHI", 0, 0, 8, 251) + p.octets[10:]) for p in air]
    sniffed = [(p.nanoseconds, nordic_sniffer(p, number)) for number, p in enumerate(air)]
    return {
        "all.pcapng": pcapng(trimmed(session, 1)), "h4-direction.pcap": pcap(201, directed), "h4.pcap": pcap(187, h4, ">"),
        "monitor.pcap": pcap(254, monitor), "air.pcap": pcap(256, [(p.nanoseconds, p.octets) for p in air]),
        "link.pcap": pcap(251, [(p.nanoseconds, p.octets[10:]) for p in air]), "ppi.pcap": pcap(192, ppi),
        "sniffer.pcap": pcap(272, sniffed), "h1.btsnoop": btsnoop(1001, accessory), "h4.btsnoop": btsnoop(1002, phone),
        "monitor.btsnoop": btsnoop(2001, phone), "little-endian.pklg": packet_logger("<", phone),
        "big-endian.pklg": packet_logger(">", accessory), "waves-log.txt": waves_log(phone),
        "silicon-labs-log.txt": silicon_labs_log(phone, accessory), "silicon-labs-trace.txt": trace(phone),
    }
