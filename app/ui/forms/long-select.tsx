import { type ComponentProps, useState } from "react";
import { escapeHtml } from "#app/ui/html.ts";
import type { Choice } from "./select-field.tsx";

/**
 * Renders a select of hundreds of options as HTML, cached by the identity of `options`. As elements
 * they took over a third of a page’s render time.
 */
export function LongSelect({
  options,
  chosen,
  ...select
}: Omit<ComponentProps<"select">, "children" | "defaultValue" | "value"> & {
  options: readonly Choice[];
  chosen: string | undefined;
}) {
  // The HTML is constant, because a change would undo a selection.
  const [__html] = useState(() => optionsHtml(options, chosen));
  return (
    // Server and browser may name a country differently.
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
