import { words } from "#tests/ui/render.tsx";

/** A card of a page: what it is called, its facts by term, and everything it says before the next card begins. */
type ShownCard = { title: string; facts: Record<string, string>; text: string };

/** The cards of a page, in their order; a card within a card follows it. */
export function listCards(html: string): ShownCard[] {
  const [, ...cards] = html.split(/<section class="card\b[^"]*"/);
  return cards.map((rest) => {
    const card = rest.slice(rest.indexOf(">") + 1);
    const [, heading = ""] = /<h\d[^>]*>(.*?)<\/h\d>/.exec(card) ?? [];
    const pairs = [...card.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
    return {
      title: words(heading),
      facts: Object.fromEntries(pairs.map(([, term, fact]) => [term!, words(fact!)])),
      text: words(card),
    };
  });
}

/** What the tab that is shown says of itself: its name, and how many there are. */
export function currentTab(html: string): string {
  const [, tabs = ""] = html.split('<nav aria-label="Transaction"');
  return words(/<a aria-current="page"[^>]*>(.*?)<\/a>/.exec(tabs)?.[1] ?? "");
}

/** The rows of the table of that name, each by the headings of its columns. */
export function listRows(html: string, caption: string): Record<string, string>[] {
  const table = html
    .split("<table")
    .map((rest) => rest.split("</table>")[0]!)
    .find((text) => words(/<caption[^>]*>(.*?)<\/caption>/.exec(text)?.[1] ?? "") === caption);
  const cells = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => words(cell!));
  const [head = "", ...rows] = (table ?? "").split("<tr").slice(1);
  const titles = cells(head);
  return rows.map((row) =>
    Object.fromEntries(cells(row).map((cell, place) => [titles[place]!, cell])),
  );
}
