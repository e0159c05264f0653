#!/usr/bin/env python3
"""Writes the manual page reflector(1): manual.py < ACCOUNT > reflector.1

ACCOUNT is what `reflector --experimental-dump-help` prints: every command with its arguments.
"""
import json
import re
import sys

ENVIRONMENT = [
    ("NO_COLOR", "If set and not empty, text has no colours."),
    ("REFLECTOR_DATA", "A folder with Profiles and Wireshark, in place of those that come with the tool."),
]
FILES = [
    ("Profiles", "Accessories, phones, environments, requirement sets and scenarios of the current folder."),
]


def plain(text):
    """Text that troff takes as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def names(argument):
    spelled = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"\\fI{plain(value)}\\fR"
    text = ", ".join(f"\\fB{plain(name)}\\fR" for name in spelled)
    return text + (f" \\fI{plain(value)}\\fR" if argument["kind"] == "option" else "")


def examples(text):
    """Paragraphs; lines that are indented are shown as they are."""
    lines, isCode = [], False
    for line in text.split("\n"):
        if line.startswith("  ") != isCode and line:
            isCode = not isCode
            lines.append(".nf" if isCode else ".fi")
        lines.append(plain(line) if line else ".PP" if not isCode else "")
    return lines + ([".fi"] if isCode else [])


def command(entry, parents):
    words = [*parents, entry["commandName"]]
    lines = [f'.SS "{plain(" ".join(words))}"', plain(entry.get("abstract", "")), ".PP"]
    lines += examples(entry.get("discussion", ""))
    for argument in entry.get("arguments", []):
        if not argument.get("shouldDisplay", True) or argument.get("preferredName", {}).get("name") in ("help", "version"):
            continue
        default = argument.get("defaultValue")
        text = argument.get("abstract", "") + (f" (default: {default})" if default else "")
        lines += [".TP", names(argument), plain(text)]
    for below in entry.get("subcommands", []):
        if below.get("shouldDisplay", True) and below["commandName"] != "help":
            lines += command(below, words)
    return lines


def main():
    tool = json.load(sys.stdin)["command"]
    lines = [
        '.TH REFLECTOR 1 "" "reflector" "User Commands"',
        ".SH NAME", f"reflector \\- {plain(tool['abstract'][0].lower() + tool['abstract'][1:].rstrip('.'))}",
        ".SH SYNOPSIS", ".B reflector", "\\fIcommand\\fR [\\fIargument\\fR ...]",
        ".SH DESCRIPTION", *examples(tool.get("discussion", "")),
        ".SH COMMANDS",
    ]
    for entry in tool["subcommands"]:
        if entry.get("shouldDisplay", True) and entry["commandName"] != "help":
            lines += command(entry, [])
    for title, entries in (("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        lines += [f".SH {title}"]
        for name, text in entries:
            lines += [".TP", f"\\fB{plain(name)}\\fR", plain(text)]
    print("\n".join(lines))


main()
