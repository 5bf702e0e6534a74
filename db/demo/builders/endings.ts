import type { SeedRows } from "../seed-builder.ts";
import type { Matter } from "../content/matters/matter.ts";
import { id } from "../deterministic.ts";
import { userId } from "../person.ts";
import { colleague, type EventName, record, transactionId } from "./history.ts";

const NOT_PAUSED = { paused_on: null, paused_until: null, pause_note: null };
const NOT_ENDED = { ended_on: null, end_reason: null, end_note: null };

/** Adds the pause or the end of a matter, which staff can no longer undo. */
export function addEnding(book: SeedRows, matter: Matter) {
  const { paused, ended } = matter;
  const { calendar } = book;
  if (paused) {
    const after = {
      paused_on: calendar.date(paused.day),
      paused_until: calendar.date(paused.until),
      pause_note: paused.note,
    };
    const of = { day: paused.day, kind: "pause_matter", event: "sale_paused" } as const;
    const comments = `Matter paused until ${after.paused_until.split("-").reverse().join("/")}`;
    addAction(book, matter, { ...of, before: NOT_PAUSED, after, comments });
  }
  if (ended) {
    const after = { ended_on: calendar.date(ended.day), end_reason: ended.reason, end_note: null };
    const of = { day: ended.day, kind: "end_matter", event: "sale_ended" } as const;
    const comments = `Matter ended: ${ended.reason}`;
    addAction(book, matter, { ...of, before: NOT_ENDED, after, comments });
  }
}

type Values = Record<string, string | null>;

function addAction(
  book: SeedRows,
  matter: Matter,
  action: {
    day: number;
    kind: "pause_matter" | "end_matter";
    event: EventName;
    before: Values;
    after: Values;
    comments: string;
  },
) {
  const { day, kind, event, before, after, comments } = action;
  const transaction_id = transactionId(matter);
  const sale = book.rows.transactions.find((row) => row.id === transaction_id);
  if (!sale) throw new Error(`${matter.home} is not among the sales.`);
  Object.assign(sale, after);
  const done_at = record(book, matter, day, event, { comments });
  book.rows.matter_actions.push({
    id: id("action", `${matter.home} ${kind}`),
    ...{ transaction_id, kind, done_at },
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    done_by: userId(colleague(matter)),
    sends_at: new Date(done_at.getTime() + 10 * 60_000),
  });
}
