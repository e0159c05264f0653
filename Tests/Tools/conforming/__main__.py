"""Checks random legal accessories: a requirement that fails one of them is a defect of the tester.

Each variation changes some keys of `reference` or `everything` within their legal ranges. It goes through all shipped
requirement sets. A failure is shrunk to the few keys that matter, and kept with the command that repeats it.
"""

import argparse
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import excuses
import keys
import rules
from checker import Checker
from shrinking import shrink

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))


def arguments():
    parser = argparse.ArgumentParser(prog="conforming", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--tool", required=True, help="the executable `reflector`")
    parser.add_argument("--count", type=int, default=500, help="how many variations (default: 500)")
    parser.add_argument("--seconds", type=float, help="begin no variation after so many seconds")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all chance (default: 1)")
    parser.add_argument("--only", type=int, help="the one variation of this number")
    parser.add_argument("--base", action="append", help="vary this profile; given again, each in turn")
    parser.add_argument("--unchanged", action="store_true", help="check each base as it is, COUNT seeds of it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="checks at the same time")
    parser.add_argument("--keep", default="Captures/conforming", help="the folder of profiles that failed")
    parser.add_argument("--selftest", action="store_true", help="shrink a failure whose cause is known")
    parser.add_argument("--keys", action="store_true", help="list the keys that are varied, and the others")
    options = parser.parse_args()
    if not os.access(options.tool, os.X_OK):
        parser.error("--tool %s: not an executable" % options.tool)
    for name in ("count", "jobs"):
        if getattr(options, name) < 1:
            parser.error("--%s %d: expected 1 or more" % (name, getattr(options, name)))
    return options


def vary(base, number, seed, checker):
    """Variation `number` of a run: the base with some keys drawn anew, and legal."""
    chance = random.Random("%d/%d" % (seed, number))
    values = dict(base)
    share = chance.choice([0.1, 0.3, 1.0])
    for path, shape in checker.keys:
        if path not in keys.EXCLUDED and (path not in values or chance.random() < share):
            values[path] = keys.draw(path, shape, chance)
    if chance.random() < 0.6:
        rules.befriend(values, chance)
    rules.mend(values, checker.features, chance)
    return values


def main():
    options = arguments()
    checker = Checker(options.tool, ROOT)
    missing, idle = keys.unlisted(checker.schema)
    if missing or idle:
        sys.exit("conforming: no range of good silicon for %s; no longer keys: %s" % (missing, idle))
    if options.keys:
        for path, _ in checker.keys:
            print("%-45s %s" % (path, "excluded: " + keys.EXCLUDED[path] if path in keys.EXCLUDED else "varied"))
        return 0
    if options.selftest:
        return selftest(checker)
    begin, names = time.monotonic(), options.base or ["reference", "everything"]
    numbers = range(options.count) if options.only is None else [options.only]
    if options.unchanged:
        return max([unchanged(checker, options, name, numbers) for name in names])
    bases = [checker.base(name) for name in names]

    def check(number):
        if options.seconds is not None and time.monotonic() - begin > options.seconds:
            return None
        values = vary(bases[number % len(bases)], number, options.seed, checker)
        return values, checker.check(values, options.seed + number, excuses.missed(values))

    done, failed, inconclusive = 0, 0, {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, outcome in zip(numbers, pool.map(check, numbers)):
            if outcome is None:
                continue
            values, result = outcome
            done += 1
            for one in result.inconclusive:
                inconclusive[one] = inconclusive.get(one, 0) + 1
            if result.failures:
                failed += 1
                report(checker, options, names, number, bases[number % len(bases)], values, result)
    took = time.monotonic() - begin
    print("%d of %d variations failed in %.0f s, seed %d" % (failed, done, took, options.seed))
    for one in sorted(inconclusive):
        print("  inconclusive %d times: %s" % (inconclusive[one], one))
    if done == 0:
        sys.exit("conforming: no variation was checked")
    return 1 if failed else 0


def unchanged(checker, options, name, numbers):
    """Checks a shipped profile as it is: what fails with each seed is its own, what fails with some is a defect."""
    begin = time.monotonic()

    def check(number):
        if options.seconds is not None and time.monotonic() - begin > options.seconds:
            return None
        return options.seed + number, checker.check_profile(name, options.seed + number, {})

    with ThreadPoolExecutor(options.jobs) as pool:
        results = [one for one in pool.map(check, numbers) if one]
    if not results:
        sys.exit("conforming: no seed was checked")
    failed = [{(one.requirement_set, one.requirement) for one in result.failures} for _, result in results]
    own = set.intersection(*failed)
    defects = {one for one in set.union(*failed) if one not in own}
    print("%s: %d of %d seeds fail what others pass; every seed fails: %s" % (
        name, sum(bool(some & defects) for some in failed), len(results),
        ", ".join(sorted(requirement or requirement_set for requirement_set, requirement in own)) or "none"))
    for seed, result in results:
        for failure in result.failures:
            if (failure.requirement_set, failure.requirement) in defects:
                print("  %s\n  replay: %s" % (failure.line, checker.replay(name, seed, failure)))
    return 1 if defects else 0


def selftest(checker):
    """An interval that the guidelines do not list, without an excuse, among changes that do not matter."""
    base = checker.base("reference")
    values = dict(base)
    values.update({"advertising.interval_ms": 100, "advertising.name": "Other", "core.company_id": "0x0001"})
    values.update({"gatt.mtu_octets": 300, "radio.carrier_offset_ppm": 5})
    failure = checker.check(values, 1, {}, "apple-adg-ble").failures[0]
    small = shrink(checker, base, values, 1, failure, lambda _: {})
    left = [path for path in checker.paths if small.get(path) != base.get(path)]
    print("%s, shrunk to %s" % (failure.line, left))
    return 0 if failure.requirement == "ADG-06" and left == ["advertising.interval_ms"] else 1


def report(checker, options, names, number, base, values, result):
    """Prints a failure with the few keys that matter, and keeps its profile."""
    name = names[number % len(names)]
    print("variation %d of %s, seed %d" % (number, name, options.seed))
    for failure in result.failures:
        print("  %s" % failure.line)
    seed = options.seed + number
    small = shrink(checker, base, values, seed, result.failures[0], excuses.missed)
    for path, _ in checker.keys:
        if small.get(path) != base.get(path):
            print("  differs: %s: %s" % (path, small.get(path)))
    os.makedirs(options.keep, exist_ok=True)
    file = os.path.join(options.keep, "seed-%d-%d.yaml" % (options.seed, number))
    checker.write(small, file, "Variation %d of %s with seed %d, shrunk" % (number, name, options.seed))
    print("  replay: %s" % checker.replay(file, seed, result.failures[0]))
    sys.stdout.flush()


sys.exit(main())
