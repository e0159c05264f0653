"""The way from the sources to the report, with stand-ins for the compiler and for the checks."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

TOOL = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
ROOT = os.path.realpath(os.path.join(TOOL, "..", "..", ".."))
sys.path.insert(0, TOOL)

import ends
import judging
from building import Pool
from running import Runner

# Writes what a check writes; mutant 3 fails a requirement of encryption, 4 shows in the capture alone, 5 in nothing, 6 ends
# the simulation, 7 waits for a child that does not end.
CHECK = """
    import json, os, sys
    number = os.environ.get("REFLECTOR_MUTANT")
    survey = os.environ.get("REFLECTOR_MUTANT_SURVEY")
    if survey:
        open(survey, "w").write("3\\n4\\n5\\n6\\n")
    if number == "6":
        sys.exit(70)
    if number == "7":
        import subprocess
        child = subprocess.Popen(["sleep", "600"])
        open(sys.argv[0] + ".child", "w").write(str(child.pid))
        child.wait()
    verdict = "fail" if number == "3" else "pass"
    requirement = {"id": "CS-A08", "title": "Encryption", "text": "", "verdict": verdict}
    report = {"requirement_set": "apple-ios27-cs", "requirements": [requirement]}
    json.dump({"reports": [report]}, open("report.json", "w"))
    os.makedirs("captures")
    open("captures/a.pcapng", "w").write("changed" if number == "4" else "same")
    sys.exit(1 if verdict == "fail" else 0)
"""

# Complains of the first comparison that is left, and is content when there is none.
SWIFT = """
    import os, sys
    sys.path.insert(0, %r)
    from rewriting import extents
    path = os.path.join(os.getcwd(), "Sources/Protocol/HostStack/SMP/Pairing.swift")
    text = open(path).read()
    found = {key: place for key, place in extents(text).items() if " != " in text[slice(*place)].split(")")[1]}
    if not found:
        sys.exit(0)
    start = min(place[0] for place in found.values())
    line = text.count("\\n", 0, start) + 1
    column = start - text.rfind("\\n", 0, start)
    print("%%s:%%d:%%d: error: not of this type" %% (path, line, column))
    sys.exit(1)
"""


def script(folder, name, text):
    """An executable of Python in a folder."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!%s\n%s" % (sys.executable, textwrap.dedent(text)))
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def runs(process):
    """Whether a process runs, one that only waits to be reaped aside."""
    try:
        with open("/proc/%d/stat" % process, encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Site:
    """As much of a mutant as a judgement needs."""

    def __init__(self, number):
        self.number, self.path = number, "Protocol/LinkLayer/LinkControl/Procedures/Encryption.swift"


class Flow(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def test_runs_are_held_against_one_without_a_mutant(self):
        runner = Runner(script(self.folder, "check", CHECK), ["one", "two"], 1)
        runner.begin()
        seen = runner.survey()
        fates = {number: judging.judge(Site(number), runner, seen).fate for number in (2, 3, 4, 5, 6)}
        self.assertEqual(
            fates, {2: "not reached", 3: "caught", 4: "missed", 5: "not reached", 6: "stopped"})

    def test_a_run_that_takes_too_long_ends_with_its_child(self):
        check = script(self.folder, "check", CHECK)
        runner = Runner(check, ["one", "two"], 1)
        runner.begin()
        runner.limits = {"one": 2, "two": 2}
        seen = {"one": {7}, "two": {7}}
        self.assertEqual(judging.judge(Site(7), runner, seen).fate, "stopped")
        with open(check + ".child", encoding="utf-8") as file:
            child = int(file.read())
        # The kernel ends a killed process when it next gives it a processor.
        patience = time.monotonic() + 10
        while runs(child) and time.monotonic() < patience:
            time.sleep(0.01)
        self.assertFalse(runs(child))

    def test_a_check_that_cannot_run_is_an_error(self):
        with self.assertRaises(SystemExit):
            Runner(script(self.folder, "check", "import sys; sys.exit(2)"), ["one"], 1).begin()

    def test_what_the_compiler_refuses_goes_and_is_remembered(self):
        work = os.path.join(self.folder, "work")
        pool, told = Pool(ROOT, work), []
        pool.write()
        count = len(pool.mutants())
        pool.build([script(self.folder, "swift", SWIFT % TOOL)], told.append)
        self.assertEqual(len(pool.mutants()), count - len(pool.refused))
        self.assertGreater(len(pool.refused), 1)
        again = Pool(ROOT, work)
        again.write()
        again.build([script(self.folder, "swift", SWIFT % TOOL)], told.append)
        self.assertEqual(again.refused, pool.refused)

    @unittest.skipUnless(shutil.which("cc") or shutil.which("clang"), "there is no C compiler")
    def test_the_switch_acts_on_the_accessory_alone(self):
        def write(name, text):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

        write("MutantSwitch.h", ends.HEADER)
        write("MutantSwitch.c", ends.SOURCE % {"count": 9})
        write("main.c", textwrap.dedent(
            """
            #include "MutantSwitch.h"
            #include <stdio.h>
            int main(void) {
              int outside = mutant(7);
              int32_t outer = mutantEnter(1);
              int inside = mutant(7), other = mutant(6);
              mutantLeave(outer);
              printf("%d %d %d %d %d\\n", outside, inside, other, mutantOf(7, true), mutantOf(7, false));
            }
            """))
        compiler = shutil.which("cc") or shutil.which("clang")
        program = os.path.join(self.folder, "main")
        subprocess.run([compiler, "-o", program, "main.c", "MutantSwitch.c"], cwd=self.folder, check=True)

        def run(**environment):
            done = subprocess.run([program], env={**os.environ, **environment}, capture_output=True, text=True, check=True)
            return done.stdout.strip()

        self.assertEqual(run(), "0 0 0 0 0")
        self.assertEqual(run(REFLECTOR_MUTANT="7"), "0 1 0 1 0")
        survey = os.path.join(self.folder, "survey")
        self.assertEqual(run(REFLECTOR_MUTANT_SURVEY=survey), "0 0 0 0 0")
        with open(survey, encoding="utf-8") as file:
            self.assertEqual(file.read().split(), ["6", "7"])


if __name__ == "__main__":
    unittest.main()
