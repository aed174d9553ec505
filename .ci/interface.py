"""The public interface of the library crates, as rustdoc sees it, against docs/interface.txt.

`cargo doc --workspace --no-deps` first; then this script compares. `--write` accepts the interface as it is.
What is hidden from the documentation is no part of the interface.
"""

import html.parser
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "interface.txt"
CRATES = ["ferz", "ferz_engine", "ferz_grammar", "ferz_play", "ferz_rulesets"]
MEMBERS = ("method.", "tymethod.", "variant.", "structfield.", "associatedconstant.", "associatedtype.")


class Page(html.parser.HTMLParser):
    """The identifiers of a page of rustdoc, without those of traits that a type implements."""

    def __init__(self):
        super().__init__()
        self.ids = []
        self.implementations = 0
        self.depth = 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "div":
            self.depth += 1
            if attrs.get("id") in ("trait-implementations-list", "synthetic-implementations-list", "blanket-implementations-list"):
                self.implementations = self.implementations or self.depth
        name = attrs.get("id", "")
        if name.startswith(MEMBERS) and not self.implementations:
            self.ids.append(name)

    def handle_endtag(self, tag):
        if tag == "div":
            if self.implementations == self.depth:
                self.implementations = 0
            self.depth -= 1


def interface():
    lines = []
    for crate in CRATES:
        folder = ROOT / "target" / "doc" / crate
        for path in sorted(folder.rglob("*.html")):
            parts = path.stem.split(".", 1)
            if len(parts) != 2 or parts[0] not in ("struct", "enum", "trait", "fn", "type", "constant", "macro", "static"):
                continue
            text = path.read_text()
            # An item of a private module leads to where it is public.
            if 'http-equiv="refresh"' in text:
                continue
            place = "::".join([crate, *path.relative_to(folder).parts[:-1], parts[1]])
            lines.append(f"{parts[0]} {place}")
            page = Page()
            page.feed(text)
            for name in sorted(set(page.ids)):
                kind, _, member = name.partition(".")
                if "." not in member:
                    lines.append(f"  {kind} {place}::{member}")
    return lines


def main():
    lines = interface()
    if not lines:
        sys.exit("no documentation in target/doc: run `cargo doc --workspace --no-deps`")
    items = sum(not line.startswith(" ") for line in lines)
    if "--write" in sys.argv:
        KEPT.write_text("\n".join(lines) + "\n")
        print(f"{items} items and {len(lines) - items} members")
        return
    kept = KEPT.read_text().splitlines()
    gone = [line.strip() for line in kept if line not in lines]
    new = [line.strip() for line in lines if line not in kept]
    for sign, changed in (("-", gone), ("+", new)):
        for line in changed:
            print(sign, line)
    if gone or new:
        sys.exit("the public interface has changed: `python3 .ci/interface.py --write` accepts it")


main()
