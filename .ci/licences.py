#!/usr/bin/env python3
"""Every library that is built in has a licence from the list in deny.toml, and no text comes from outside the registry.

Packages other than crates have copies of the licences, as npm leaves links out; they are equal to the originals.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

with open("deny.toml", "rb") as file:
    allowed = set(tomllib.load(file)["licenses"]["allow"])

listed = subprocess.run(
    ["cargo", "metadata", "--format-version", "1", "--locked"], check=True, capture_output=True, text=True
)
packages = json.loads(listed.stdout)["packages"]


def fits(expression):
    """Whether a licence expression (SPDX) can be met: `A OR B`, `A AND B`, parentheses; `A/B` as older crates write it."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))
    words = []
    for token in tokens:
        # `X WITH Y` is one name.
        if words and (token == "WITH" or words[-1].endswith("WITH")):
            words[-1] += f" {token}"
        else:
            words.append(token)
    python = [
        word.lower() if word in ("AND", "OR") else word if word in "()" else str(word in allowed) for word in words
    ]
    return eval(" ".join(python), {"__builtins__": {}}, {})  # only True, False, and, or, parentheses


wrong = []
for package in packages:
    source, licence = package["source"], package["license"]
    if source is not None and not source.startswith("registry+"):
        wrong.append(f"{package['name']} comes from {source}")
    if not licence or not fits(licence):
        wrong.append(f"{package['name']} {package['version']}: {licence}")
for folder in ("js", "python", "editors/vscode"):
    for name, original in (("LICENSE-MIT", "."), ("LICENSE-APACHE", "."), ("OFL.txt", "drawing")):
        copy = Path(folder, name)
        if copy.is_symlink() or not copy.exists() or copy.read_bytes() != Path(original, name).read_bytes():
            wrong.append(f"{copy} is no copy of {original}/{name}")
print(*wrong, sep="\n") if wrong else print(f"{len(packages)} packages, all with licences that fit")
sys.exit(bool(wrong))
