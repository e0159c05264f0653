"""Decrypts a classic pcap of link type 256 by the keys beside it, with nothing of this project's own.

    python decrypt.py AIR.pcap NAME.keys PLAIN.pcap

Prints how many packets it decrypted and how many it could not, as `decrypted=N failed=N`.
"""

import csv
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM

HEADER = 10  # The pseudo-header, before the access address.
ADVERTISING = 0x8E89BED6
DECRYPTED, MIC_CHECKED, MIC_VALID = 0x0008, 0x1000, 0x2000
CENTRAL, PERIPHERAL = 2, 3
# Packets that a capture may leave out between two.
LOOK_AHEAD = 10_000


class Link:
    """What a sniffer knows of one link."""

    def __init__(self, lines):
        self.lines = lines
        self.line = None
        self.request = self.response = None
        self.cipher = None
        self.counters = {}
        self.last = {}

    def start(self):
        """LL_START_ENC_REQ: the session key by the LTK, and by what both ends said in the clear."""
        diversifier = self.response[1:9][::-1] + self.request[11:19][::-1]
        line = next((line for line in self.lines if line["skd"] == diversifier.hex()), None)
        # No central took a key up, or the packet was sent again.
        if line is None or (line is self.line and self.cipher is not None):
            return
        self.line = line
        aes = Cipher(algorithms.AES(bytes.fromhex(line["ltk"])), modes.ECB()).encryptor()
        key = aes.update(diversifier)
        self.iv = self.request[19:23] + self.response[9:13]
        assert key.hex() == line["session_key"], "the session key of the key file"
        assert self.iv[::-1].hex() == line["iv"], "the vector of the key file"
        self.cipher = AESCCM(key, tag_length=4)
        self.counters = {CENTRAL: 0, PERIPHERAL: 0}
        self.last = {}

    def open(self, sender, header, payload):
        """The plaintext of a packet; None if no packet counter fits."""
        seen = (header & 0x0B, payload)
        if sender in self.last and self.last[sender][0] == seen:
            return self.last[sender][1]
        first = self.counters[sender]
        for counter in range(first, first + LOOK_AHEAD):
            direction = 1 << 39 if sender == CENTRAL else 0
            nonce = (counter | direction).to_bytes(5, "little") + self.iv
            try:
                plain = self.cipher.decrypt(nonce, payload, bytes([header & 0xE3]))
            except InvalidTag:
                continue
            self.counters[sender] = counter + 1
            self.last[sender] = (seen, plain)
            return plain
        return None

    def control(self, payload):
        """A control PDU in the clear."""
        opcode = payload[0]
        if opcode == 0x03:
            self.request = payload
        elif opcode == 0x04:
            self.response = payload
        elif opcode == 0x05:
            self.start()
        elif opcode == 0x0B:
            self.cipher = None


def main(air, keys, plain):
    with open(keys, newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    with open(air, "rb") as file:
        octets = file.read()
    output = bytearray(octets[:24])
    links, position, decrypted, failed = {}, 24, 0, 0
    while position < len(octets):
        second, fraction, length, _ = struct.unpack_from("<4I", octets, position)
        packet = bytearray(octets[position + 16 : position + 16 + length])
        position += 16 + length
        address = struct.unpack_from("<I", packet, HEADER)[0]
        flags = struct.unpack_from("<H", packet, 8)[0]
        sender, pdu = flags >> 7 & 7, packet[HEADER + 4 : -3]
        if address == ADVERTISING and sender == 0 and pdu[0] & 0xF == 5:
            links.pop(struct.unpack_from("<I", pdu, 14)[0], None)
        elif address != ADVERTISING and sender in (CENTRAL, PERIPHERAL) and len(pdu) > 2:
            text = f"0x{address:08x}"
            link = links.setdefault(
                address, Link([line for line in lines if line["access_address"] == text])
            )
            payload = bytes(pdu[2:])
            if link.cipher is not None and len(payload) > 4:
                opened = link.open(sender, pdu[0], payload)
                if opened is None:
                    failed += 1
                else:
                    decrypted += 1
                    flags |= DECRYPTED | MIC_CHECKED | MIC_VALID
                    struct.pack_into("<H", packet, 8, flags)
                    packet = packet[: HEADER + 4] + bytes([pdu[0], len(opened)]) + opened + packet[-3:]
            elif pdu[0] & 3 == 3:
                link.control(payload)
        output += struct.pack("<4I", second, fraction, len(packet), len(packet)) + packet
    with open(plain, "wb") as file:
        file.write(output)
    print(f"decrypted={decrypted} failed={failed}")


main(*sys.argv[1:])
