"""Plants mistakes in the accessory's end of a scratch copy, one at a time, and counts those that the checks catch.

  python3 Tests/Tools/mutants --seed 7
  python3 Tests/Tools/mutants --seed 7 --count 20 --minutes 10
"""

import argparse
import os
import random
import shlex
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import reporting
from building import Pool, say
from judging import judge
from running import Runner

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
PROFILES = ["nordic-nrf54l15-ipt", "reference", "everything", "nordic-nrf54l15-ras"]


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="draws the mutants (default: 1)")
    parser.add_argument("--count", type=int, default=300, help="how many are drawn (default: 300)")
    parser.add_argument("--minutes", type=float, help="stop drawing after this time")
    parser.add_argument("--check-seed", type=int, default=1, help="the seed of the checks (default: 1)")
    parser.add_argument("--source", default=ROOT, help="the tree that is copied (default: this one)")
    parser.add_argument("--work", default=os.path.join(ROOT, ".build-mutants"), help="the scratch copy")
    parser.add_argument("--only", default="", help="draw from files whose path has this")
    parser.add_argument("--mutant", type=int, action="append", help="run this one, drawn or not")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    parser.add_argument("--report", help="write the report here, and JSON beside it")
    parser.add_argument("--write", action="store_true", help="write the scratch copy and build nothing")
    return parser.parse_args()


def profiles(work):
    """The profile at hand and two others: the widest, and one of the Ranging Service."""
    folder = os.path.join(work, "Profiles", "accessories")
    there = [name for name in PROFILES if os.path.exists(os.path.join(folder, name + ".yaml"))]
    return [os.path.join(folder, name + ".yaml") for name in there[:3]]


def drawn(arguments, mutants):
    if arguments.mutant:
        return [mutants[number] for number in arguments.mutant]
    numbers = sorted(number for number, site in mutants.items() if arguments.only in site.path)
    chance = random.Random(arguments.seed)
    return [mutants[number] for number in chance.sample(numbers, min(arguments.count, len(numbers)))]


def main():
    arguments = options()
    begun = time.monotonic()
    pool = Pool(os.path.realpath(arguments.source), os.path.realpath(arguments.work))
    say("%d mutants written to %s" % (pool.write(), pool.work))
    if arguments.write:
        return 0
    pool.build(shlex.split(os.environ.get("SWIFT", "swift")), say)
    mutants = pool.mutants()
    say("%d mutants compile; built after %.0f s" % (len(mutants), time.monotonic() - begun))
    runner = Runner(pool.executable, profiles(pool.work), arguments.check_seed)
    runner.begin()
    seen = runner.survey()
    chosen = drawn(arguments, mutants)
    deadline = begun + arguments.minutes * 60 if arguments.minutes else float("inf")
    names = [os.path.basename(profile)[: -len(".yaml")] for profile in runner.profiles]

    def keep(outcomes):
        if arguments.report:
            with open(arguments.report, "w", encoding="utf-8") as file:
                file.write(reporting.text(outcomes, arguments.seed, names, len(mutants)))
            with open(arguments.report + ".json", "w", encoding="utf-8") as file:
                file.write(reporting.as_json(outcomes, arguments.seed, names, len(mutants)))

    outcomes = run(chosen, runner, seen, deadline, arguments.jobs, keep)
    keep(outcomes)
    print(reporting.text(outcomes, arguments.seed, names, len(mutants)))
    say("%d of %d run, %.0f s in all" % (len(outcomes), len(chosen), time.monotonic() - begun))
    return 0


def run(chosen, runner, seen, deadline, jobs, keep):
    """The outcomes in the order of the draw; those that the time did not allow are left out. `keep` gets those so far."""

    def one(site):
        return judge(site, runner, seen) if time.monotonic() < deadline else None

    outcomes = []
    with ThreadPoolExecutor(max_workers=jobs) as threads:
        for index, outcome in enumerate(threads.map(one, chosen), 1):
            if outcome:
                outcomes.append(outcome)
            if index % 25 == 0:
                say("%d of %d" % (index, len(chosen)))
                keep(outcomes)
    return outcomes


if __name__ == "__main__":
    sys.exit(main())
