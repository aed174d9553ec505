#!/usr/bin/env python3
"""Lets PyChess's own code judge the folders of `ferz publish --to pychess`: the section, its start, the texts, the pictures and the board.

    python3 pychess.py --pychess ~/pychess-variants --ferz ../../target/debug/ferz --sample 20 --seed 7
    python3 pychess.py --pychess ~/pychess-variants --variants minishogi,shako

The checkout of gbtami/pychess-variants is not part of ferz; without it nothing is tested. Its server needs some packages: aiohttp, aiohttp-session,
pymongo, pyffish, pyffish-alice, msgspec, sortedcollections. Folders are written under names of their own, since bundled names are taken there.
Counted are the folders that PyChess takes as they are, the variants that ferz refuses before, with the reason, and those that PyChess refuses: if there
are any, the exit code is 1.
"""

import argparse
import asyncio
import html
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
# Parts of the server that only draw pages.
UNUSED = ("catalogued_rules", "catalogued_betza", "catalogued_board")


def site(checkout):
    """The module of the checks."""
    server = Path(checkout) / "server"
    if not server.is_dir():
        return None
    sys.path.insert(0, str(server))
    for name in UNUSED:
        sys.modules[name] = mock.MagicMock()
    # It reads options of the command line.
    arguments, sys.argv = sys.argv, sys.argv[:1]
    import catalogued_variants

    sys.argv = arguments
    return catalogued_variants


def field(page, what):
    """A text that the page tells to copy."""
    found = re.search(re.escape(what) + r":?\s*<(?:textarea|input|code)[^>]*?(?:value=\"([^\"]*)\")?[^>]*>([^<]*)", page)
    return html.unescape(found[1] or found[2]) if found else None


def judged(checks, folder):
    """What PyChess says against a folder, or None."""
    from aiohttp import web

    page = (folder / "index.html").read_text(encoding="utf-8")
    texts = [field(page, what) for what in ("Display name", "Description", "Names of pieces")]
    if None in texts:
        return f"the page lacks a text: {texts}"
    title, description, names = texts
    ini = next(folder.glob("*.ini")).read_text(encoding="utf-8").strip()
    try:
        name = checks.extract_variant_name(ini)
        if checks._is_builtin_variant_name(name):
            return f"the name {name} is taken"
        title = checks.normalize_catalogued_display_name(title)
        checks.ensure_catalogued_display_name_available(title, variant_name=name)
        asyncio.run(checks.check_catalogued_ini_without_mutating_server(ini, name))
        own = checks.validate_catalogued_ini(ini)._asdict()
        directional = "Directional custom pieces" in page
        more = {"username": "ferz", "ini": ini, "created_at": checks.datetime.now(checks.UTC), "piece_set_directional": directional}
        doc = checks._build_doc(**own, display_name=title, description=description, piece_names=names, **more)
        if doc["description"] != description.strip():
            return "the description is cut"
        keys, total = set(), 0
        for file in sorted((folder / "pieces").iterdir()):
            raw = file.read_bytes()
            total += len(raw)
            if len(raw) > checks.MAX_CATALOGUED_PIECE_SVG_BYTES:
                return f"{file.name} is too large"
            canonical = checks._canonical_piece_set_filename(file.name)
            if canonical != file.name:
                return f"{file.name} is no name of a picture"
            keys.add(checks._catalogued_piece_set_storage_key(canonical))
            if not whole(checks._sanitize_catalogued_piece_svg(raw, canonical), raw):
                return f"{file.name} loses shapes"
        if total > checks.MAX_CATALOGUED_PIECE_SET_TOTAL_BYTES:
            return "the piece set is too large"
        if checks._catalogued_piece_set_mode_for_keys(doc, keys) is None:
            wanted = checks._catalogued_piece_set_required_keys(doc)
            return f"pieces: missing {sorted(wanted - keys)}, extra {sorted(keys - wanted)}"
        board = (folder / "board.svg").read_bytes()
        if len(board) > checks.MAX_CATALOGUED_BOARD_SVG_BYTES:
            return "the board is too large"
        if not whole(checks._sanitize_catalogued_board_svg(board, "board.svg", doc["width"], doc["height"]), board):
            return "the board loses shapes"
    except web.HTTPException as error:
        return error.text
    return None


def whole(kept, raw):
    """Whether a picture has all of its elements after the site has cleaned it."""
    count = lambda text: len(re.findall(r"<(?!/|\?|!|(?:\w+:)?(?:title|desc|metadata)\b)", text))
    return count(kept) >= count(raw.decode("utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pychess", required=True, help="a checkout of gbtami/pychess-variants")
    parser.add_argument("--ferz", default=str(HERE.parents[1] / "target" / "debug" / "ferz"))
    parser.add_argument("--variants", help="names, between commas")
    parser.add_argument("--sample", type=int, help="as many variants, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    checks = site(options.pychess)
    if checks is None:
        print("there is no checkout of pychess-variants: nothing is tested")
        return 0
    files = {path.stem: path for path in (HERE.parents[1] / "rulesets").rglob("*.ferz") if path.parent.name != "lib"}
    names = options.variants.split(",") if options.variants else sorted(files)
    if options.sample:
        names = sorted(random.Random(options.seed).sample(names, min(options.sample, len(names))))
    taken, before, wrong = 0, 0, 0
    for name in names:
        with tempfile.TemporaryDirectory() as top:
            folder = Path(top) / "own"
            own = ("ferz-" + name)[:32].rstrip("-_")
            command = [options.ferz, "publish", str(files[name]), "--to", "pychess", "-o", str(folder), "--no-tests", "--games", "0"]
            done = subprocess.run([*command, "--name", own, "--title", f"Ferz {name}"], capture_output=True, text=True, check=False)
            if done.returncode != 0 or not folder.exists():
                before += 1
                print(f"{name:24} refused before: {' '.join(done.stderr.split())[:120]}")
                continue
            told = judged(checks, folder)
        if told is None:
            taken += 1
        else:
            wrong += 1
            print(f"{name:24} WRONG: {told}")
    print(f"{len(names)} variants: {taken} taken by PyChess as they are, {before} refused by ferz before, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
