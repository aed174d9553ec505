// How the page looks and sounds: themes of the board, pictures of pieces, sound, motion, language.

import { game } from "./game";
import { LANGUAGES, language, t } from "./language";
import { onSettings, prefer, settings, type Settings } from "./settings";
import { dialog, h } from "./ui";

export const THEMES = ["wood", "green", "blue", "grey"];
export const FIGURES = ["western", "flat", "letters", "native"];

/** Puts what is preferred into effect. */
function apply(): void {
  document.body.dataset.theme = settings.theme;
  document.body.dataset.coordinates = settings.coordinates ? "yes" : "no";
}

function choice(key: "theme" | "figures" | "language", label: string, names: [string, string][]): HTMLElement {
  const select = h("select", {}, names.map(([value, words]) => h("option", { value }, words)));
  select.value = settings[key];
  select.addEventListener("change", () => prefer({ [key]: select.value } as Partial<Settings>));
  return h("div", { class: "row" }, h("label", {}, label, select));
}

function toggle(key: "sound" | "motion" | "coordinates", label: string): HTMLElement {
  const box = h("input", { type: "checkbox" });
  box.checked = settings[key];
  box.addEventListener("change", () => prefer({ [key]: box.checked }));
  return h("div", { class: "row" }, h("label", { class: "check" }, box, label));
}

export async function chooseLook(): Promise<void> {
  const before = language();
  await dialog(
    t("Look and sound"),
    [
      choice("theme", t("Board"), THEMES.map((name) => [name, t(name)])),
      choice("figures", t("Figures"), FIGURES.map((name) => [name, t(name)])),
      choice("language", t("Language"), [["", t("of the browser")], ...LANGUAGES]),
      toggle("coordinates", t("Names of files and ranks")),
      toggle("motion", t("Moves slide")),
      toggle("sound", t("Sounds")),
    ],
    [[t("Close"), "close", true]],
  );
  // The words of the page are put once.
  if (language() !== before) location.reload();
}

onSettings(() => {
  apply();
  void game.refresh();
});
apply();
