import { type ComponentProps, useState } from "react";
import { escapeHtml } from "#app/ui/html.ts";
import type { Choice } from "./select-field.tsx";

/**
 * A select of hundreds of options, the same for everybody. They are written as HTML once: as elements, such lists were
 * more than a third of what a page cost to render.
 *
 * @param options a constant, since its HTML is kept as long as it is
 */
export function LongSelect({
  options,
  chosen,
  ...select
}: Omit<ComponentProps<"select">, "children" | "defaultValue" | "value"> & {
  options: readonly Choice[];
  chosen: string | undefined;
}) {
  // As it was at first: HTML that changes would undo what the visitor has chosen since.
  const [__html] = useState(() => optionsHtml(options, chosen));
  return (
    // The server and the browser may each have their own name for a country.
    <select {...select} dangerouslySetInnerHTML={{ __html }} suppressHydrationWarning />
  );
}

const written = new WeakMap<readonly Choice[], string>();

function optionsHtml(options: readonly Choice[], chosen: string | undefined) {
  const html = written.get(options) ?? options.map(optionHtml).join("");
  written.set(options, html);
  const value = options.find(({ value }) => value === chosen)?.value;
  return value === undefined
    ? html
    : html.replace(`value="${escapeHtml(value)}"`, (found) => `${found} selected=""`);
}

function optionHtml({ value, label }: Choice) {
  return `<option value="${escapeHtml(value)}">${escapeHtml(label)}</option>`;
}
