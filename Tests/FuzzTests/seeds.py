"""Writes first inputs for the fuzz targets, made of the vectors, profiles and captures of the tests.

usage: seeds.py FOLDER; a folder for each target is made in FOLDER.
"""

import glob
import json
import os
import sys

import recordings

# Longer recordings are too slow.
LONGEST_RECORDING = 20000
# What reads a whole recording and makes something of it.
READERS = ("analysis", "import", "frame")


def main(folder):
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.join(here, "..", "..")
    fixtures = os.path.join(root, "Tests", "Fixtures")

    def write(target, name, octets):
        path = os.path.join(folder, target)
        os.makedirs(path, exist_ok=True)
        with open(os.path.join(path, name if isinstance(name, str) else "seed-%03d" % name), "wb") as file:
            file.write(octets)

    with open(os.path.join(fixtures, "vectors-ll.json")) as file:
        pdus = [bytes.fromhex(entry["ctrl_pdu_hex"]) for entry in json.load(file)["control_pdus"]]
    for number, pdu in enumerate(pdus):
        write("control-pdu", number, pdu)
        write("data-pdu", number, bytes([3, len(pdu)]) + pdu)
        write("link-control", number, bytes([number & 1, 0, len(pdu)]) + pdu)
    write("link-control", 900, bytes([0]) + b"".join(bytes([0, len(pdu)]) + pdu for pdu in pdus))
    write("link-control", 901, bytes([1]) + b"".join(bytes([0, len(pdu)]) + pdu for pdu in pdus))

    address = bytes(range(6))
    for kind, payload in [(0, address + b"\x02\x01\x06"), (3, address * 2), (4, address), (5, address * 2 + bytes(22))]:
        write("advertising-pdu", kind, bytes([kind, len(payload)]) + payload)

    with open(os.path.join(fixtures, "vectors-hci.json")) as file:
        vectors = json.load(file)["vectors"]
    for number, vector in enumerate(vectors):
        if vector.get("layer") == "ATT":
            octets = bytes.fromhex(vector["request_hex"])
            write("l2cap-att-smp", number, b"\x00" + octets)
            write("host-link", number, bytes([1, 0x64, len(octets)]) + octets)
            continue
        octets = bytes.fromhex(vector["h4_hex"])
        write("hci-packet", number, octets)
        pieces = [octets[start : start + 20] for start in range(0, len(octets), 20)]
        write("h4-stream", number, b"\0" + b"".join(bytes([len(piece)]) + piece for piece in pieces))
        if octets[:2] == b"\x04\x3e" and octets[3] in (0x31, 0x32):
            event = octets[3:]
            write("subevent-results", number, bytes([octets[3] & 1 ^ 1, len(event)]) + event)
            write("cs-steps", number, b"\x00\x01" + event[(16 if octets[3] == 0x31 else 9) :])

    smp = bytes.fromhex("01030008100101")
    write("l2cap-att-smp", 900, b"\x01" + smp)
    write("l2cap-att-smp", 901, bytes.fromhex("03020106030902185b"))
    write("host-link", 900, bytes([1, 0x66, len(smp)]) + smp)

    formats = [
        ("pcap", "*.pcap"), ("pcapng", "*.pcapng"), ("btsnoop", "*.btsnoop"), ("waves-log", "recording-waves-log.txt"),
        ("silicon-labs-log", "recording-silicon-labs-log.txt"), ("silicon-labs-trace", "recording-silicon-labs-trace.txt"),
        ("packet-logger", "*.pklg"),
    ]
    for kind, pattern in formats:
        for number, path in enumerate(sorted(glob.glob(os.path.join(fixtures, pattern)))):
            with open(path, "rb") as file:
                write("recording-" + kind, number, file.read())
    for number, path in enumerate(sorted(glob.glob(os.path.join(fixtures, "recording-*")))):
        with open(path, "rb") as file:
            write("recording", number, file.read())
    with open(os.path.join(fixtures, "recording-ranging-service.pcapng"), "rb") as file:
        sessions = recordings.laid_out(file.read())
    for path in glob.glob(os.path.join(fixtures, "session-*.pcapng")):
        with open(path, "rb") as file:
            sessions[os.path.basename(path)] = file.read()
    hardware = os.environ.get("REFLECTOR_RECORDINGS")
    for path in sorted(glob.glob(os.path.join(hardware, "*"))) if hardware else []:
        with open(path, "rb") as file:
            sessions[os.path.basename(path)] = file.read(LONGEST_RECORDING)
    for target in READERS:
        for name, octets in sessions.items():
            write(target, name, octets)
    profiles = glob.glob(os.path.join(root, "Profiles", "**", "*.yaml"), recursive=True)
    for number, path in enumerate(sorted(profiles)):
        with open(path, "rb") as file:
            write("profile", number, file.read())


main(sys.argv[1])
