"""Writes the mutants of a file into its text, each behind its switch, without moving a line."""

import re
from operators import number
from tokens import tokens

# The compiler's time grows with what mutants leave open in an expression: a long sum has one.
MOST_IN_STATEMENT, MOST_IN_SUM, LONG_SUM = 3, 1, 3
SWITCH = re.compile(r"\bmutant(?:Of)?\((\d+)")


class Site:
    """A mutant in its place: what the report prints of it."""

    def __init__(self, mutant, path, source, statement, structure):
        self.mutant, self.path, self.number = mutant, path, None
        self.line = source.count("\n", 0, mutant.start) + 1
        self.original = re.sub(r"\s+", " ", source[mutant.start : mutant.end])
        self.function, self.type = statement.block.function, statement.block.type
        self.switch = None
        self.key = "%s:%s:%s" % (path, self.original[:80], mutant.kind)


def sites(path, structure, operators, switch):
    """The mutants of a file; `switch` gives the name of each one's switch, or nil where it may not be."""
    found, taken = [], set()
    for statement, places in structure.changeable():
        mutants = operators.mutants(statement, places)
        whole = [mutant for mutant in mutants if mutant.form == "statement"]
        parts = [mutant for mutant in mutants if mutant.form != "statement"]
        parts.sort(key=lambda mutant: number(path, mutant.start, mutant.end, mutant.text))
        most = MOST_IN_SUM if terms(structure, places) > LONG_SUM else MOST_IN_STATEMENT
        for mutant in whole + parts[:most]:
            name = switch(statement, mutant)
            if name is None or (mutant.start, mutant.end, mutant.text) in taken:
                continue
            taken.add((mutant.start, mutant.end, mutant.text))
            site = Site(mutant, path, structure.text, statement, structure)
            site.switch = name
            found.append(site)
    return nested(found)


def terms(structure, places):
    """The literals and signs of a statement."""
    found = [structure.tokens[place] for place in places]
    return sum(
        token.kind == "number" or token.kind == "operator" and token.before and token.after for token in found)


def nested(found):
    """Leaves out what overlaps another in part."""
    kept = []
    for site in sorted(found, key=lambda site: (site.mutant.start, -site.mutant.end)):
        one = site.mutant
        crosses = any(
            other.mutant.start < one.start < other.mutant.end < one.end for other in kept[-40:]
        )
        if not crosses:
            kept.append(site)
    return kept


def rewrite(source, found):
    """`source` with every mutant of `found` behind its switch."""
    ordered = sorted(found, key=lambda site: (site.mutant.start, -site.mutant.end, site.mutant.form != "statement"))
    text, _ = render(source, 0, len(source), ordered, 0)
    return text


def render(source, start, end, ordered, index):
    """Renders the sites from `index` on that lie before `end`."""
    parts, place = [], start
    while index < len(ordered) and ordered[index].mutant.start < end:
        one = ordered[index].mutant
        group = [ordered[index]]
        index += 1
        while index < len(ordered) and is_same_place(ordered[index].mutant, one):
            group.append(ordered[index])
            index += 1
        inner, index = render(source, one.start, one.end, ordered, index)
        parts += [source[place : one.start], switched(group, inner)]
        place = one.end
    return "".join(parts) + source[place:end], index


def is_same_place(one, other):
    return (one.start, one.end, one.form) == (other.start, other.end, other.form)


def switched(group, inner):
    for site in group:
        switch = site.switch % site.number
        if site.mutant.form == "expression":
            inner = "(%s ? (%s) : (%s))" % (switch, site.mutant.text, inner)
        elif site.mutant.text:
            inner = "if %s { %s } else { %s }" % (switch, site.mutant.text, inner)
        else:
            inner = "if !%s { %s }" % (switch, inner)
    return inner


def extents(text):
    """From where to where each switch of a rewritten text reaches: number to (start, end)."""
    found, cut = {}, tokens(text)
    partner, stack = {}, []
    for index, token in enumerate(cut):
        if token.text in "([{" and token.kind == "punctuation":
            stack.append(index)
        elif token.text in ")]}" and token.kind == "punctuation" and stack:
            partner[stack.pop()] = index
    for index, token in enumerate(cut):
        if token.text not in ("mutant", "mutantOf") or cut[index + 1].text != "(":
            continue
        key = int(cut[index + 2].text)
        if cut[index - 1].text == "(":
            found[key] = (cut[index - 1].start, cut[partner[index - 1]].end)
            continue
        brace = partner[index + 1] + 1
        last = partner[brace]
        if cut[last + 1].text == "else" and cut[index - 1].text == "if":
            last = partner[last + 2]
        first = index - 1 if cut[index - 1].text == "if" else index - 2
        found[key] = (cut[first].start, cut[last].end)
    return found


def blamed(text, line, column, is_stubborn=False):
    """The mutants that an error of the compiler at a place of a rewritten text speaks of.

    A stubborn error is one that stays when those are gone: it comes of something else nearby.
    """
    lines = text.split("\n")
    place = sum(len(each) + 1 for each in lines[: line - 1]) + column - 1
    reach = extents(text)
    if is_stubborn:
        start = sum(len(each) + 1 for each in lines[: max(0, line - 40)])
        end = sum(len(each) + 1 for each in lines[: line + 40])
        return [key for key, (first, last) in reach.items() if start < last and first < end]
    around = [(end - start, key) for key, (start, end) in reach.items() if start <= place <= end]
    if around:
        return [min(around)[1]]
    same = [int(key) for key in SWITCH.findall(lines[line - 1])]
    if same:
        return same
    # What is wrong here comes of something above, in the same function as a rule.
    start = sum(len(each) + 1 for each in lines[: max(0, line - 25)])
    near = [key for key, (first, last) in reach.items() if start < last and first < place]
    statements = [key for key in near if text.startswith("if ", reach[key][0])]
    return statements or near
