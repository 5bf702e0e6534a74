/** Elements by name, in the order in which they are written; attributes with "@" before theirs. */
export type Xml = { [name: string]: string | Xml | Xml[] | undefined };

/** Writes XML. What is undefined is left out; an element with both attributes and text has its text as "#". */
export function writeXml(content: Xml): string {
  return Object.entries(content)
    .map(([name, value]) => {
      if (value === undefined || name.startsWith("@")) return "";
      if (name === "#" && typeof value === "string") return escaped(value);
      const each = Array.isArray(value) ? value : [value];
      return each.map((one) => element(name, one)).join("");
    })
    .join("");
}

function element(name: string, value: string | Xml) {
  if (typeof value === "string") return `<${name}>${escaped(value)}</${name}>`;
  const attributes = Object.entries(value)
    .map(([key, text]) =>
      key.startsWith("@") && typeof text === "string" ? ` ${key.slice(1)}="${escaped(text)}"` : "",
    )
    .join("");
  return `<${name}${attributes}>${writeXml(value)}</${name}>`;
}

/** Characters that XML 1.0 cannot hold at all are left out. */
function escaped(text: string) {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
