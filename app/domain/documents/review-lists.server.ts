/** Lists for staff: documents to review, and requests that customers have not answered in time. */

import { sql } from "kysely";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/paging.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { selectAddress } from "#app/domain/shared/address.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";
import { documentTitle } from "./document-kinds.ts";
import { sideOf } from "./request-rules.ts";
import type { ReviewList } from "./request-states.ts";

/** Maximum number of rows that are counted, so that the list stays fast however long it is. */
const MAX_COUNTED = 150;

/**
 * Lists requests of all matters, oldest first: those that staff must review, or those that are past
 * their day. Ended matters have no open requests.
 */
export async function listRequestsToReview(
  db: Db,
  reader: StaffReader,
  list: ReviewList,
  { limit, after }: KeysetQuery,
) {
  const moment = momentOf(list);
  const rows = await db
    .selectFrom("document_requests as request")
    .innerJoin("transactions", "transactions.id", "request.transaction_id")
    .innerJoin("properties", "properties.id", "transactions.property_id")
    .select(["request.id", "request.transaction_id", "request.purchase_intent_id"])
    .select(["request.kind", "request.title", "request.status", "request.missing_reason"])
    .select(["request.answered_at", "request.due_on"])
    .select(selectAddress("properties.address_id").$notNull().as("address"))
    .where(isInList(list))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(request.${sql.ref(moment)}, request.id) > (
        coalesce((select ${sql.ref(moment)} from document_requests where id = ${after}), '-infinity'),
        ${after})`),
    )
    .orderBy(`request.${moment}`)
    .orderBy("request.id")
    .limit(limit + 1)
    .execute();
  const page = keysetPage(rows, limit);
  await reader.recordView({ list: "document_requests" });
  return {
    ...page,
    items: page.items.map((request) => ({
      ...request,
      title: documentTitle(request),
      side: sideOf(request),
    })),
  };
}

export type ListedRequest = Awaited<ReturnType<typeof listRequestsToReview>>["items"][number];

/** Counts the requests of a list, up to a maximum. `more` is true if there are more. */
export async function countRequestsToReview(
  db: Db,
  list: ReviewList,
): Promise<{ total: number; more: boolean }> {
  const rows = await db
    .selectFrom("document_requests as request")
    .select("request.id")
    .where(isInList(list))
    // In the order of the index. Otherwise the planner may scan the table for the first rows.
    .orderBy(`request.${momentOf(list)}`)
    .orderBy("request.id")
    .limit(MAX_COUNTED + 1)
    .execute();
  return { total: Math.min(rows.length, MAX_COUNTED), more: rows.length > MAX_COUNTED };
}

const momentOf = (list: ReviewList) => (list === "to_review" ? "answered_at" : "due_on");

/** Builds the condition of the partial index that the list reads (migrations/0094). */
function isInList(list: ReviewList) {
  return list === "to_review"
    ? sql<boolean>`(request.status = 'received'
        or (request.status in ('requested', 'sent_back') and request.missing_reason is not null))`
    : sql<boolean>`(request.status in ('requested', 'sent_back')
        and request.missing_reason is null and request.due_on < ${londonDay(new Date())})`;
}
