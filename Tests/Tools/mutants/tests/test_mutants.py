"""Tests of the mutants: python3 -m unittest discover -s Tests/Tools/mutants/tests"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
ROOT = os.path.realpath(os.path.join(TOOL, "..", "..", ".."))
sys.path.insert(0, TOOL)

import areas
import ends
import judging
import reporting
from building import Pool, swift_files
from operators import Operators
from rewriting import blamed, extents, rewrite, sites
from running import Run
from structure import Structure
from tokens import tokens

CODES = ["success", "limitedResources"]


def mutated(body, switch=lambda statement, mutant: "mutant(%d)"):
    """The mutants of a function's body, and the body with them."""
    text = "func f() {\n%s\n}\n" % body
    structure = Structure(text)
    found = sites("F.swift", structure, Operators(structure, CODES), switch)
    for index, site in enumerate(found):
        site.number = index
    return found, rewrite(text, found)


def texts(body, kind):
    return [site.mutant.text for site in mutated(body)[0] if site.mutant.kind == kind]


def is_balanced(text):
    """Whether every bracket of a text has its partner."""
    open_ones = []
    for token in tokens(text):
        if token.text in ("(", "[", "{"):
            open_ones.append(token.text)
        elif token.text in (")", "]", "}") and (not open_ones or "([{".index(open_ones.pop()) != ")]}".index(token.text)):
            return False
    return not open_ones


class Kinds(unittest.TestCase):
    def test_a_comparison_takes_in_or_leaves_out_its_limit(self):
        self.assertIn("a + b <= c", texts("let x = a + b < c && d", "comparison"))
        self.assertIn("a != b", texts("if a == b { g() }", "comparison"))

    def test_a_sum_becomes_a_difference_of_the_same_operands(self):
        self.assertEqual(texts("x = a * 2 + b", "sign"), ["a * 2 - b"])
        self.assertIn("x -= y", texts("x += y", "sign"))

    def test_operands_and_arguments_change_places(self):
        self.assertIn("b - a", texts("let x = a - b", "swapped operands"))
        self.assertIn("f(a: c, b: b)".replace("b: b", "b: d"), texts("g(f(a: d, b: c))", "swapped operands"))

    def test_a_constant_is_another(self):
        self.assertEqual(len(texts("let x = a * 625", "wrong constant")), 1)
        self.assertEqual(texts("return .success", "wrong constant"), ["ErrorCode.limitedResources"])

    def test_one_beside_a_sign_is_off_by_one(self):
        self.assertIn(texts("let x = a + 1", "off by one"), (["0"], ["2"]))

    def test_calls_and_assignments_are_left_out(self):
        self.assertEqual([site.mutant.text for site in mutated("g(x)")[0] if site.mutant.kind == "dropped statement"], [""])
        self.assertEqual(mutated("x = y")[0][0].mutant.kind, "stale state")
        self.assertEqual(mutated("list.removeAll()")[0][0].mutant.kind, "stale state")

    def test_a_condition_of_a_guard_is_not_looked_at(self):
        self.assertIn("true || (a)", texts("guard a, let b else { return }", "dropped statement"))

    def test_what_a_closure_returns_and_an_initialiser_sets_stays(self):
        self.assertEqual(texts("x.map { g($0) }", "dropped statement"), [""])
        text = "struct S {\n  init(a: Int) {\n    self.a = a\n  }\n}\n"
        structure = Structure(text)
        self.assertEqual(sites("S.swift", structure, Operators(structure, CODES), lambda *_: "mutant(%d)"), [])

    def test_a_field_goes_out_in_the_other_order(self):
        self.assertEqual(
            texts('try v.u16("A", &a)', "byte order"), ['a = a.byteSwapped; try v.u16("A", &a); a = a.byteSwapped'])


class Rewriting(unittest.TestCase):
    def test_no_line_moves(self):
        for path in ("Protocol/LinkLayer/LinkControl/ChannelSounding/CSStart.swift", "Protocol/HostStack/SMP/Pairing.swift"):
            with open(os.path.join(ROOT, "Sources", path), encoding="utf-8") as file:
                text = file.read()
            structure = Structure(text)
            found = sites(path, structure, Operators(structure, CODES), ends.switch(path, structure))
            for index, site in enumerate(found):
                site.number = index
            self.assertGreater(len(found), 10)
            self.assertEqual(rewrite(text, found).count("\n"), text.count("\n"))

    def test_without_mutants_the_text_stays(self):
        for path in swift_files(os.path.join(ROOT, "Sources", "Protocol", "LinkLayer")):
            with open(os.path.join(ROOT, "Sources", "Protocol", "LinkLayer", path), encoding="utf-8") as file:
                text = file.read()
            self.assertEqual(rewrite(text, []), text)

    def test_a_statement_stands_behind_its_switch(self):
        self.assertIn("if !mutant(0) { g(", mutated("g(x)")[1])

    def test_patterns_strings_and_declarations_stay(self):
        found, _ = mutated('switch x {\ncase 3: break\ndefault: break\n}\nlet s = "1 < 2"\nif case .a(4) = x { return }')
        self.assertEqual([site.original for site in found if site.mutant.kind == "wrong constant"], [])

    def test_an_initial_value_outside_code_stays(self):
        structure = Structure("struct S {\n  static let a = 5\n  var b = 6\n  static let c = { 7 }()\n}\n")
        self.assertEqual(list(sites("S.swift", structure, Operators(structure, CODES), lambda *_: "mutant(%d)")), [])

    def test_what_planted_faults_do_is_no_place_for_mutants(self):
        text = "func f() {\n  if faults.contains(.x) {\n    g(1)\n  }\n  h(1)\n}\n"
        structure = Structure(text)
        found = sites("F.swift", structure, Operators(structure, CODES), ends.switch("F.swift", structure))
        self.assertEqual({site.line for site in found}, {5})

    def test_an_error_of_the_compiler_leads_to_its_mutant(self):
        found, text = mutated("x = a < b\ny = c < d")
        for key, (start, end) in extents(text).items():
            line = text.count("\n", 0, start) + 1
            column = start - text.rfind("\n", 0, start)
            self.assertIn(key, blamed(text, line, column + 2))
        self.assertEqual(len(extents(text)), len(found))

    def test_strings_with_strings_in_them_are_one_token(self):
        self.assertEqual([token.text for token in tokens(r'a("x \(b["c"] ?? ")") y")')][2], r'"x \(b["c"] ?? ")") y"')


class Ends(unittest.TestCase):
    def test_the_copy_can_be_made_of_the_sources_as_they_are(self):
        with tempfile.TemporaryDirectory() as work:
            pool = Pool(ROOT, work)
            self.assertGreater(pool.write(), 4_000)
            again = Pool(ROOT, work)
            for text, here in pool.found.values():
                self.assertEqual([site.mutant.text for site in here if not is_balanced(site.mutant.text)], [])
            names = pool.identities()
            again.write()
            self.assertEqual(names, again.identities())
            for path in ends.PATCHES:
                self.assertTrue(os.path.exists(os.path.join(work, "Sources", path)), path)
            described = subprocess.run(["swift", "package", "describe", "--type", "json"], cwd=work, capture_output=True)
            self.assertEqual(described.returncode, 0, described.stderr)
            targets = json.loads(described.stdout)["targets"]
            self.assertNotIn("test", [target["type"] for target in targets])
            self.assertEqual([t["sources"] for t in targets if t["name"] == "CPcap"], [["CPcap.c"]])

    def test_a_patch_that_no_longer_fits_is_an_error(self):
        with self.assertRaises(SystemExit):
            ends.patched("Foundations/SimulationKernel/Simulation.swift", "nothing")

    def test_where_both_ends_meet_a_mutant_belongs_to_one(self):
        text = (
            "extension SubeventExchange {\n  func f() {\n    reflector.x = 5\n    initiator.x = 6\n"
            "    initiator.y(reflector.z(7))\n  }\n}\n")
        path = "Devices/VirtualController/Exchange/SubeventExchange+X.swift"
        structure = Structure(text)
        found = sites(path, structure, Operators(structure, CODES), ends.switch(path, structure))
        self.assertEqual(
            {(site.line, site.switch) for site in found},
            {(3, "mutantOf(%d, reflector.mutantEnd)"), (4, "mutantOf(%d, initiator.mutantEnd)")})

    def test_neither_the_medium_nor_the_tester_is_mutated(self):
        for path in ("Devices/VirtualController/Air/Air.swift", "Physics/RadioModel/Propagation/Motion.swift"):
            self.assertTrue(ends.EXCLUDED.search(path))
        self.assertFalse([place for place in ends.MUTATED if place.startswith("Judging/")])


def run(digest, verdicts, is_whole=True):
    """A run as the report of a check tells it."""
    requirements = [
        {"id": name, "title": title, "text": "", "verdict": verdict} for name, title, verdict in verdicts]
    return Run(digest, digest, [{"requirement_set": "apple-ios27-cs", "requirements": requirements}], is_whole)


class Judgement(unittest.TestCase):
    baseline = run("a", [("A", "Encryption", "pass"), ("B", "Distance", "fail")])

    def outcome(self, *runs):
        found, _ = mutated("x = y")
        found[0].path = "Protocol/LinkLayer/LinkControl/Procedures/Encryption.swift"
        outcome = judging.Outcome(found[0])
        for index, each in enumerate(runs):
            outcome.take(each, self.baseline, index == 0)
        return outcome

    def test_the_same_octets_are_not_reached(self):
        self.assertEqual(self.outcome(self.baseline).fate, "not reached")

    def test_other_octets_without_a_failure_are_missed(self):
        self.assertEqual(self.outcome(run("b", [("A", "Encryption", "pass"), ("B", "Distance", "fail")])).fate, "missed")

    def test_a_failure_that_speaks_of_the_file_is_right_blame(self):
        outcome = self.outcome(run("b", [("A", "Encryption", "fail")]))
        self.assertEqual((outcome.fate, outcome.caught_at_hand), ("caught", True))

    def test_a_failure_that_speaks_of_something_else_is_not(self):
        other = run("b", [("C", "Antennas", "fail")])
        self.assertEqual(self.outcome(other).fate, "caught, not blamed")

    def test_the_set_at_hand_counts_on_the_first_profile_alone(self):
        outcome = self.outcome(self.baseline, run("b", [("A", "Encryption", "fail")]))
        self.assertEqual((outcome.reached_at_hand, outcome.caught_at_hand), (False, False))

    def test_a_simulation_that_stops_is_no_verdict(self):
        self.assertEqual(self.outcome(run("b", [], is_whole=False)).fate, "stopped")

    def test_every_mutated_file_has_an_area(self):
        for target in ends.MUTATED:
            for path in swift_files(os.path.join(ROOT, "Sources", target)):
                self.assertTrue(areas.areas("%s/%s" % (target, path)), path)

    def test_no_file_is_spoken_of_by_nearly_every_requirement(self):
        folder = os.path.join(ROOT, "docs", "requirements")
        found = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found += re.findall(r"^\| [A-Z]+-[A-Z]?\d+ \| \*\*(.*?)\*\* (.*?) \|", file.read(), re.M)
        self.assertGreater(len(found), 100)
        for pattern, names in areas.FILES:
            words = "|".join(areas.WORDS[name] for name in names.split(", "))
            fitting = sum(bool(re.search(words, " ".join(row), re.I)) for row in found)
            self.assertLess(fitting / len(found), 0.66, pattern)

    def test_the_report_counts_what_was_reached(self):
        outcomes = [
            self.outcome(self.baseline), self.outcome(run("b", [("A", "Encryption", "fail")])),
            self.outcome(run("b", [])), self.outcome(run("b", [], is_whole=False))]
        row = reporting.counts(outcomes)
        self.assertEqual(
            row,
            {"drawn": 4, "not reached": 1, "stopped": 1, "reached": 2, "caught": 1, "blamed": 1, "missed": 1, "at hand": 2,
             "caught at hand": 1})
        for site in outcomes:
            site.site.number = 1
        text = reporting.text(outcomes, 7, ["one"], 100)
        self.assertIn("Of 2 reached, caught by all sets: 1, 50 %", text)
        self.assertIn("caught by that set: 1, 50 %; they are 50 % of all reached", text)
        self.assertIn("Missed on the record: 1", text)
        self.assertEqual(len(json.loads(reporting.as_json(outcomes, 7, ["one"], 100))["mutants"]), 4)


if __name__ == "__main__":
    unittest.main()
