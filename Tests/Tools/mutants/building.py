"""Makes the scratch copy, with all mutants in it, and the executable of it."""

import json
import os
import re
import shutil
import subprocess
import sys

import ends
from operators import Operators
from rewriting import blamed, rewrite, sites
from structure import Structure

ERROR = re.compile(r"^(/[^:\n]+/Sources/([^:\n]+\.swift)):(\d+):(\d+): error: (.*)$", re.M)
MOST_TURNS = 60
# The one case that would triple the time of each run goes on for no longer than in the tests.
SHORTENED = "Profiles/requirements/core-6-3-ll.yaml", "endless_procedures: 65600", "endless_procedures: 1100"


class Pool:
    """The mutants that compile, by number, and the executable that has them all."""

    def __init__(self, root, work):
        self.root, self.work = root, work
        self.found = {}
        self.executable = os.path.join(work, ".build", "debug", "reflector")

    # MARK: The copy

    def write(self):
        """Writes the scratch copy; a file that is as it was stays, so that what was built stays too."""
        sources = os.path.join(self.root, "Sources")
        codes = error_codes(sources)
        self.found, count = {}, 0
        for path in swift_files(sources):
            with open(os.path.join(sources, path), encoding="utf-8") as file:
                text = ends.patched(path, file.read())
            here = []
            if path.startswith(tuple(place + "/" for place in ends.MUTATED)) and not ends.EXCLUDED.search(path):
                structure = Structure(text)
                here = sites(path, structure, Operators(structure, codes), ends.switch(path, structure))
            for site in here:
                site.number = count
                count += 1
            self.found[path] = (text, here)
        self.refused = set()
        for name in ("Profiles", "Package.resolved"):
            self.copy(name)
        self.shorten(*SHORTENED)
        with open(os.path.join(self.root, "Package.swift"), encoding="utf-8") as file:
            self.put("Package.swift", ends.package(file.read()))
        self.put("Sources/MutantSwitch/include/MutantSwitch.h", ends.HEADER)
        self.put("Sources/MutantSwitch/MutantSwitch.c", ends.SOURCE % {"count": count + 1})
        self.remove_strays(sources)
        for path in files(sources):
            if not path.endswith(".swift"):
                self.copy("Sources/" + path)
        for path in self.found:
            self.put_source(path)
        return count

    def put_source(self, path):
        text, here = self.found[path]
        left = [site for site in here if site.number not in self.refused]
        text = rewrite(text, left)
        if left or ends.is_patched(path):
            text = "import MutantSwitch; " + text
        self.put("Sources/" + path, text)

    def put(self, path, text):
        place = os.path.join(self.work, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.exists(place):
            with open(place, encoding="utf-8") as file:
                if file.read() == text:
                    return
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)

    def copy(self, name):
        source, place = os.path.join(self.root, name), os.path.join(self.work, name)
        if os.path.isdir(source):
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(source, place)
        elif os.path.exists(source):
            with open(source, encoding="utf-8") as file:
                self.put(name, file.read())

    def shorten(self, name, old, new):
        place = os.path.join(self.work, name)
        with open(place, encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            raise SystemExit("mutants: %s has no single %s" % (name, old))
        with open(place, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    def remove_strays(self, sources):
        for path in swift_files(os.path.join(self.work, "Sources")):
            if path not in self.found:
                os.remove(os.path.join(self.work, "Sources", path))

    # MARK: The build

    def build(self, swift, report):
        """Builds; the mutants that the compiler refuses go, until there are none left."""
        remembered = os.path.join(self.work, "refused.json")
        self.remember(remembered)
        for turn in range(MOST_TURNS):
            # One target after the other: errors of a lower one hide those above it.
            output = self.compile(swift)
            if output is None:
                self.store(remembered)
                return
            gone = self.refuse(output)
            report("build %d: the compiler refuses %d mutants, %d in all" % (turn + 1, len(gone), len(self.refused)))
            if not gone:
                raise SystemExit("mutants: the scratch copy does not build:\n" + output[-4000:])
        raise SystemExit("mutants: %d builds did not suffice" % MOST_TURNS)

    def compile(self, swift):
        """Nil where all is well, else what the compiler says."""
        command = swift + ["build", "--scratch-path", ".build", "-Xswiftc", "-O", "--product", "reflector"]
        done = subprocess.run(command, cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return None if done.returncode == 0 else done.stdout

    def refuse(self, output):
        """Takes out the mutants that errors speak of, or those around where none does."""
        return self.take_out(output, False) or self.take_out(output, True)

    def take_out(self, output, is_stubborn):
        gone, texts = set(), {}
        for _, path, line, column, _ in set(ERROR.findall(output)):
            if path not in self.found:
                continue
            if path not in texts:
                with open(os.path.join(self.work, "Sources", path), encoding="utf-8") as file:
                    texts[path] = file.read()
            gone.update(blamed(texts[path], int(line), int(column), is_stubborn))
        gone -= self.refused
        self.refused |= gone
        for path in texts:
            self.put_source(path)
        return gone

    def identities(self):
        """A name for each mutant that holds while its statement stays as it is."""
        counts, names = {}, {}
        for path in sorted(self.found):
            for site in self.found[path][1]:
                key = site.key + ":" + site.mutant.text[:80]
                counts[key] = counts.get(key, 0) + 1
                names[site.number] = "%s#%d" % (key, counts[key])
        return names

    def remember(self, path):
        """Leaves out at once what the compiler refused last time."""
        if not os.path.exists(path):
            return
        with open(path, encoding="utf-8") as file:
            known = set(json.load(file))
        self.refused = {number for number, name in self.identities().items() if name in known}
        for each in self.found:
            self.put_source(each)

    def store(self, path):
        names = self.identities()
        with open(path, "w", encoding="utf-8") as file:
            json.dump(sorted(names[number] for number in self.refused), file)

    def mutants(self):
        """Number to site of all that compile."""
        everything = (site for _, here in self.found.values() for site in here)
        return {site.number: site for site in everything if site.number not in self.refused}


def files(folder):
    found = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.relpath(os.path.join(place, name), folder) for name in sorted(names)]
    return found


def swift_files(folder):
    return [path for path in files(folder) if path.endswith(".swift")]


def error_codes(sources):
    with open(os.path.join(sources, "Foundations", "CoreTypes", "ErrorCode.swift"), encoding="utf-8") as file:
        return re.findall(r"static let (\w+) = ErrorCode\(", file.read())


def say(text):
    print(text, file=sys.stderr, flush=True)
