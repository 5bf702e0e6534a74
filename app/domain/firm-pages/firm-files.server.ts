/** Files that a law firm downloads from its page, and the state of its clients’ checks. */

import { sql } from "kysely";
import { recordFirmAudit } from "#app/domain/audit/audit.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { readInformationForFirm } from "#app/domain/property-information/letters.server.ts";
import type { FirmReader } from "#app/domain/readers/reader.ts";
import { searchName } from "#app/domain/searches/labels.ts";
import { isDocumentOfSearch, readSearchDocument } from "#app/domain/searches/searches.server.ts";
import type { Db } from "#db/connection.ts";

/** Names in URLs of the files with the sellers’ answers about the property. */
export const INFORMATION_FILES = {
  "property-information.pdf": "pdf",
  "property-information.json": "json",
} as const;

/**
 * Lists the files of a firm that has accepted: the sellers’ answers, if this firm may have them,
 * and the results of searches. Empty before the firm has accepted, and after it has declined.
 */
export async function listFirmFiles(db: Db, reader: FirmReader) {
  if (!(await hasAccepted(db, reader))) return { information: false, searches: [] };
  const information = await readInformationForFirm(db, reader);
  const searches = await db
    .selectFrom("searches")
    .leftJoin("search_documents", (join) => join.on(isDocumentOfSearch()))
    .select(["searches.id", "searches.product_id", "searches.reference"])
    .select(["searches.completion_date", "search_documents.size_bytes"])
    .where("searches.transaction_id", "=", reader.transaction_id)
    .where("searches.status", "=", "complete")
    .where("search_documents.id", "is not", null)
    .$narrowType<{ size_bytes: number }>()
    .orderBy("searches.completion_date")
    .orderBy("searches.id")
    .execute();
  return {
    information: information !== null,
    searches: searches.map(({ id, completion_date, size_bytes, ...search }) => ({
      ...{ id, completion_date, size_bytes },
      name: searchName(search),
    })),
  };
}

/**
 * Reads the document of a search for a firm, and records the download.
 * @throws NotFoundError, also before the firm has accepted; Error if the store has lost the
 * document
 */
export async function downloadFirmSearch(db: Db, reader: FirmReader, search_id: string) {
  await requireAccepted(db, reader);
  const place = { transaction_id: reader.transaction_id, search_id };
  const { id, ...document } = await readSearchDocument(db, place);
  const subject = { type: "search_document", id };
  await recordFirmAudit(db, reader, { action: "firm_file_downloaded", subject });
  return document;
}

/**
 * Reads the sellers’ answers about the property for a firm, and records the download.
 * @throws NotFoundError, also before the firm has accepted
 */
export async function downloadFirmInformation(db: Db, reader: FirmReader) {
  await requireAccepted(db, reader);
  const information = await readInformationForFirm(db, reader);
  if (!information) throw fileNotFound();
  const subject = { type: "transaction", id: reader.transaction_id };
  await recordFirmAudit(db, reader, { action: "firm_file_downloaded", subject });
  return information;
}

const fileNotFound = () => new NotFoundError("File not found");

async function requireAccepted(db: Db, reader: FirmReader) {
  if (!(await hasAccepted(db, reader))) throw fileNotFound();
}

async function hasAccepted(db: Db, reader: FirmReader): Promise<boolean> {
  const accepted = await db
    .selectFrom("instruction_answers")
    .select("id")
    .where("transaction_id", "=", reader.transaction_id)
    .where("side", "=", reader.side)
    .where("lawyer_group_id", "=", reader.lawyer_group_id)
    .where("purchase_intent_id", "is not distinct from", reader.purchase_intent_id)
    .where("answer", "=", "accepted")
    .executeTakeFirst();
  return accepted !== undefined;
}

/**
 * Lists the firm’s own clients with their newest identity check, which is null before the order. A
 * represented owner needs none.
 */
export async function listClientChecks(db: Db, reader: FirmReader) {
  const { transaction_id, purchase_intent_id, side } = reader;
  const { rows } = await sql<{
    first_name: string;
    last_name: string;
    status: "pending" | "failed" | "aborted" | "complete" | null;
    result: "clear" | "consider" | "fail" | null;
    updated_at: Date | null;
  }>`
    with clients as (
      select users.email, users.first_name, users.last_name, 0 as rank
        from transactions join users on users.id = transactions.seller_id
        where transactions.id = ${transaction_id} and ${side}::text = 'seller'
      union all select email, first_name, last_name, 1 from parties
        where transaction_id = ${transaction_id} and ${side}::text = 'seller' and kind = 'seller'
          and representation_reason is null
      union all select users.email, users.first_name, users.last_name, 0
        from purchase_intents join users on users.id = purchase_intents.buyer_id
        where purchase_intents.id = ${purchase_intent_id}
      union all select email, first_name, last_name, 1 from parties
        where purchase_intent_id = ${purchase_intent_id} and kind = 'buyer'
    )
    select clients.first_name, clients.last_name, newest.status, newest.result, newest.updated_at
    from clients
    left join lateral (
      select status, result, updated_at from identity_checks as checked
      where checked.transaction_id = ${transaction_id} and checked.email = clients.email
        and lower(checked.first_name) = lower(clients.first_name)
        and lower(checked.last_name) = lower(clients.last_name)
        and checked.person_type = ${side} and checked.order_called_off_at is null
        and checked.purchase_intent_id is not distinct from ${purchase_intent_id}
      order by created_at desc, id desc limit 1) as newest on true
    order by rank, last_name, first_name`.execute(db);
  return rows;
}
