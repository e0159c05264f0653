"""Accessory profiles as flat tables: the dotted path of a key, and its value. A key that is left out is None."""

import json
import re


class Text(str):
    """Text that YAML would take for something else without quotes."""


def load(path):
    """Reads the small part of YAML that the shipped profiles keep to: nested mappings, lists, scalars."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # A list in brackets may go over several lines.
    text = re.sub(r"\[[^\]]*\]", lambda match: " ".join(match.group().split()), text)
    values, parents = {}, []
    for line in text.splitlines():
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        while parents and indent <= parents[-1][0] and not words.startswith("- "):
            parents.pop()
        if words.startswith("- "):
            values.setdefault(parents[-1][1], []).append(scalar(words[2:]))
            continue
        key, _, rest = words.partition(":")
        path = ".".join([parents[-1][1], key] if parents else [key])
        if rest.strip():
            values[path] = value(rest.strip())
        else:
            parents.append((indent, path))
    return values


def value(text):
    """A scalar, or a list in brackets."""
    if not text.startswith("["):
        return scalar(text)
    return [scalar(item.strip()) for item in text[1:-1].split(",") if item.strip()]


def scalar(text):
    """A flag, a number, or text."""
    if text in ("true", "false"):
        return text == "true"
    if text.startswith('"'):
        return Text(json.loads(text))
    if re.fullmatch(r"0x[0-9A-Fa-f]{4}", text) or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        return text
    return float(text) if "." in text else int(text)


def text(values, paths, title):
    """A profile with `values`, its keys in the order of `paths`."""
    lines = ["# %s" % title, "schema: reflector/accessory/1", ""]
    sections = list(dict.fromkeys(path.partition(".")[0] for path in paths))
    written = [name for name in sections if any(below(name, path) and values.get(path) is not None for path in paths)]
    sourced = [name for name in written if name not in ("identity", "interpretations")]
    lines += ["sources:"] + ["  %s: assumed" % name for name in sourced] + [""]
    open_maps = []
    for path in paths:
        if values.get(path) is None:
            continue
        parts = path.split(".")
        while open_maps != parts[: len(open_maps)]:
            open_maps.pop()
        for part in parts[len(open_maps) : -1]:
            lines.append("%s%s:" % ("  " * len(open_maps), part))
            open_maps.append(part)
        lines.append("%s%s: %s" % ("  " * len(open_maps), parts[-1], written_as(values[path])))
    return "\n".join(lines) + "\n"


def below(name, path):
    return path == name or path.startswith(name + ".")


def written_as(item):
    """A value as YAML writes it."""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, list):
        return "[%s]" % ", ".join(written_as(one) for one in item)
    if isinstance(item, float):
        return ("%.6f" % item).rstrip("0").rstrip(".")
    if isinstance(item, int) or not isinstance(item, Text) and re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.-]*", item):
        return str(item)
    return json.dumps(item, ensure_ascii=False)
