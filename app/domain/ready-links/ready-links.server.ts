/**
 * Links to the page that shows how ready a home is for a buyer. Anyone with a link can open the
 * page until the link expires or is revoked. Only the hash of its token is stored.
 */

import { sql } from "kysely";
import { recordCustomerAudit, recordAudit } from "#app/domain/audit/audit.server.ts";
import { isSellerSql } from "#app/domain/people/matter-access.server.ts";
import type { Reader, StaffReader } from "#app/domain/readers/reader.ts";
import { saleIsCompleteSql } from "#app/domain/sales/open-sales.server.ts";
import {
  lockMatter,
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";

/** Days for which a link works. */
export const READY_LINK_DAYS = 90;

/** Maximum number of links of a matter that work at the same time. */
const MAX_LINKS = 20;

/** A link as its address needs it. The token is shown only once. */
export type ReadyLink = { id: string; token: string };

/**
 * Creates a link for the email that introduces a matter to its estate agent. Revokes the links of
 * earlier introductions, which a repeated attempt to send the email has replaced.
 */
export async function createIntroductionLink(db: Db, transaction_id: string): Promise<ReadyLink> {
  await db
    .updateTable("ready_links")
    .set({ revoked_at: sql`now()` })
    .where("transaction_id", "=", transaction_id)
    .where("source", "=", "introduction")
    .where("revoked_at", "is", null)
    .execute();
  return insertLink(db, { transaction_id, source: "introduction", created_by: null });
}

/**
 * Creates a link for a seller or for staff, who pass it on.
 * @throws NotFoundError if the matter does not exist or is not the reader’s
 */
export async function createReadyLink(
  trx: Db,
  reader: Reader,
  transaction_id: string,
): Promise<ReadyLink> {
  await lockOwnMatter(trx, reader, transaction_id);
  const source = reader.type === "admin" ? "staff" : "seller";
  const link = await insertLink(trx, { transaction_id, source, created_by: reader.id });
  await record(trx, reader, { transaction_id, action: "ready_link_created" });
  return link;
}

/**
 * Revokes a link, which then opens nothing. Idempotent.
 * @throws NotFoundError if the matter does not exist or is not the reader’s
 */
export async function revokeReadyLink(
  trx: Db,
  reader: Reader,
  { transaction_id, link_id }: { transaction_id: string; link_id: string },
): Promise<void> {
  await lockOwnMatter(trx, reader, transaction_id);
  const revoked = await trx
    .updateTable("ready_links")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", link_id)
    .where("transaction_id", "=", transaction_id)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (revoked) await record(trx, reader, { transaction_id, action: "ready_link_revoked" });
}

/** Revokes all links of a matter, such as when its estate agent is replaced. */
export async function revokeReadyLinks(trx: Db, transaction_id: string): Promise<void> {
  await trx
    .updateTable("ready_links")
    .set({ revoked_at: sql`now()` })
    .where("transaction_id", "=", transaction_id)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Lists the links of a matter that work, newest first, with the name of the person who created each
 * one.
 * @throws NotFoundError if the matter does not exist or is not the reader’s
 */
export async function listReadyLinks(db: Db, reader: Reader, transaction_id: string) {
  requireTransactionId(transaction_id);
  await ownMatters(db, reader, transaction_id).executeTakeFirstOrThrow(transactionNotFound);
  const links = await db
    .selectFrom("ready_links")
    .leftJoin("users", "users.id", "ready_links.created_by")
    .select(["ready_links.id", "ready_links.source", "ready_links.created_at"])
    .select(["ready_links.expires_at", "ready_links.opened_at"])
    .select(["users.first_name", "users.last_name"])
    .where("ready_links.transaction_id", "=", transaction_id)
    .where(worksSql())
    .orderBy("ready_links.created_at", "desc")
    .orderBy("ready_links.id", "desc")
    .limit(MAX_LINKS)
    .execute();
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return links;
}

/** Returns the matter that a link opens; null if the link does not work. */
export async function findReadyMatter(
  db: Db,
  { id, token }: ReadyLink,
): Promise<{ transaction_id: string; expires_at: Date } | null> {
  const link = await db
    .selectFrom("ready_links")
    .select(["transaction_id", "expires_at"])
    .where("id", "=", id)
    .where("token_hash", "=", sha256(token))
    .where(worksSql())
    .executeTakeFirst();
  return link ?? null;
}

/** Records that a browser has shown the page of a link. */
export async function recordReadyVisit(db: Db, id: string): Promise<void> {
  await db
    .updateTable("ready_links")
    .set({ opened_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

const worksSql = () =>
  sql<boolean>`ready_links.revoked_at is null and ready_links.expires_at > now()`;

/** The oldest links stop working once there are too many. */
async function insertLink(
  db: Db,
  link: {
    transaction_id: string;
    source: "introduction" | "seller" | "staff";
    created_by: string | null;
  },
): Promise<ReadyLink> {
  const token = randomId();
  const { id } = await db
    .insertInto("ready_links")
    .values({
      ...link,
      token_hash: sha256(token),
      expires_at: sql`now() + make_interval(days => ${READY_LINK_DAYS})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    update ready_links set revoked_at = now()
    where id in (
      select id from ready_links
      where transaction_id = ${link.transaction_id} and ${worksSql()}
      order by created_at desc, id desc offset ${MAX_LINKS})`.execute(db);
  return { id, token };
}

/** Selects the matter if the reader may share it: a seller of a paid sale, or staff. */
function ownMatters(db: Db, reader: Reader, transaction_id: string) {
  return db
    .selectFrom("transactions")
    .select("transactions.id")
    .where("transactions.id", "=", transaction_id)
    .where(saleIsCompleteSql())
    .$if(reader.type !== "admin", (query) => query.where(isSellerSql(reader.id)));
}

async function lockOwnMatter(trx: Db, reader: Reader, transaction_id: string) {
  requireTransactionId(transaction_id);
  await lockMatter(trx, transaction_id);
  await ownMatters(trx, reader, transaction_id).executeTakeFirstOrThrow(transactionNotFound);
}

function record(
  trx: Db,
  reader: Reader,
  { transaction_id, action }: { transaction_id: string; action: ReadyLinkAction },
) {
  const subject = { type: "transaction", id: transaction_id } as const;
  return isStaff(reader)
    ? recordAudit(trx, { actor: reader, action, subject })
    : recordCustomerAudit(trx, { customer_id: reader.id, action, subject });
}

type ReadyLinkAction = "ready_link_created" | "ready_link_revoked";

function isStaff(reader: Reader): reader is StaffReader {
  return reader.type === "admin";
}
