#!/usr/bin/env python3
"""Every library that is built in has a licence from the list in deny.toml, and no text comes from outside the registry."""

import json
import re
import subprocess
import sys
import tomllib

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
print(*wrong, sep="\n") if wrong else print(f"{len(packages)} packages, all with licences that fit")
sys.exit(bool(wrong))
