"""Runs the executable."""

import json
import os
import subprocess
import tempfile

import keys
import profiles


class Failure:
    """A requirement that an accessory failed."""

    def __init__(self, requirement_set, requirement, line):
        self.requirement_set = requirement_set
        self.requirement = requirement
        self.line = line


class Result:
    """What a check of one accessory gave."""

    def __init__(self):
        self.failures = []
        self.inconclusive = []


class Checker:
    """The executable, and the format of accessory profiles as it writes it."""

    def __init__(self, tool, root):
        self.tool = os.path.abspath(tool)
        self.root = root
        self.schema = json.loads(self.run(["profile", "schema"]).stdout)
        self.keys = list(keys.paths(self.schema))
        self.paths = [path for path, _ in self.keys]
        self.features = dict(self.keys)["features"]["items"]["enum"]

    def run(self, arguments):
        return subprocess.run(
            [self.tool] + arguments, cwd=self.root, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )

    def base(self, name):
        """A shipped profile, every key of it."""
        values = profiles.load(os.path.join(self.root, "Profiles", "accessories", name + ".yaml"))
        return {path: value for path, value in values.items() if path in self.paths and path != "schema"}

    def write(self, values, file, title):
        with open(file, "w", encoding="utf-8") as output:
            output.write(profiles.text(values, self.paths, title))

    def check(self, values, seed, excused, requirement_set="all", only=None):
        """Puts an accessory through requirement sets; what is `excused` may fail."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "profile.yaml")
            self.write(values, file, "A variation")
            return self.check_profile(file, seed, excused, requirement_set, only)

    def check_profile(self, profile, seed, excused, requirement_set="all", only=None):
        """Puts an accessory through requirement sets by its file, or by its name where it is shipped."""
        arguments = ["check", profile, "--requirements", requirement_set, "--seed", str(seed), "--jobs", "1"]
        arguments += ["--no-capture", "--quiet", "--json", "-"] + (["--only", only] if only else [])
        ended = self.run(arguments)
        result = Result()
        if ended.returncode not in (0, 1, 3):
            line = "exit status %d: %s" % (ended.returncode, ended.stderr.strip() or "no message")
            result.failures.append(Failure(requirement_set, None, line))
            return result
        for report in json.loads(ended.stdout)["reports"]:
            for one in report["requirements"]:
                if one["verdict"] == "inconclusive":
                    result.inconclusive.append("%s: %s" % (one["id"], one["reason"]))
                if one["verdict"] == "fail" and one["id"] not in excused:
                    line = "%s FAIL: %s" % (one["id"], one["reason"])
                    result.failures.append(Failure(report["requirement_set"], one["id"], line))
        return result

    def replay(self, file, seed, failure):
        words = ["reflector", "check", file, "--requirements", failure.requirement_set, "--seed", str(seed)]
        return " ".join(words + (["--only", failure.requirement] if failure.requirement else []))
