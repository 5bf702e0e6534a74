import type { SeedRows } from "../seed-builder.ts";
import type { Matter } from "../content/matters/matter.ts";
import { readyLinks } from "../content/ready-links.ts";
import { hashOfNoToken, id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, transactionId } from "./history.ts";

const ninetyDays = 90 * 24 * 60 * 60 * 1000;

/** Adds links to the page that shows how ready a home is for a buyer. None of them expires soon. */
export function addReadyLinks(book: SeedRows, matter: Matter) {
  const creators = {
    introduction: null,
    seller: userId(matter.seller),
    staff: userId(colleague(matter)),
  };
  for (const { source, created, opened } of readyLinks[matter.home] ?? []) {
    const name = `${matter.home}: ${source}`;
    const created_at = book.calendar.at(created, 240);
    book.rows.ready_links.push({
      id: id("ready link", name),
      transaction_id: transactionId(matter),
      token_hash: hashOfNoToken(`ready link ${name}`),
      source,
      created_by: creators[source],
      created_at,
      expires_at: new Date(created_at.getTime() + ninetyDays),
      opened_at: opened === undefined ? null : book.calendar.at(opened, 120),
    });
  }
}
