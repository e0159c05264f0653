#!/usr/bin/env python3
"""Writes the bill of materials of a release as CycloneDX 1.6.

sbom.py VERSION "$(swift --version)" < Package.resolved > reflector.cdx.json
"""
import json
import pathlib
import re
import sys


def sqlite_version():
    """The version of the SQLite that a build here links in."""
    header = pathlib.Path("/usr/include/sqlite3.h").read_text()
    return re.search(r'#define SQLITE_VERSION\s+"([^"]+)"', header)[1]


# The repositories of github.com/swiftlang whose libraries the linker puts into a release, each released as Swift is.
RUNTIME = [
    "swift", "swift-corelibs-foundation", "swift-corelibs-libdispatch", "swift-foundation", "swift-foundation-icu",
]


def runtime(swift):
    """What comes with the Swift of the build, whose --version says: Swift version 6.3.1 (swift-6.3.1-RELEASE)"""
    found = re.search(r"Swift version (\S+) \((\S+)\)", swift)
    if not found:
        sys.exit(f"sbom.py: found no release in {swift!r}, expected 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'")
    version, tag = found.groups()
    return [
        {
            "type": "library",
            "name": name,
            "version": version,
            "purl": f"pkg:github/swiftlang/{name}@{tag}",
            "scope": "required",
        }
        for name in RUNTIME
    ]


def main():
    pins = sorted(json.load(sys.stdin)["pins"], key=lambda pin: pin["identity"])
    components = [
        {
            "type": "library",
            "name": pin["identity"],
            "version": pin["state"].get("version", pin["state"]["revision"]),
            "purl": "pkg:swift/" + pin["location"].removeprefix("https://").removesuffix(".git")
            + "@" + pin["state"].get("version", pin["state"]["revision"]),
            "hashes": [{"alg": "SHA-1", "content": pin["state"]["revision"]}],
        }
        for pin in pins
    ]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "reflector", "version": sys.argv[1]}},
        "components": components
        + runtime(sys.argv[2])
        + [
            {"type": "library", "name": "sqlite", "version": sqlite_version(), "scope": "required"},
            {"type": "library", "name": "libstdc++", "scope": "required"},
            # Of the system that runs it.
            {"type": "library", "name": "libgcc", "scope": "required"},
            {"type": "library", "name": "libpcap", "scope": "optional"},
        ],
    }
    json.dump(document, sys.stdout, indent=2)
    print()


main()
