"""Prints the line coverage of Sources, target by target, from the JSON of `llvm-cov export`.

usage: coverage.py FILE
"""

import json
import os
import sys


def main(path):
    root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    sources = os.path.join(root, "Sources") + os.sep
    with open(path) as file:
        data = json.load(file)["data"]
    targets = {}
    for entry in data[0]["files"]:
        name = os.path.realpath(entry["filename"])
        if not name.startswith(sources):
            continue
        target = name[len(sources) :].split(os.sep)[1]
        lines = entry["summary"]["lines"]
        covered, count = targets.get(target, (0, 0))
        targets[target] = (covered + lines["covered"], count + lines["count"])
    if not targets:
        sys.exit("coverage.py: %s has no file of %s" % (path, sources))
    rows = [(name, *targets[name]) for name in sorted(targets)]
    rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    width = max(len(name) for name, _, _ in rows)
    print("%-*s  %7s  %7s  %6s" % (width, "target", "covered", "lines", ""))
    for name, covered, count in rows:
        share = "%5.1f%%" % (100 * covered / count) if count else "-"
        print("%-*s  %7d  %7d  %6s" % (width, name, covered, count, share))


if len(sys.argv) != 2:
    sys.exit(__doc__.strip())
main(sys.argv[1])
