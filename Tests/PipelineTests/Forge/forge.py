"""Stands in for the servers of a forge: forge.py FOLDER PORT

Serves FOLDER/release under /release, and FOLDER/packages as GitLab's registry of generic packages, which wants the
token of a job. While FOLDER/broken exists, every answer is an error. Goes on in the background once it listens.
"""

import fcntl
import http.server
import os
import socket
import struct
import sys

folder, port = sys.argv[1], int(sys.argv[2])


class Forge(http.server.BaseHTTPRequestHandler):
    def answer(self, status, octets=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def place(self):
        """The file of a path, or the status that refuses it."""
        if os.path.exists(f"{folder}/broken"):
            return None, 500
        kind, _, rest = self.path.lstrip("/").partition("/")
        if kind == "release":
            return f"{folder}/release/{rest}", 200
        marker = "/packages/generic/"
        if kind == "api" and marker in rest:
            if self.headers.get("JOB-TOKEN") != "token-of-the-job":
                return None, 401
            return f"{folder}/packages/{rest.split(marker)[1]}", 200
        return None, 404

    def do_GET(self):
        file, status = self.place()
        if file and not os.path.isfile(file):
            file, status = None, 404
        if file is None:
            return self.answer(status)
        with open(file, "rb") as opened:
            self.answer(200, opened.read())

    def do_PUT(self):
        file, status = self.place()
        octets = self.rfile.read(int(self.headers["Content-Length"]))
        if file is None or "/packages/" not in file:
            return self.answer(status if file is None else 405)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "wb") as opened:
            opened.write(octets)
        self.answer(201)

    def log_message(self, *_):
        pass


# A network namespace begins with its loopback down.
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
    request = struct.pack("16sh", b"lo", 1)
    flags = struct.unpack("16sh", fcntl.ioctl(control, 0x8913, request))[1]
    fcntl.ioctl(control, 0x8914, struct.pack("16sh", b"lo", flags | 1))
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Forge)
if os.fork() == 0:
    silent = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silent, descriptor)
    server.serve_forever()
