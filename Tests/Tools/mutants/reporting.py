"""What the measurement came to, as text for people and as JSON."""

import json

COLUMNS = ("drawn", "not reached", "stopped", "reached", "caught", "blamed", "missed", "at hand", "caught at hand")


def counts(outcomes):
    """The numbers of one row. A mutant that stops the simulation itself says nothing of the sets and does not count."""
    stopped = [each for each in outcomes if each.fate == "stopped"]
    reached = [each for each in outcomes if each.reached and each.fate != "stopped"]
    caught = [each for each in reached if each.caught]
    return {
        "drawn": len(outcomes),
        "not reached": sum(not each.reached for each in outcomes),
        "stopped": len(stopped),
        "reached": len(reached),
        "caught": len(caught),
        "blamed": sum(each.blamed for each in caught),
        "missed": len(reached) - len(caught),
        "at hand": sum(each.reached_at_hand for each in reached),
        "caught at hand": sum(each.caught_at_hand for each in reached),
    }


def share(part, whole):
    return "%.0f %%" % (100 * part / whole) if whole else "-"


def table(outcomes, title, name):
    """Rows by `name`, and one of all."""
    groups = {}
    for each in outcomes:
        groups.setdefault(name(each), []).append(each)
    rows = [(key, counts(groups[key])) for key in sorted(groups)] + [("all", counts(outcomes))]
    lines = ["| %s | %s |" % (title, " | ".join(COLUMNS)), "| --- |" + " --: |" * len(COLUMNS)]
    for key, row in rows:
        lines.append("| %s | %s |" % (key, " | ".join(str(row[column]) for column in COLUMNS)))
    return "\n".join(lines)


def text(outcomes, seed, profiles, pool):
    """The whole report."""
    row = counts(outcomes)
    parts = [
        "# Mutants, seed %s: %d of %d drawn" % (seed, row["drawn"], pool),
        "Profiles: %s; the first is the one at hand." % ", ".join(profiles),
        "Of %d reached, caught by all sets: %d, %s. Of %d caught, rightly blamed: %d, %s." % (
            row["reached"], row["caught"], share(row["caught"], row["reached"]), row["caught"], row["blamed"],
            share(row["blamed"], row["caught"])),
        "Of %d that change an octet of the iOS set on the profile at hand, caught by that set: %d, %s; they are %s of "
        "all reached." % (
            row["at hand"], row["caught at hand"], share(row["caught at hand"], row["at hand"]),
            share(row["caught at hand"], row["reached"])),
        "Of %d failures of requirements, %d speak of what the mutated file does." % (
            sum(len(each.failures) for each in outcomes), sum(len(each.fitting) for each in outcomes)),
        table(outcomes, "module", lambda each: each.site.path.split("/")[1]),
        table(outcomes, "kind", lambda each: each.site.mutant.kind),
    ]
    for fate, title in (
        ("missed", "Missed on the record"), ("caught, not blamed", "Caught and not rightly blamed"),
        ("stopped", "Stopped the simulation"),
    ):
        found = [each for each in outcomes if each.fate == fate]
        parts.append("## %s: %d" % (title, len(found)))
        parts += lines(found)
    found = [each for each in outcomes if each.caught and each.reached_at_hand and not each.caught_at_hand]
    parts.append("## Caught, though not at hand: %d" % len(found))
    parts += lines(found)
    return "\n\n".join(parts) + "\n"


def lines(outcomes):
    return [line(each) for each in sorted(outcomes, key=lambda each: (each.site.path, each.site.line))]


def line(outcome):
    """One mutant: where, what was, what is."""
    site = outcome.site
    said = "".join(
        "\n    %s: %s" % (title, ", ".join(names))
        for title, names in (("fails", outcome.failures), ("inconclusive", outcome.doubts)) if names
    )
    return "Sources/%s:%d (%s) %s, mutant %d\n  - %s\n  + %s%s" % (
        site.path, site.line, site.function or site.type, site.mutant.kind, site.number, shortened(site.original),
        shortened(site.mutant.text or "(left out)"), said)


def shortened(text):
    return text if len(text) <= 150 else text[:147] + "..."


def as_json(outcomes, seed, profiles, pool):
    return json.dumps(
        {
            "schema": "reflector/mutants/1",
            "seed": seed,
            "profiles": profiles,
            "pool": pool,
            "counts": counts(outcomes),
            "mutants": [
                {
                    "number": each.site.number,
                    "file": "Sources/" + each.site.path,
                    "line": each.site.line,
                    "function": each.site.function,
                    "kind": each.site.mutant.kind,
                    "original": each.site.original,
                    "mutated": each.site.mutant.text,
                    "fate": each.fate,
                    "reached_at_hand": each.reached_at_hand,
                    "caught_at_hand": each.caught_at_hand,
                    "fails": each.failures,
                    "fitting": each.fitting,
                    "inconclusive": each.doubts,
                }
                for each in outcomes
            ],
        },
        indent=1,
    )
