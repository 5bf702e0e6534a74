import { visibleText } from "#tests/ui/render.tsx";

type ShownCard = { title: string; facts: Record<string, string>; text: string };

export function listCards(html: string): ShownCard[] {
  const [, ...cards] = html.split(/<section class="card\b[^"]*"/);
  return cards.map((rest) => {
    const card = rest.slice(rest.indexOf(">") + 1);
    const [, heading = ""] = /<h\d[^>]*>(.*?)<\/h\d>/.exec(card) ?? [];
    const pairs = [...card.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
    return {
      title: visibleText(heading),
      facts: Object.fromEntries(pairs.map(([, term, fact]) => [term!, visibleText(fact!)])),
      text: visibleText(card),
    };
  });
}

export function currentTab(html: string): string {
  const [, tabs = ""] = html.split('<nav aria-label="Transaction"');
  return visibleText(/<a aria-current="page"[^>]*>(.*?)<\/a>/.exec(tabs)?.[1] ?? "");
}

export function listRows(html: string, caption: string): Record<string, string>[] {
  const table = html
    .split("<table")
    .map((rest) => rest.split("</table>")[0]!)
    .find(
      (text) => visibleText(/<caption[^>]*>(.*?)<\/caption>/.exec(text)?.[1] ?? "") === caption,
    );
  const cells = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => visibleText(cell!));
  const [head = "", ...rows] = (table ?? "").split("<tr").slice(1);
  const titles = cells(head);
  return rows.map((row) =>
    Object.fromEntries(cells(row).map((cell, place) => [titles[place]!, cell])),
  );
}
