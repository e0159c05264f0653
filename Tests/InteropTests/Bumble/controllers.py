"""Bumble's own virtual controllers on one link, each served at a transport.

usage: controllers.py TRANSPORT...
"""

import asyncio
import sys

from bumble.controller import Controller
from bumble.link import LocalLink
from bumble.transport import open_transport


async def main():
    link = LocalLink()
    transports = []
    for number, name in enumerate(sys.argv[1:], start=1):
        transport = await open_transport(name)
        transports.append(transport)
        Controller(
            f"C{number}", host_source=transport.source, host_sink=transport.sink, link=link,
            public_address=f"F0:F1:F2:F3:F4:F{number}")
        print(f"controller {number} at {name}", flush=True)
    await asyncio.gather(*(transport.source.wait_for_termination() for transport in transports))


asyncio.run(main())
