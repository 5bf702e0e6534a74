/**
 * Runs in the page. Returns the arrangements of its elements, or of those in its modal dialog.
 * Thousands of page states share some three thousand arrangements.
 *
 * @returns `kinds`: each element with its two nearest ancestors, each pair of successive headings,
 * and each duplicate landmark; `widths`: each element with the length of its longest text
 */
export function arrangementsOf() {
  // Attributes whose values matter to axe. The values of all others, such as ids, URLs and texts,
  // are left out.
  const telling = /^(?:type|role|class|autocomplete|lang|scope|tabindex|hidden|disabled|required)$/;
  const references = /^(?:for|aria-(?:labelledby|describedby|controls|owns|errormessage))$/;
  const words = /^aria-(?:label|valuetext|valuenow|roledescription|activedescendant)$/;
  const idsOf = (value: string) => value.split(" ").filter(Boolean);
  const isThere = (id: string) => document.getElementById(id) !== null;
  const hasWords = (text: string | null) => /\S/.test(text ?? "");

  const attribute = ({ name, value }: Attr) => {
    if (name.startsWith("data-")) return "";
    if (references.test(name)) return `${name}=${idsOf(value).every(isThere)}`;
    const tells = telling.test(name) || (name.startsWith("aria-") && !words.test(name));
    return `${name}=${tells ? value : hasWords(value)}`;
  };
  const isBox = (overflow: string) => overflow === "auto" || overflow === "scroll";
  const ways = new Map<Element, string>();
  const wayOf = (element: Element): string => {
    const known = ways.get(element);
    if (known !== undefined) return known;
    const { overflowX, overflowY } = getComputedStyle(element);
    const says = [
      ...Array.from(element.attributes, attribute).sort(),
      element.checkVisibility() ? "shown" : "",
      hasWords(element.textContent) ? "words" : "",
      "labels" in element && (element.labels as NodeList | null)?.length ? "labelled" : "",
      isBox(overflowX) && element.scrollWidth > element.clientWidth ? "sideways" : "",
      isBox(overflowY) && element.scrollHeight > element.clientHeight ? "down" : "",
    ];
    const way = `${element.localName} ${says.filter(Boolean).join(" ")}`;
    ways.set(element, way);
    return way;
  };
  const around = (element: Element | null) => (element ? wayOf(element) : "");
  const kindOf = (element: Element) => {
    const { parentElement } = element;
    return `${wayOf(element)} < ${around(parentElement)} < ${around(parentElement?.parentElement ?? null)}`;
  };

  const dialog = document.querySelector("dialog:modal");
  const elements = dialog
    ? [dialog, ...dialog.querySelectorAll("*:not(svg *)")]
    : [...document.querySelectorAll("html, meta, body, body *:not(script, link, svg *)")];
  const shown = elements.filter((element) => element.checkVisibility());

  const headings = shown.filter((element) => /^h[1-6]$/.test(element.localName));
  const steps = headings.map(({ localName }, at) => `${headings[at - 1]?.localName}, ${localName}`);
  const landmarks = shown
    .filter((element) => element.matches("main, nav, aside, section, form, [role]"))
    .map((element) => {
      const by = idsOf(element.getAttribute("aria-labelledby") ?? "").map(
        (id) => document.getElementById(id)?.textContent,
      );
      const name = element.getAttribute("aria-label") ?? by.join(" ");
      return { kind: `${element.localName} ${element.getAttribute("role") ?? ""}`, name };
    })
    .filter(({ kind, name }) => /^(?:main|nav|aside)/.test(kind) || name !== "");
  const twins = landmarks.filter(({ kind, name }, at) =>
    landmarks.slice(0, at).some((other) => other.kind === kind && other.name === name),
  );

  /** Returns the length of the longest unbreakable text, in characters. */
  const longestOf = (element: Element) => {
    if (element instanceof HTMLSelectElement)
      return Math.max(0, ...Array.from(element.options, ({ text }) => text.length));
    const own = Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : ""));
    const isWhole = getComputedStyle(element).whiteSpace.includes("nowrap");
    const parts = isWhole ? [own.join("").trim()] : own.join(" ").split(/\s+/);
    return Math.max(...parts.map((part) => part.length));
  };
  return {
    kinds: [
      ...new Set([...elements.map(kindOf), ...steps, ...twins.map(({ kind }) => `twice ${kind}`)]),
    ],
    widths: [
      ...new Set(shown.map((element) => `${kindOf(element)} ${Math.ceil(longestOf(element) / 6)}`)),
    ],
  };
}
