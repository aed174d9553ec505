"""Runs the lines of the README's section "Use it from a program" in a clean environment, each as it stands.

`.ci/readme.py python` takes those of Python, in a virtual environment of its own; nothing of it is kept. `javascript` takes those
of Node, with what is in `js/dist`. The line of Rust is an example of `ferz-play`, which `.ci/run` runs as the tests have built it.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMANDS = {"python": ("pip", "python"), "javascript": ("node",)}


def lines(section):
    block = re.search(rf"^## {section}\n.*?^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    return block[1].splitlines()


def main():
    wanted = COMMANDS[sys.argv[1]]
    found = [line for line in lines("Use it from a program") if line.startswith(wanted)]
    assert found, f"the README has no line that begins with one of {wanted}"
    with tempfile.TemporaryDirectory() as clean:
        # The build of the tests is good enough to see whether a line is true.
        environment = dict(os.environ, MATURIN_PEP517_ARGS="--profile=dev", PIP_DISABLE_PIP_VERSION_CHECK="1")
        for name in ("PYTHONPATH", "NODE_PATH", "VIRTUAL_ENV"):
            environment.pop(name, None)
        if "pip" in wanted:
            subprocess.run([sys.executable, "-m", "venv", clean], check=True)
            environment["PATH"] = f"{clean}/bin{os.pathsep}{environment['PATH']}"
        for line in found:
            print("$", line, flush=True)
            subprocess.run(line, shell=True, check=True, cwd=ROOT, env=environment)


main()
