/** Templates for HTML. They escape all values except those that are HTML themselves. */

class Html {
  constructor(readonly text: string) {}
}

export type { Html };

export function html(strings: TemplateStringsArray, ...values: (string | Html | Html[] | null)[]) {
  const text = strings.reduce((before, after, index) => {
    const value = values[index - 1] ?? "";
    return before + toText(value) + after;
  });
  return new Html(text);
}

function toText(value: string | Html | Html[]): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toText).join("");
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
