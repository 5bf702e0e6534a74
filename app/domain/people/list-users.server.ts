import { sql } from "kysely";
import { follows } from "#app/domain/paging/follows.server.ts";
import { keysetPage, type KeysetQuery } from "#app/domain/paging/keyset.ts";
import { readListCount } from "#app/domain/paging/list-counts.server.ts";
import { ADDRESS_LINES } from "#app/domain/properties/addresses.server.ts";
import type { Db } from "#db/connection.ts";

export type ListedUser = Awaited<ReturnType<typeof listUsers>>["items"][number];

/** Everybody who is active, customers and staff, newest first (Q-005, Q-006, AMB-Q01). For staff: no owner narrows it. */
export async function listUsers(db: Db, query: KeysetQuery) {
  const { limit } = query;
  const rows = await db
    .selectFrom(newest(db, { ...query, limit: limit + 1 }).as("shown"))
    .innerJoin("users", "users.id", "shown.id")
    .leftJoin("addresses", "addresses.id", "users.correspondence_address_id")
    .select(["users.id", "users.email"])
    .select(["users.first_name", "users.middle_name", "users.last_name"])
    .select(ADDRESS_LINES)
    .orderBy("users.created_at", "desc")
    .orderBy("users.id", "desc")
    .execute();
  return keysetPage(rows, limit);
}

/** How many of them there are: all are counted. */
export async function countUsers(db: Db): Promise<{ total: number; more: false }> {
  return { total: await readListCount(db, "users", [sql<string>`'active'`]), more: false };
}

/** The ids to show, from an index that is in the order of the list already. */
function newest(db: Db, { limit, after }: KeysetQuery) {
  const query = db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  return after ? query.where(follows("users", "created_at", after)) : query;
}
