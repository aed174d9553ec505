// The differences: from the parent, from the pinned behaviour, and from any other variant.

import { documents } from "../documents";
import type { Board } from "../board";
import { game } from "../game";
import { t } from "../language";
import { server } from "../rpc";
import { sketch, type Mark } from "../sketch";
import type { Meant, Outcome, Stage } from "../types";
import { button, fill, h, toast } from "../ui";
import type { Panel } from "./panel";

type Change = { topic: string; subject: string; before: string | null; after: string | null; boards?: PieceBoard[] };
type PieceBoard = { side: string; square: string; same: string[]; gained: string[]; lost: string[]; otherwise: string[]; stage: Stage | null };
type Difference = {
  fen: string;
  new_fen: string;
  line: string[] | null;
  /** The made-up position from which the line leads there; null: the start. */
  from: string | null;
  turn: string;
  gained: string[];
  lost: string[];
  old_outcome: Outcome | null;
  new_outcome: Outcome | null;
  leads: { move: string; old: string; new: string } | null;
  stage: Stage | null;
  arrows: { gained: string[][]; lost: string[][] };
};
type Diff = { old: string; new: string; changes: Change[]; difference: Difference | null; positions: number; comparable: boolean };
type Pin = { snapshot: string; same: boolean; changes: [string, string][] };

/** So many moves are named. */
const MOST = 20;
/** A line of moves that no longer exists is reported. */
const LONG = 12;

const some = (texts: string[]) => texts.slice(0, MOST).join(" ") + (texts.length > MOST ? ` ${t`and ${texts.length - MOST} more`}` : "");

/** Squares to which a piece goes now and did not, and the other way round. */
function goes(board: PieceBoard): HTMLElement {
  const kinds: [Mark, string, string[]][] = [
    ["gained", "now also", board.gained],
    ["lost", "no longer", board.lost],
    ["otherwise", "in another way", board.otherwise],
  ];
  const there = kinds.filter(([, , squares]) => squares.length);
  const list = there.map(([, label, squares]) => `${t(label)} ${squares.join(" ")}`).join("; ");
  const words = t`The ${t(board.side)} piece on ${board.square}: ${list}`;
  if (!board.stage) return h("p", { class: "soft" }, words);
  const marks: [Mark, string[]][] = [["same", board.same], ...kinds.map(([mark, , squares]): [Mark, string[]] => [mark, squares])];
  return h("figure", { class: "small" }, sketch(board.stage, words, marks), h("figcaption", {}, there.map(([mark, label]) => h("span", { class: `key ${mark}` }, label))));
}

export function changes(board: Board): Panel {
  const out = h("div", { class: "changes", "aria-live": "polite" }, h("p", { class: "soft" }, "How the rules differ: the pieces' moves, and a position that shows it."));
  const busy = async (work: () => Promise<void>) => {
    fill(out, h("p", { class: "soft" }, "looking …"));
    try {
      await work();
    } catch (error) {
      fill(out, h("p", { class: "bad" }, (error as Error).message));
    }
  };

  const parent = () =>
    busy(async () => {
      if (!game.shown) return;
      show(await server.ask<Diff>("diff", { variant: game.shown }));
    });

  const saved = () =>
    busy(async () => {
      const doc = documents.rules;
      if (!game.shown || !doc?.seen) throw new Error("These rules were not read from a file.");
      const old: Meant = { file: doc.path, texts: { ...game.shown.texts, [doc.path]: doc.seen.text } };
      show(await server.ask<Diff>("diff", { variant: game.shown, old }));
    });

  const show = (diff: Diff) => {
    if (!diff.changes.length) return fill(out, h("p", { class: "good" }, t`${diff.new} plays by the same rules as ${diff.old}.`));
    const item = (change: Change) =>
      h(
        "li",
        {},
        h("strong", {}, change.subject),
        change.before && h("del", {}, change.before),
        change.after && h("ins", {}, change.after),
        (change.boards ?? []).map(goes),
      );
    const rules = diff.changes.filter((change) => change.topic !== "text");
    const texts = diff.changes.filter((change) => change.topic === "text");
    fill(
      out,
      h("h3", {}, `${diff.old} → ${diff.new}`),
      difference(diff),
      rules.length ? h("ul", { class: "list" }, rules.map(item)) : h("p", { class: "good" }, "The rules are the same; only words differ."),
      texts.length > 0 && h("details", {}, h("summary", {}, "Title, source and other words"), h("ul", { class: "list" }, texts.map(item))),
    );
  };

  /** A position in which they differ, and the difference. */
  const difference = (diff: Diff): HTMLElement => {
    const found = diff.difference;
    if (!found) {
      const words = diff.comparable ? t`In ${diff.positions} positions both allow the same.` : "They have no position in common.";
      return h("p", { class: "soft" }, words);
    }
    const ends = (outcome: Outcome | null) => outcome?.words ?? t("the game goes on");
    const parts: [string, string | null][] = [
      ["ins", found.gained.length ? t`possible now: ${some(found.gained)}` : null],
      ["del", found.lost.length ? t`possible no longer: ${some(found.lost)}` : null],
      ["soft", found.leads && t`${found.leads.move} leads to another position`],
      ["soft", ends(found.old_outcome) === ends(found.new_outcome) ? null : `${ends(found.old_outcome)} → ${ends(found.new_outcome)}`],
    ];
    const { from, line } = found;
    const long = () => (from ? t`after ${line!.length} moves` : t`after ${line!.length} moves of a random game`);
    const when = !line ? t("in a made-up position") : !line.length ? t("at the start") : line.length > LONG ? long() : t`after ${line.join(" ")}`;
    const arrows = [...found.arrows.lost.map((squares) => ({ squares, kind: "lost" as const })), ...found.arrows.gained.map((squares) => ({ squares, kind: "gained" as const }))];
    const put = async () => {
      // The moves have made the difference where positions are repeated.
      if (!from || !line || (await game.replay(from, line))) await game.begin(found.new_fen);
      board.point(arrows);
      board.seen();
    };
    const turn = t(found.turn);
    const label = t`A position that shows the difference, ${turn} to move`;
    return h(
      "div",
      { class: "difference" },
      found.stage && h("figure", { class: "small" }, sketch(found.stage, label, [], arrows.map(({ kind, squares }) => [kind, squares]))),
      h("div", { class: "grow" }, h("p", {}, from ? t`It shows ${when}, from the made-up position ${from}, ${turn} to move.` : t`It shows ${when}, ${turn} to move.`), parts.map(([kind, words]) => words && h("p", { class: kind }, words)), button("Show it on the board", () => void put())),
    );
  };

  const pinned = (): string | null => {
    const path = documents.beside("snap");
    return (path && documents.find(path)?.text) || null;
  };

  const review = () =>
    busy(async () => {
      const variant = game.shown;
      const path = documents.beside("snap");
      if (!variant || !path) return;
      if (!pinned() && documents.folder !== null && (await server.ask<string[]>("files")).includes(path)) await documents.fetch(path, false);
      const old = pinned();
      const pin = await server.ask<Pin>("snapshot", { variant, old });
      if (pin.same) return fill(out, h("p", { class: "good" }, "The rules behave exactly as accepted."));
      const accept = async () => {
        const doc = documents.find(path) ?? documents.open(path, "", null, false);
        doc.replace(pin.snapshot);
        documents.accepted[path] = await server.ask<Record<string, string>>("texts", variant);
        documents.keep();
        if (documents.folder !== null) await documents.save(doc);
        toast("Accepted. From now on every change in the behaviour of the rules is shown here.");
        await review();
      };
      const sign: Record<string, string> = { "-": "del", "+": "ins" };
      fill(
        out,
        h("p", {}, old ? "The rules behave differently from the accepted state:" : "Nothing was accepted yet. This is the behaviour of the rules:"),
        h("pre", { class: "scroll snap", tabindex: 0 }, pin.changes.map(([kind, line]) => h("span", { class: sign[kind] ?? "same" }, `${kind} ${line}\n`))),
        h("div", { class: "row" }, button("Accept", () => void accept(), { class: "main" }), old && button("Reject: back to the accepted state", () => void reject(variant, path, old))),
      );
    });

  /** Puts the rules back that were accepted, if this page knows texts that do that. */
  const reject = (variant: Meant, path: string, old: string) =>
    busy(async () => {
      const doc = documents.rules;
      const saved = doc?.seen && { ...variant.texts, [doc.path]: doc.seen.text };
      for (const texts of [documents.accepted[path], saved]) {
        if (!doc || !texts?.[doc.path]) continue;
        const pin = await server.ask<Pin>("snapshot", { variant: { ...variant, texts }, old }).catch(() => null);
        if (!pin?.same) continue;
        for (const [path, text] of Object.entries(texts)) {
          const there = documents.find(path);
          if (there && there.text !== text) there.replace(text);
        }
        return fill(out, h("p", { class: "good" }, "The rules are in the accepted state again. Undo in the text brings your change back."));
      }
      fill(out, h("p", {}, "This page does not know the accepted text; its behaviour stays accepted."));
    });

  const element = h(
    "div",
    { class: "panel" },
    h("div", { class: "row" }, button("From the parent", () => void parent()), button("From the saved file", () => void saved()), button("From the accepted state (snapshot)", () => void review())),
    out,
  );
  return { name: "Changes", element, update: () => {} };
}
