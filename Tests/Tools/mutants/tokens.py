"""Cuts Swift source into tokens: enough for code that swift-format laid out, no more."""

import re

HEXADECIMAL = r"0x[0-9A-Fa-f_]+(?:\.[0-9A-Fa-f]+)?(?:p[-+]?\d+)?"
NUMBER = re.compile(HEXADECIMAL + r"|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d+)?")
WORD = re.compile(r"[#@$]?`?\w+`?")
OPERATOR = re.compile(r"\.[.<]+|[-+*/%<>=!&|^~?]+|\.")
POSTFIX = re.compile(r"[\w)\]}?\"]")
KEYWORDS = ("in", "default", "case", "init", "repeat", "where")
PUNCTUATION = "()[]{},;:"


class Token:
    """One token; `before` and `after` say whether space stands on either side."""

    __slots__ = ("kind", "text", "start", "end", "before", "after", "newline")

    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)
        self.before = self.after = self.newline = False

    def __repr__(self):
        return "%s %r" % (self.kind, self.text)


def string_end(text, start):
    """The end of the string literal that begins at `start`, interpolations with strings of their own included."""
    hashes = 0
    while text[start + hashes] == "#":
        hashes += 1
    quote = '"""' if text.startswith('"""', start + hashes) else '"'
    index = start + hashes + len(quote)
    escape = "\\" + "#" * hashes
    while not text.startswith(quote + "#" * hashes, index):
        if text.startswith(escape + "(", index):
            index = interpolation_end(text, index + len(escape))
        elif text.startswith(escape, index):
            index += len(escape) + 1
        else:
            index += 1
    return index + len(quote) + hashes


def interpolation_end(text, index):
    depth = 0
    while True:
        character = text[index]
        if character == '"':
            index = string_end(text, index)
            continue
        depth += {"(": 1, ")": -1}.get(character, 0)
        index += 1
        if depth == 0:
            return index


def tokens(text):
    """The tokens of `text` without space and comments."""
    found, index, space, newline = [], 0, True, True
    while index < len(text):
        character = text[index]
        if character.isspace():
            newline = newline or character == "\n"
            space = True
            index += 1
            continue
        if text.startswith("//", index):
            index = text.find("\n", index) if "\n" in text[index:] else len(text)
            continue
        if text.startswith("/*", index):
            index = text.index("*/", index) + 2
            space = True
            continue
        token = next_token(text, index)
        token.before, token.newline = space, newline
        if found:
            found[-1].after = space
        found.append(token)
        index, space, newline = token.end, False, False
    if found:
        found[-1].after = True
    quote_labels(found)
    return found


def quote_labels(found):
    """Writes `in:` and the like, names of arguments, as names, so that nobody takes them for keywords."""
    for before, token, following in zip(found, found[1:], found[2:]):
        if token.kind == "word" and following.text == ":" and not token.after and before.text in ("(", ",", "["):
            token.text = "`%s`" % token.text.strip("`")
        if before.text == "." and not before.after and token.text in KEYWORDS:
            token.text = "`%s`" % token.text


def next_token(text, index):
    character = text[index]
    if character == '"' or re.match(r'#+"', text[index:]):
        return Token("string", text[index : string_end(text, index)], index)
    if character in "?!" and index and POSTFIX.match(text[index - 1]):
        return Token("operator", character, index)
    for kind, pattern in (("number", NUMBER), ("word", WORD), ("operator", OPERATOR)):
        match = pattern.match(text, index)
        if match:
            return Token(kind, match.group(), index)
    if character in PUNCTUATION:
        return Token("punctuation", character, index)
    return Token("other", character, index)
