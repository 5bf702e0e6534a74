import { sql } from "kysely";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays, waitUrgency, workingDaysBetween } from "#app/domain/shared/working-days.ts";
import { type Db, inTransaction } from "#db/connection.ts";
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
 * Reads how many matters and conversations each handler had when they were last counted: open
 * matters, matters whose step is late, and conversations that wait for an answer.
 * @returns `counted_at` is null if nothing has been counted yet
 */
export async function readWorkload(
  db: Db,
  reader: StaffReader,
  now: Date,
): Promise<{ loads: Load[]; counted_at: Date | null }> {
  const people = await readPeople(db, londonDay(now));
  const unassigned = await db
    .selectFrom("workloads")
    .select(["open_matters as open", "late_matters as late", "unanswered", "overdue"])
    .select("counted_at")
    .where("handler_id", "is", null)
    .executeTakeFirst();
  await reader.recordView({ list: "staff" });
  const { counted_at, ...none } = unassigned ?? NOTHING;
  const nobody = { id: null, name: null, takes_new_matters: false, away_until: null };
  return { loads: [...people, { ...nobody, stand_in: null, ...none }], counted_at };
}

const NOTHING = { open: 0, late: 0, unanswered: 0, overdue: 0, counted_at: null };

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
    .leftJoin("workloads", "workloads.handler_id", "users.id")
    .select((eb) => [
      "users.id",
      fullNameSql("users").$castTo<string>().as("name"),
      eb.fn.coalesce("handlers.takes_new_matters", eb.lit(false)).as("takes_new_matters"),
      "absence.ends_on as away_until",
      fullNameSql("stand_in").as("stand_in"),
      eb.fn.coalesce("open_matters", eb.lit(0)).as("open"),
      eb.fn.coalesce("late_matters", eb.lit(0)).as("late"),
      eb.fn.coalesce("unanswered", eb.lit(0)).as("unanswered"),
      eb.fn.coalesce("overdue", eb.lit(0)).as("overdue"),
    ])
    .orderBy("users.first_name")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
}

/**
 * Counts the work of all handlers and stores the numbers. A job runs it each minute, because
 * counting reads the index of all open matters, and a page may read only a few rows.
 */
export async function countWorkloads(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom("workloads").execute();
    await sql`
      insert into workloads (handler_id, open_matters, late_matters, unanswered, overdue)
      select handler_id, sum(open), sum(late), sum(unanswered), sum(overdue)
      from (
        -- Repeats the condition of the partial index.
        select handler_id, count(*) as open, count(*) filter (
            where since <= ${lastLateDay(londonDay(now))} and holder is not null
              and next_step <> 'complete') as late, 0 as unanswered, 0 as overdue
        from listed_transactions where stage not in ('completed', 'aborted') group by handler_id
        union all
        select nullif(answerer_key, ''), 0, 0, count(*), count(*) filter (where answer_by < ${now})
        from conversations where state = 'open' and waits_from <= ${now} group by answerer_key
        union all select null, 0, 0, 0, 0
      ) as counted
      where handler_id is null or exists (select from users where users.id = handler_id)
      group by handler_id`.execute(trx);
  });
}

/** Returns the last day on which a step must have begun to be late today. */
function lastLateDay(today: string): string {
  let day = today;
  while (waitUrgency(workingDaysBetween(day, today)) !== "red") day = addDays(day, -1);
  return day;
}
