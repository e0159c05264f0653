"""Runs the checks with one mutant at a time, and keeps of each run its digest and its verdicts."""

import hashlib
import json
import os
import signal
import subprocess
import tempfile
import time

# A run may take this many times as long as one without a mutant, and at least so many seconds.
SLOWNESS, LEAST_SECONDS = 4, 20
# A mutant may make a loop endless; it shall not take the memory of the machine.
MEMORY_KILOBYTES = 4_000_000
AT_HAND_SET = "apple-ios27-cs"


class Run:
    """One profile checked against all sets: `digest` of reports and captures, that of the set at hand, failures."""

    def __init__(self, digest, at_hand, reports, is_whole, complaint=""):
        self.digest, self.at_hand, self.is_whole, self.complaint = digest, at_hand, is_whole, complaint
        self.verdicts = {}
        for report in reports:
            for requirement in report["requirements"]:
                name = (report["requirement_set"], requirement["id"])
                self.verdicts[name] = (requirement["verdict"], requirement)

    def failures(self, besides):
        """The requirements that fail here and not in the run `besides`."""
        return {
            name: requirement
            for name, (verdict, requirement) in self.verdicts.items()
            if verdict == "fail" and besides.verdicts.get(name, ("",))[0] != "fail"
        }

    def doubts(self, besides):
        return sorted(
            name[1]
            for name, (verdict, _) in self.verdicts.items()
            if verdict == "inconclusive" and besides.verdicts.get(name, ("",))[0] != "inconclusive"
        )


class Runner:
    """Runs the executable on profiles of the scratch copy."""

    def __init__(self, executable, profiles, seed):
        self.executable, self.profiles, self.seed = executable, profiles, seed
        self.baseline, self.limits = {}, {}

    def begin(self):
        """Runs every profile without a mutant, twice: what differs of itself would make all mutants seem reached."""
        for profile in self.profiles:
            begun = time.monotonic()
            first, second = self.run(profile, {}), self.run(profile, {})
            self.limits[profile] = max(LEAST_SECONDS, SLOWNESS * (time.monotonic() - begun) / 2)
            if not first.is_whole or not first.verdicts:
                raise SystemExit("mutants: %s cannot be checked without a mutant:\n%s" % (profile, first.complaint))
            if first.digest != second.digest:
                raise SystemExit("mutants: two runs of %s differ without a mutant" % profile)
            self.baseline[profile] = first

    def survey(self):
        """The mutants that any run comes by, by profile."""
        found = {}
        for profile in self.profiles:
            with tempfile.NamedTemporaryFile("r") as file:
                surveyed = self.run(profile, {"REFLECTOR_MUTANT_SURVEY": file.name})
                if surveyed.digest != self.baseline[profile].digest:
                    raise SystemExit("mutants: the survey of %s differs from a run without a mutant" % profile)
                found[profile] = {int(line) for line in file}
        return found

    def mutated(self, profile, number):
        return self.run(profile, {"REFLECTOR_MUTANT": str(number)})

    def run(self, profile, environment):
        with tempfile.TemporaryDirectory(dir=shared_memory()) as folder:
            command = ["/bin/sh", "-c", 'ulimit -v %d; exec "$0" "$@"' % MEMORY_KILOBYTES, self.executable]
            command += ["check", profile, "--requirements", "all", "--seed", str(self.seed)]
            command += ["--json", "report.json", "--capture", "captures", "--jobs", "1", "--quiet"]
            # A check is a process that watches another: a run that takes too long ends with both.
            running = subprocess.Popen(
                command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, start_new_session=True)
            try:
                said = running.communicate(timeout=self.limits.get(profile))[1]
                complaint = said.decode(errors="replace")[:2000]
                whole = running.returncode in (0, 1, 3) and b"crashed" not in said
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                running.communicate()
                whole, complaint = False, "did not end"
            return Run(*read(folder), whole, complaint)


def read(folder):
    """The digest of all that a run wrote, that of the set at hand, and the reports."""
    digest, at_hand, reports = hashlib.sha256(), hashlib.sha256(), []
    names = [(place, name) for place, _, files in os.walk(folder) for name in files]
    for place, name in sorted(names):
        with open(os.path.join(place, name), "rb") as file:
            octets = file.read()
        digest.update(name.encode() + b"\0" + octets)
        if AT_HAND_SET in name:
            at_hand.update(name.encode() + b"\0" + octets)
        if name == "report.json":
            try:
                reports = json.loads(octets)["reports"]
            except ValueError:
                reports = []
    for report in reports:
        if report["requirement_set"] == AT_HAND_SET:
            at_hand.update(json.dumps(report["requirements"]).encode())
    return digest.hexdigest(), at_hand.hexdigest(), reports


def shared_memory():
    return "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
