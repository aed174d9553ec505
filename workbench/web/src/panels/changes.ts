// What is different: from the parent, from what was pinned, and from any other variant.

import { documents } from "../documents";
import { game } from "../game";
import { server } from "../rpc";
import type { Meant, Outcome } from "../types";
import { button, fill, h, toast } from "../ui";
import type { Panel } from "./panel";

type Change = { topic: string; subject: string; before: string | null; after: string | null; boards?: PieceBoard[] };
type PieceBoard = { side: string; square: string; gained: string[]; lost: string[]; otherwise: string[] };
type Difference = {
  fen: string;
  new_fen: string;
  line: string[] | null;
  gained: string[];
  lost: string[];
  old_outcome: Outcome | null;
  new_outcome: Outcome | null;
  leads: { move: string; old: string; new: string } | null;
};
type Diff = { old: string; new: string; changes: Change[]; difference: Difference | null; positions: number; comparable: boolean };
type Pin = { snapshot: string; same: boolean; changes: [string, string][] };

export function changes(): Panel {
  const out = h("div", { class: "changes", "aria-live": "polite" });
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
    if (!diff.changes.length) return fill(out, h("p", { class: "good" }, `${diff.new} plays by the same rules as ${diff.old}.`));
    fill(
      out,
      h("h3", {}, `${diff.old} → ${diff.new}`),
      h(
        "ul",
        {},
        diff.changes.map((change) =>
          h(
            "li",
            {},
            h("strong", {}, change.subject),
            change.before && h("del", {}, change.before),
            change.after && h("ins", {}, change.after),
            (change.boards ?? []).map((board) => h("p", { class: "soft" }, squares(board))),
          ),
        ),
      ),
      difference(diff),
    );
  };

  const squares = (board: PieceBoard): string => {
    const parts = [
      board.gained.length && `now also ${board.gained.join(" ")}`,
      board.lost.length && `no longer ${board.lost.join(" ")}`,
      board.otherwise.length && `otherwise ${board.otherwise.join(" ")}`,
    ];
    return `${board.side} from ${board.square}: ${parts.filter(Boolean).join("; ")}`;
  };

  const difference = (diff: Diff): HTMLElement => {
    const found = diff.difference;
    if (!found) {
      const words = diff.comparable ? `In ${diff.positions} positions both allow the same.` : "They have no position in common.";
      return h("p", { class: "soft" }, words);
    }
    const parts = [
      found.gained.length && `now possible: ${found.gained.join(" ")}`,
      found.lost.length && `no longer possible: ${found.lost.join(" ")}`,
      found.leads && `${found.leads.move} leads elsewhere`,
      JSON.stringify(found.old_outcome) !== JSON.stringify(found.new_outcome) && "the game ends differently",
    ];
    return h("p", {}, "A position that shows it: ", parts.filter(Boolean).join("; "), " ", button("Show it", () => void game.begin(found.new_fen)));
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
      if (pin.same) return fill(out, h("p", { class: "good" }, "The rules do exactly what was accepted."));
      const accept = async () => {
        const doc = documents.find(path) ?? documents.open(path, "", null, false);
        doc.replace(pin.snapshot);
        if (documents.folder !== null) await documents.save(doc);
        toast("Accepted. From now on every change of what the rules do is shown here.");
        await review();
      };
      const sign: Record<string, string> = { "-": "del", "+": "ins" };
      fill(
        out,
        h("p", {}, old ? "The rules do something else than was accepted:" : "Nothing was accepted yet. This is what the rules do:"),
        h("pre", { class: "scroll snap", tabindex: 0 }, pin.changes.map(([kind, line]) => h("span", { class: sign[kind] ?? "same" }, `${kind} ${line}\n`))),
        h("div", { class: "row" }, button("Accept", () => void accept(), { class: "main" }), old && button("Reject: keep what was accepted", () => fill(out))),
      );
    });

  const element = h(
    "div",
    { class: "panel" },
    h("div", { class: "row" }, button("From the parent", () => void parent()), button("From the saved file", () => void saved()), button("From what was accepted (snapshot)", () => void review())),
    out,
  );
  return { name: "Changes", element, update: () => {} };
}
