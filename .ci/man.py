#!/usr/bin/env python3
"""Writes man pages of the command from its own help: `.ci/man.py FERZ FOLDER`.

The pages are `ferz.1`, and `ferz-NAME.1` for each command.
"""

import pathlib
import re
import subprocess
import sys


def text(*args):
    """The help of the command or of one of its commands, without colours and wrapped lines."""
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def escaped(line):
    """A line of text in roff."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


def page(name, version, help_text):
    """A page: the name, the synopsis, and the rest of the help as it is printed."""
    about, _, rest = help_text.partition("\n\n")
    usage, _, rest = rest.partition("\n\n")
    out = [
        f'.TH "{name.upper()}" 1 "" "ferz {version}" "ferz"',
        ".SH NAME",
        escaped(f"{name} - {' '.join(about.split())}"),
        ".SH SYNOPSIS",
        escaped(usage.removeprefix("Usage: ")),
    ]
    is_open = False
    for line in rest.rstrip().splitlines():
        if re.fullmatch(r"[A-Z][A-Za-z ]*:", line):
            if is_open:
                out.append(".fi")
            out += [f".SH {line[:-1].upper()}", ".nf"]
            is_open = True
        else:
            if not is_open:
                out += [".SH DESCRIPTION", ".nf"]
                is_open = True
            out.append(escaped(line))
    return "\n".join(out + ([".fi"] if is_open else [])) + "\n"


def main():
    """Writes all pages."""
    ferz, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    version = text(ferz, "--version").split()[-1]
    whole = text(ferz, "--help")
    commands = whole.split("Commands:\n")[1].split("\n\n")[0]
    names = [name for name in re.findall(r"^  ([a-z]+)  ", commands, re.M) if name != "help"]
    (folder / "ferz.1").write_text(page("ferz", version, whole), encoding="utf-8")
    for name in names:
        help_text = text(ferz, "help", name)
        (folder / f"ferz-{name}.1").write_text(page(f"ferz-{name}", version, help_text), encoding="utf-8")
    print(f"{len(names) + 1} pages in {folder}")


main()
