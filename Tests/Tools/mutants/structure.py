"""Finds the statements of Swift source, the function and type that each is in, and which of them may change."""

import re
from tokens import tokens

TYPES = {"struct", "class", "enum", "extension", "protocol", "actor"}
HEADS = {
    "func", "init", "deinit", "subscript", "struct", "class", "enum", "extension", "protocol", "actor", "import",
    "typealias", "case", "default", "operator", "precedencegroup", "associatedtype",
}
MODIFIERS = {
    "public", "private", "fileprivate", "internal", "package", "open", "static", "final", "mutating", "nonmutating",
    "convenience", "required", "override", "lazy", "weak", "unowned", "indirect", "nonisolated", "borrowing",
}
BODIES = MODIFIERS | {
    "func", "init", "deinit", "subscript", "var", "get", "set", "didSet", "willSet", "if", "guard", "else", "for",
    "while", "repeat", "do", "defer", "switch", "@discardableResult", "@inline",
}
CONTINUES = {"else", "catch", "where", "throws"}
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}


class Statement:
    """Tokens `first` up to `last`, those of its own blocks left out in `own`."""

    def __init__(self, first, block):
        self.first, self.last, self.block, self.own = first, first, block, []


class Block:
    """What stands between two braces: `kind` is type, code, switch or constant (an initial value outside code)."""

    def __init__(self, kind, parent, name="", function="", inlinable=False, head=""):
        self.kind, self.parent, self.type, self.function, self.inlinable = kind, parent, name, function, inlinable
        self.head, self.is_closure, self.count = head, False, 0

    @property
    def heads(self):
        """What stands before the braces around, up to the function."""
        block, found = self, []
        while block and block.kind != "type":
            found.append(block.head)
            block = block.parent
        return " ".join(found)


class Structure:
    """The statements of a file in the order in which they begin."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens(text)
        self.statements = []
        self.read(0, Block("type", None))

    def read(self, index, block):
        """Reads a block whose first token is `index`; returns the index of the brace that ends it."""
        if block.kind == "code":
            index = self.after_signature(index)
        while index < len(self.tokens) and self.tokens[index].text != "}":
            index = self.statement(index, block)
        return index

    def after_signature(self, index):
        """Leaves out the captures and parameters of a closure."""
        for place in range(index, min(index + 60, len(self.tokens))):
            token = self.tokens[place]
            if token.text == "in":
                return place + 1 if self.tokens[index].text != "for" else index
            if token.text in "{}" or token.text in ("=", "for", "let", "var", "if", "return", ";"):
                return index
        return index

    def statement(self, index, block):
        statement = Statement(index, block)
        block.count += 1
        self.statements.append(statement)
        is_label = block.kind == "switch" and self.tokens[index].text in ("case", "default", "@unknown")
        depth, switches = [], False
        while index < len(self.tokens):
            token = self.tokens[index]
            if not depth and index > statement.first and self.ends_before(index):
                break
            if token.text == ";" and not depth:
                index += 1
                break
            statement.own.append(index)
            statement.last = index
            if token.text == "switch":
                switches = True
            if token.text == "{":
                end = self.read(index + 1, self.block_of(statement, switches, bool(depth)))
                switches = False
                statement.own.append(end)
                statement.last = index = end
            elif token.text in OPEN:
                depth.append(token.text)
            elif token.text in CLOSE:
                depth.pop()
            index += 1
            if is_label and token.text == ":" and not depth:
                break
        return index

    def ends_before(self, index):
        """Whether a statement that has begun ends before this token."""
        token, before = self.tokens[index], self.tokens[index - 1]
        if token.text == "}":
            return True
        if not token.newline:
            return False
        if token.text in CONTINUES or token.text in (",", ")", "]", ":", "{"):
            return False
        if token.kind == "operator" and (token.text == "." or token.after):
            return False
        if before.kind == "operator" and before.before and before.text not in ("!", "?"):
            return False
        return before.text not in (",", "(", "[", ":", "=", "->", "return", "else", "in", "try", "where")

    def block_of(self, statement, switches, is_argument):
        words = [self.tokens[place].text for place in statement.own[:-1]]
        block = self.inner(statement, words, switches)
        block.head = " ".join(words)
        block.is_closure = is_argument or not words or words[0] not in BODIES and block.kind == "code"
        return block

    def inner(self, statement, words, switches):
        outer = statement.block
        head = [word for word in words if word not in MODIFIERS]
        while head and head[0].startswith("@"):
            head = head[1:]
        inlinable = outer.inlinable or "@inlinable" in words
        if switches:
            return Block("switch", outer, outer.type, outer.function, inlinable)
        if outer.kind == "type":
            if head and head[0] in TYPES:
                return Block("type", outer, self.name(head), "", inlinable)
            if head and head[0] in ("let", "var") and "=" in head:
                return Block("constant", outer, outer.type, "", inlinable)
            name = head[1] if len(head) > 1 and head[0] in ("func", "var") else head[0] if head else ""
            return Block("code", outer, outer.type, name, inlinable)
        kind = "constant" if outer.kind == "constant" else "code"
        if head and head[0] in TYPES:
            kind = "type"
        return Block(kind, outer, outer.type, outer.function, inlinable)

    @staticmethod
    def name(head):
        """`A.B` of `extension A.B: C {`"""
        parts = []
        for word in head[1:]:
            if not re.match(r"\w+$|\.$", word):
                break
            parts.append(word)
        return "".join(parts)

    def changeable(self):
        """The statements in which mutants may be, each with those of its tokens that are expressions."""
        for statement in self.statements:
            block = statement.block
            if block.kind not in ("code", "switch") or block.inlinable:
                continue
            places = self.expressions(statement)
            if places:
                yield statement, places

    def expressions(self, statement):
        own = [place for place in statement.own if self.tokens[place].text not in "{}"]
        words = [self.tokens[place].text for place in own]
        if not words or words[0] in HEADS or words[0] in MODIFIERS or words[0].startswith(("@", "#")):
            return []
        if words[0].startswith(("precondition", "assert", "fatalError")):
            return []
        if words[0] in ("let", "var"):
            return own[words.index("=") + 1 :] if "=" in words else []
        if words[0] == "for":
            return own[words.index("in") + 1 :] if "in" in words else []
        return self.without_patterns(own)

    def without_patterns(self, own):
        """Leaves out `case PATTERN =` and `let NAME =` in conditions."""
        kept, skipping = [], False
        for place in own:
            text = self.tokens[place].text
            if text in ("case", "let", "var"):
                skipping = True
            if not skipping:
                kept.append(place)
            if text in ("=", ",", ":") and skipping:
                skipping = False
        return kept
