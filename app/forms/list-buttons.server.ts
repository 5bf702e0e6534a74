/** Conform's buttons that add or remove a row of a list (app/ui/forms/row-buttons.tsx). */

import { INTENT } from "@conform-to/dom";
import { formText, readRowButton } from "./form.server.ts";

export type ListLimits = {
  max: number;
  /** Returns the minimum number of rows, which may depend on the form's other values. */
  min?: (form: FormData) => number;
};

/**
 * Passes the row button that was clicked to Conform, unless a limit is reached. Returns true if the
 * visitor clicked a row button of one of these lists.
 */
export function applyListButton(
  form: FormData,
  lists: Readonly<Record<string, ListLimits>>,
): boolean {
  const button = readRowButton(formText(form, "intent"));
  for (const [list, { min }] of Object.entries(lists)) {
    const isAboutFirst = button?.type === "insert" || button?.payload.index === 0;
    const isAboutIt = button?.payload.name === list && isAboutFirst;
    if (!isAboutIt && (min?.(form) ?? 0) === 0) dropLoneEmptyRow(form, list);
  }
  const [name, limits] =
    Object.entries(lists).find(([list]) => list === button?.payload.name) ?? [];
  if (!button || name === undefined || !limits) return false;
  const count = countRows(form, name);
  if (button.type === "insert" && count < limits.max) addRow(form, name, count);
  else if (button.type === "remove" && count > (limits.min?.(form) ?? 0)) {
    setConformIntent(form, "remove", button.payload);
  }
  return true;
}

/**
 * Adds an empty row. Sends all rows of a list of texts, because Conform may not know a row that the
 * user typed (routes/admin/shared/form-lists.tsx).
 */
function addRow(form: FormData, name: string, count: number) {
  const texts = Array.from({ length: count }, (_, place) => form.get(`${name}[${place}]`));
  const areTexts = count > 0 && texts.every((text) => typeof text === "string");
  if (areTexts) setConformIntent(form, "update", { name, value: [...texts, ""] });
  else setConformIntent(form, "insert", { name });
}

/** Drops the only row of a list if it is empty (M-059). */
function dropLoneEmptyRow(form: FormData, name: string) {
  if (countRows(form, name) === 1 && formText(form, `${name}[0]`).trim() === "") {
    form.delete(`${name}[0]`);
  }
}

function countRows(form: FormData, name: string): number {
  const places = [...form.keys()]
    .filter((key) => key.startsWith(`${name}[`))
    .map((key) => Number.parseInt(key.slice(name.length + 1), 10));
  return Math.max(-1, ...places.filter((place) => place >= 0)) + 1;
}

function setConformIntent(form: FormData, type: "insert" | "remove" | "update", payload: object) {
  form.set(INTENT, JSON.stringify({ type, payload }));
}
