"""The examples of the book's page and of the docstrings."""

import doctest
import json
import pathlib
import re

import ferz
import pytest
from ferz import compat, pyffish

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples" / "variants.ipynb"
PAGE = pathlib.Path(__file__).parents[2] / "docs" / "src" / "python.md"


def test_the_page():
    names = {}
    pytest.importorskip("numpy")
    for block in re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S):
        exec(compile(block, str(PAGE), "exec"), names)


def test_the_notebook():
    pytest.importorskip("numpy")
    names = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)


@pytest.mark.parametrize("module", [ferz, pyffish, compat])
def test_docstrings(module):
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0


def test_the_stubs_name_everything():
    stubs = (pathlib.Path(ferz.__file__).parent / "_ferz.pyi").read_text()
    for name in ferz.__all__:
        thing = getattr(ferz, name)
        if getattr(thing, "__module__", "") not in ("ferz", None):
            continue
        assert re.search(rf"^(class|def) {name}\b", stubs, re.M), name
        for member in vars(thing) if isinstance(thing, type) else []:
            if not member.startswith("_"):
                assert re.search(rf"^    (def )?{member}\b", stubs, re.M), f"{name}.{member}"
