import { type ComponentProps, useState } from "react";
import { escapeHtml } from "#app/ui/html.ts";
import type { Choice } from "./select-field.tsx";

/**
 * Renders a select with hundreds of options as HTML, which is cached for each `options` array. As
 * React elements, the options took over a third of a page’s render time.
 */
export function LongSelect({
  options,
  chosen,
  ...select
}: Omit<ComponentProps<"select">, "children" | "defaultValue" | "value"> & {
  options: readonly Choice[];
  chosen: string | undefined;
}) {
  // The HTML never changes after the first render, because a change would undo the user’s
  // selection.
  const [__html] = useState(() => optionsHtml(options, chosen));
  return (
    // The server and the browser may have different names for a country.
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
