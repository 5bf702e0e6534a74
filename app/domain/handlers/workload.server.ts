import { sql } from "kysely";
import { londonDay } from "#app/domain/shared/dates.ts";
import { waitUrgency } from "#app/domain/shared/wait-urgency.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { addDays, workingDaysBetween } from "#app/domain/shared/working-days.ts";
import type { Db } from "#db/connection.ts";
import { fullNameSql } from "#app/domain/audit/audit.server.ts";
import { selectHandlers } from "./handlers.server.ts";

/** Load of one handler. `id` and `name` are null for the matters without a handler. */
export type Load = {
  id: string | null;
  name: string | null;
  takes_new_matters: boolean;
  /** Last day of the current absence, such as "2026-12-04"; null if the person isn’t away. */
  away_until: string | null;
  stand_in: string | null;
  open: number;
  late: number;
  unanswered: number;
  /** Unanswered conversations whose time to answer has passed. */
  overdue: number;
};

/**
 * Reads how many matters and conversations each handler has: open matters, matters whose step is
 * late, and conversations that wait for an answer.
 */
export async function readWorkload(db: Db, reader: StaffReader, now: Date): Promise<Load[]> {
  const today = londonDay(now);
  const [people, open, late, unanswered] = await Promise.all([
    readPeople(db, today),
    countMatters(db, null),
    countMatters(db, lastLateDay(today)),
    countUnanswered(db, { today, now }),
  ]);
  await reader.recordView({ list: "staff" });
  const countsOf = (id: string | null) => ({
    open: open.get(id) ?? 0,
    late: late.get(id) ?? 0,
    unanswered: unanswered.get(id)?.conversations ?? 0,
    overdue: unanswered.get(id)?.overdue ?? 0,
  });
  const unassigned = {
    id: null,
    name: null,
    takes_new_matters: false,
    away_until: null,
    stand_in: null,
    ...countsOf(null),
  };
  return [...people.map((person) => ({ ...person, ...countsOf(person.id) })), unassigned];
}

function readPeople(db: Db, today: string) {
  return selectHandlers(db)
    .leftJoin("handlers", "handlers.user_id", "users.id")
    .leftJoin("staff_absences as absence", (join) =>
      join
        .onRef("absence.user_id", "=", "users.id")
        .on("absence.starts_on", "<=", today)
        .on("absence.ends_on", ">=", today),
    )
    .leftJoin("users as stand_in", "stand_in.id", "absence.stand_in_id")
    .select((eb) => [
      "users.id",
      fullNameSql("users").$castTo<string>().as("name"),
      eb.fn.coalesce("handlers.takes_new_matters", eb.lit(false)).as("takes_new_matters"),
      "absence.ends_on as away_until",
      fullNameSql("stand_in").as("stand_in"),
    ])
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
}

/**
 * Counts open matters by handler. With `since`, counts only those whose step began on that day or
 * earlier and is late.
 */
async function countMatters(db: Db, since: string | null) {
  const rows = await db
    .selectFrom("listed_transactions")
    .select(["handler_id", sql<number>`count(*)::integer`.as("matters")])
    // Repeats the condition of the partial index.
    .where(sql<boolean>`stage not in ('completed', 'aborted')`)
    .$if(since !== null, (query) =>
      query
        .where("since", "<=", since)
        .where("holder", "is not", null)
        .where("next_step", "<>", "complete"),
    )
    .groupBy("handler_id")
    .execute();
  return new Map(rows.map(({ handler_id, matters }) => [handler_id, matters]));
}

/** Returns the last day on which a step must have begun to be late today. */
function lastLateDay(today: string): string {
  let day = today;
  while (waitUrgency(workingDaysBetween(day, today)) !== "red") day = addDays(day, -1);
  return day;
}

/** Counts open conversations that aren’t snoozed, by the person who answers. */
async function countUnanswered(db: Db, { today, now }: { today: string; now: Date }) {
  const { rows } = await sql<{
    handler_id: string | null;
    conversations: number;
    overdue: number;
  }>`
    select coalesce(conversations.handler_id, transactions.handler_id) as handler_id,
      count(*)::integer as conversations,
      (count(*) filter (where answer_by < ${now}))::integer as overdue
    from conversations left join transactions on transactions.id = conversations.transaction_id
    where conversations.state = 'open'
      and (snoozed_until is null or snoozed_until <= ${today})
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.handler_id, row]));
}
