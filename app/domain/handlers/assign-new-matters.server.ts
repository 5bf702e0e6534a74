import { sql } from "kysely";
import { recordEvent } from "#app/domain/events/events.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import type { Db } from "#db/connection.ts";
import { isAwaySql, selectHandlers } from "./handlers.server.ts";

/**
 * Gives paid matters without a handler to the colleague with the fewest open matters. Only active
 * handlers and leads who take new matters and aren't away today are chosen. If there are none, the
 * matters stay without a handler. All units of a group get the same handler.
 */
export async function assignNewMatters(
  trx: Db,
  transaction_ids: readonly string[],
  now = new Date(),
): Promise<void> {
  const matters = await trx
    .selectFrom("transactions")
    .select(["id", "group_id"])
    .where("id", "in", [...transaction_ids, ""])
    .where("handler_id", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const [first] = matters;
  if (!first) return;
  // Two sales that are paid at the same time are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('new matters', 0))`.execute(trx);
  const handler =
    (await findGroupHandler(trx, first.group_id)) ?? (await findFreest(trx, londonDay(now)));
  if (!handler) return;
  await trx
    .updateTable("transactions")
    .set({ handler_id: handler.id })
    .where(
      "id",
      "in",
      matters.map(({ id }) => id),
    )
    .execute();
  for (const { id } of matters) {
    await recordEvent(trx, {
      transaction_id: id,
      event_name: "handler_assigned",
      author: "system",
      comments: fullName(handler),
    });
  }
}

const NAMES = ["users.id", "users.first_name", "users.middle_name", "users.last_name"] as const;

function findGroupHandler(trx: Db, group_id: string | null) {
  return selectHandlers(trx)
    .innerJoin("transactions", "transactions.handler_id", "users.id")
    .select(NAMES)
    .where("transactions.group_id", "=", group_id)
    .orderBy("transactions.id")
    .limit(1)
    .executeTakeFirst();
}

function findFreest(trx: Db, today: string) {
  return selectHandlers(trx)
    .innerJoin("handlers", "handlers.user_id", "users.id")
    .select(NAMES)
    .where("handlers.takes_new_matters", "=", true)
    .where("users.active", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("staff_roles as working")
          .select("working.role")
          .whereRef("working.user_id", "=", "users.id")
          .where("working.role", "in", ["handler", "lead"]),
      ),
    )
    .where((eb) => eb.not(isAwaySql("users.id", today)))
    .orderBy(
      sql`(select count(*) from transactions as open
        where open.handler_id = users.id and not exists (
          select from listed_transactions as listed
          where listed.id = open.id and listed.stage in ('completed', 'aborted')))`,
    )
    .orderBy("users.id")
    .limit(1)
    .executeTakeFirst();
}
