"""The mistakes: from a statement, the texts that a mistaken engineer could have written in its place."""

import hashlib
import re

PRECEDENCE = {}
for rank, group in enumerate(
    ("= += -= *= /= %= &= |= ^= <<= >>= &+= &-=", "? :", "||", "&&", "< <= > >= == != === !== ~=", "??", "is as",
     "..< ...", "+ - | ^ &+ &-", "* / % & &*", "<< >> &<< &>>")
):
    for operator in group.split():
        PRECEDENCE[operator] = rank
ASSIGNMENTS = set("= += -= *= /= %= &= |= ^= <<= >>= &+= &-=".split())
BOUNDARIES = {
    "if", "guard", "while", "return", "in", "where", "else", "try", "throw", "case", "let", "var", "repeat", "switch",
    "defer", "inout", "->", ",", ";", "await",
}
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
STALE = re.compile(r"remove|forget|reset|clear|cancel|stop|release|backtrack|discard|drop|advance|begin|renew", re.I)
FIELD = re.compile(r'(try )?(\w+)\.(u16|u32|u64)\(("[^"]*"), &([\w.]+)\)$')


class Mutant:
    """A text in place of what stands from `start` up to `end` of a file; of a statement it may be empty."""

    def __init__(self, kind, start, end, text, form="expression"):
        self.kind, self.start, self.end, self.text, self.form = kind, start, end, text, form


def number(*parts):
    """A number that depends on nothing but `parts`."""
    return int.from_bytes(hashlib.sha256("|".join(map(str, parts)).encode()).digest()[:6], "big")


class Operators:
    """Finds the mutants of one statement."""

    def __init__(self, structure, error_codes):
        self.structure, self.tokens, self.source = structure, structure.tokens, structure.text
        self.error_codes = error_codes

    def mutants(self, statement, places):
        """All mutants of a statement: those of its expressions, then that of the whole."""
        inside = set(places)
        found = []
        for place in places:
            for mutant in self.at(place, statement, inside):
                if mutant.text != self.source[mutant.start : mutant.end]:
                    found.append(mutant)
        found += self.conditions(statement, places)
        return self.whole(statement, places) + found

    def span(self, first, last):
        """The text of tokens `first` to `last` on one line."""
        text = self.source[self.tokens[first].start : self.tokens[last].end]
        return re.sub(r"\s*\n\s*", " ", re.sub(r"(?m)^\s*//.*$|\s//[^\n\"]*$", "", text))

    def replace(self, kind, first, last, text):
        return Mutant(kind, self.tokens[first].start, self.tokens[last].end, text)

    # MARK: Operands

    def left(self, place, rank, statement):
        """The first token of the operand that ends before `place`; nil if there is none."""
        index = place - 1
        while index >= statement.first:
            token = self.tokens[index]
            if token.text in (")", "]", "}"):
                index = self.partner(index, -1)
            elif token.text in ("(", "[", "{", ":") or token.text in BOUNDARIES or self.binds_less(token, rank, True):
                break
            index -= 1
        return index + 1 if index + 1 < place else None

    def right(self, place, rank, statement):
        """The last token of the operand that begins after `place`."""
        index = place + 1
        head = self.tokens[statement.first].text in ("if", "guard", "while", "for", "switch", "else")
        while index <= statement.last:
            token = self.tokens[index]
            if token.text == "{" and head:
                break
            if token.text in ("(", "[", "{"):
                index = self.partner(index, 1)
            elif token.text in (")", "]", "}", ":") or token.text in BOUNDARIES or self.binds_less(token, rank, False):
                break
            index += 1
        return index - 1 if index - 1 > place else None

    def binds_less(self, token, rank, is_left):
        if token.kind == "word" and token.text not in ("is", "as"):
            return False
        if token.kind == "operator" and not (token.before and token.after or token.text in ("..<", "...")):
            return False
        other = PRECEDENCE.get(token.text)
        if other is None:
            return False
        return other < rank if is_left else other <= rank

    def partner(self, index, step):
        depth = 0
        while True:
            text = self.tokens[index].text
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if depth == 0:
                return index
            index += step

    def operands(self, place, statement):
        rank = PRECEDENCE[self.tokens[place].text]
        first, last = self.left(place, rank, statement), self.right(place, rank, statement)
        return (first, last) if first is not None and last is not None else None

    # MARK: Expressions

    def at(self, place, statement, inside):
        token = self.tokens[place]
        if token.kind == "operator":
            if token.text in PRECEDENCE and (token.before and token.after or token.text in ("..<", "...")):
                return self.binary(place, statement)
            return self.prefix(place)
        if token.kind == "number":
            return self.constant(place)
        if token.kind == "word":
            return self.word(place)
        if token.text == "(" and place in inside:
            return self.arguments(place)
        return []

    def binary(self, place, statement):
        text = self.tokens[place].text
        ends = self.operands(place, statement) if text not in ASSIGNMENTS and text not in ("?", ":") else None
        if text == "?":
            return self.ternary(place, statement)
        if not ends:
            return []
        first, last = ends
        one, other = self.span(first, place - 1), self.span(place + 1, last)

        def swap(kind, operator):
            return self.replace(kind, first, last, "%s %s %s" % (one, operator, other))

        if text in COMPARISONS:
            return [swap("comparison", COMPARISONS[text])]
        if text in ("&&", "||"):
            return [swap("comparison", "||" if text == "&&" else "&&")]
        if text in ("+", "-", "&+", "&-"):
            found = [swap("sign", {"+": "-", "-": "+", "&+": "&-", "&-": "&+"}[text])]
            if text in ("-", "&-"):
                found.append(self.replace("swapped operands", first, last, "%s %s %s" % (other, text, one)))
            return found
        if text in ("/", "%"):
            return [self.replace("swapped operands", first, last, "(%s) %s (%s)" % (other, text, one))]
        if text == "..<":
            return [self.replace("off by one", first, last, "%s..<(%s - 1)" % (one, other))]
        if text == "...":
            return [self.replace("off by one", first, last, "(%s + 1)...%s" % (one, other))]
        if text in ("<<", ">>"):
            return [swap("byte order", ">>" if text == "<<" else "<<")]
        if text == "&":
            return [swap("wrong constant", "|")]
        if text == "|":
            return [swap("wrong constant", "&")]
        return []

    def ternary(self, place, statement):
        first, last = self.left(place, 1, statement), None
        colon, depth = place + 1, 0
        while colon <= statement.last and (depth or self.tokens[colon].text != ":"):
            text = self.tokens[colon].text
            if not depth and text == "?" and self.tokens[colon].before:
                return []
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            colon += 1
        if colon < statement.last:
            last = self.right(colon, 0, statement)
        if first is None or last is None or "?" in [self.tokens[i].text for i in range(colon, last)]:
            return []
        parts = self.span(first, place - 1), self.span(colon + 1, last), self.span(place + 1, colon - 1)
        return [self.replace("swapped operands", first, last, "%s ? %s : %s" % parts)]

    def prefix(self, place):
        token = self.tokens[place]
        if token.after or not (token.before or self.tokens[place - 1].text in ("(", "[")):
            return []
        if token.text not in ("-", "!") or place + 1 >= len(self.tokens):
            return []
        last = self.chain_end(place + 1)
        kind = "sign" if token.text == "-" else "comparison"
        return [self.replace(kind, place, last, self.span(place + 1, last))]

    def chain_end(self, index):
        """The last token of `a.b(c)[d]?.e` that begins at `index`."""
        if self.tokens[index].text in ("(", "["):
            index = self.partner(index, 1)
        elif self.tokens[index].text == ".":
            index += 1
        while index + 1 < len(self.tokens):
            following = self.tokens[index + 1]
            if following.text in ("(", "[") and not following.before:
                index = self.partner(index + 1, 1)
            elif following.text in ("?", "!") and not following.before:
                index += 1
            elif following.text == "." and not following.after and (not following.before or following.newline):
                index += 2
            else:
                break
        return index

    def chain_start(self, index):
        """The first token of `a.b(c)[d]?.e` that ends at `index`."""
        while index > 0:
            token, before = self.tokens[index], self.tokens[index - 1]
            if token.text in (")", "]"):
                index = self.partner(index, -1)
                token, before = self.tokens[index], self.tokens[index - 1]
                if not token.before and before.kind == "word":
                    index -= 1
                    continue
            if before.text == "." and not before.after:
                index -= 1
                if self.is_implicit(index):
                    return index
                index -= 1
                if self.tokens[index].text in ("?", "!"):
                    index -= 1
                continue
            return index
        return index

    def is_implicit(self, dot):
        """Whether nothing stands before the point, as in `.success`."""
        token, before = self.tokens[dot], self.tokens[dot - 1]
        if token.before and not token.newline:
            return True
        is_operator = before.kind == "operator" and (before.text not in ("?", "!") or before.before)
        return is_operator or before.text in BOUNDARIES or before.text in ("(", "[", "{", ":")

    def constant(self, place):
        token, before = self.tokens[place], self.tokens[place - 1]
        if before.text == ".":
            return []
        kind = "wrong constant"
        if token.text == "1" and before.text in ("+", "-", "+=", "-=", "&+", "&-", "&+=", "&-="):
            kind = "off by one"
        chance = number(self.source[max(0, token.start - 60) : token.end + 20])
        if "p" in token.text:
            return []
        if re.search(r"[.e]", token.text) and not token.text.startswith("0x"):
            changed = "%s * 2" % token.text if float(token.text.replace("_", "")) else "1.0"
            return [self.replace(kind, place, place, changed)]
        value = int(token.text.replace("_", ""), 0)
        if token.text.startswith(("0x", "0b")):
            digits = len(token.text.replace("_", "")) - 2
            bits = digits * 4 if token.text.startswith("0x") else digits
            changed = value ^ 1 << chance % bits
            return [self.replace(kind, place, place, hex(changed) if bits > 4 or "x" in token.text else bin(changed))]
        if value == 0:
            return [self.replace(kind, place, place, "1")]
        if value == 1:
            return [self.replace(kind, place, place, "02"[chance % 2])]
        return [self.replace(kind, place, place, str((value + 1, value - 1, value * 2)[chance % 3]))]

    def word(self, place):
        token, before = self.tokens[place], self.tokens[place - 1]
        following = self.tokens[place + 1].text if place + 1 < len(self.tokens) else ""
        if token.text in ("true", "false"):
            return [self.replace("wrong constant", place, place, "false" if token.text == "true" else "true")]
        if before.text == "." and token.text in self.error_codes and following != "(":
            others = [code for code in self.error_codes if code != token.text]
            other = others[number(self.source[max(0, token.start - 80) : token.end]) % len(others)]
            implicit = self.is_implicit(place - 1)
            if not implicit and self.tokens[place - 2].text != "ErrorCode":
                return []
            return [self.replace("wrong constant", place - 1 if implicit else place - 2, place, "ErrorCode." + other)]
        if token.text in ("littleEndian", "bigEndian") and before.text == ".":
            return [self.replace("byte order", place, place, "byteSwapped")]
        if token.text == "octets" and before.text == "." and following not in ("(", "[", "=", "."):
            first = self.chain_start(place)
            if first < place and not self.tokens[first].text.startswith("."):
                return [self.replace("byte order", first, place, "Array(%s.reversed())" % self.span(first, place))]
        if token.text == "Self" and following == "." and not before.text == ".":
            last = place + 2
            after = self.tokens[last + 1].text if last + 1 < len(self.tokens) else ""
            if self.tokens[last].text[0].islower() and after not in ("(", ".", "[", "{"):
                name = self.span(place, last)
                return [self.replace("wrong constant", place, last, "(%s + %s)" % (name, name))]
        return []

    def arguments(self, place):
        """Two neighbours of a call's arguments change places; the compiler drops those whose types differ."""
        before = self.tokens[place - 1]
        if before.kind != "word" or self.tokens[place].before or before.text in ("if", "while", "switch"):
            return []
        end = self.partner(place, 1)
        parts, start, index = [], place + 1, place + 1
        while index <= end:
            text = self.tokens[index].text
            if text == "," or index == end:
                parts.append((start, index - 1))
                start = index + 1
            elif text in ("(", "[", "{"):
                index = self.partner(index, 1)
            index += 1
        values = [(self.after_label(first, last), last) for first, last in parts if first <= last]
        found = []
        for one, other in zip(values, values[1:]):
            texts = [self.span(*part) for part in (one, other)]
            middle = self.source[self.tokens[one[1]].end : self.tokens[other[0]].start].replace("\n", " ")
            if texts[0] == texts[1] or any('"' in text or "{" in text or text[0] in "&." for text in texts):
                continue
            # An argument list is no expression: the whole call is written anew.
            first, last = self.chain_start(end), end
            call = self.span(first, one[0] - 1) + " " + texts[1] + middle + texts[0]
            call += "" if other[1] == end - 1 else self.span(other[1] + 1, end - 1)
            found.append(self.replace("swapped operands", first, last, call + ")"))
        return found[:1]

    def after_label(self, first, last):
        if first < last and self.tokens[first].kind == "word" and self.tokens[first + 1].text == ":":
            return first + 2
        return first

    # MARK: Statements

    def whole(self, statement, places):
        """The statement is not carried out. The only one of a closure may be its value, and stays."""
        if statement.block.is_closure and statement.block.count == 1:
            return []
        # An initialiser has to give every property a value.
        if statement.block.function == "init":
            return []
        first = self.tokens[statement.first]
        text = self.source[first.start : self.tokens[statement.last].end]
        if first.kind != "word" or first.text in ("return", "throw", "break", "continue", "fallthrough", "yield"):
            if first.text not in ("_", "("):
                return []
        if first.text in BOUNDARIES - {"try"} or first.text in ("for", "switch", "do", "get", "set", "super"):
            return []
        start, end = first.start, self.tokens[statement.last].end
        field = FIELD.match(text)
        if field:
            prefix, visitor, method, name, value = field.groups()
            call = "%s%s.%s(%s, &%s)" % (prefix or "", visitor, method, name, value)
            turn = "%s = %s.byteSwapped" % (value, value)
            return [Mutant("byte order", start, end, "; ".join((turn, call, turn)), "statement")]
        operators = [self.tokens[place].text for place in statement.own if self.tokens[place].text in ASSIGNMENTS]
        if operators:
            found = [Mutant("stale state", start, end, "", "statement")]
            if operators[0] in ("+=", "-=") and len(operators) == 1:
                turned = text.replace(operators[0], "-=" if operators[0] == "+=" else "+=", 1)
                found.append(Mutant("sign", start, end, one_line(turned), "statement"))
            return found
        if first.text == "defer" or not text.rstrip().endswith((")", "}")):
            return []
        kind = "stale state" if STALE.search(text.split("(")[0]) else "dropped statement"
        return [Mutant(kind, start, end, "", "statement")]

    def conditions(self, statement, places):
        """A condition of a guard is not looked at; a branch is never taken."""
        head = self.tokens[statement.first].text
        if head not in ("guard", "if"):
            return []
        found, first, depth = [], statement.first + 1, 0
        index = first
        while index <= statement.last:
            text = self.tokens[index].text
            ends = not depth and text in (",", "{", "else")
            if ends and first < index:
                words = [self.tokens[i].text for i in range(first, index)]
                if words[0] not in ("case", "let", "var") and not words[0].startswith("#") and "try" not in words:
                    condition = self.span(first, index - 1)
                    changed = "true || (%s)" if head == "guard" else "false && (%s)"
                    found.append(self.replace("dropped statement", first, index - 1, changed % condition))
                first = index + 1
            if ends and text != ",":
                break
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            index += 1
        return found


def one_line(text):
    return re.sub(r"\s*\n\s*", " ", text)
