/**
 * Law firms and lawyer groups that staff have retired stay on their matters, but can no longer be
 * chosen (AMB-K03).
 */

import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.server.ts";
import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { inTransaction, type Db } from "#db/connection.ts";

/**
 * Builds an SQL condition on `lawyer_groups` and `law_firms`: true if the lawyer group or its law
 * firm is retired.
 */
export function isRetiredSql() {
  return sql<boolean>`(lawyer_groups.retired_at is not null or law_firms.retired_at is not null)`;
}

const WORDS = {
  law_firm: {
    table: "law_firms",
    missing: "Law firm not found",
    retired: "law_firm_retired",
    brought_back: "law_firm_brought_back",
  },
  lawyer_group: {
    table: "lawyer_groups",
    missing: "Lawyer group not found",
    retired: "lawyer_group_retired",
    brought_back: "lawyer_group_brought_back",
  },
} as const;

export type Retirable = { type: keyof typeof WORDS; id: string };

/**
 * Reads the name of a law firm or lawyer group, and the time at which it was retired.
 * @throws NotFoundError
 */
export async function readRetirement(db: Db, { type, id }: Retirable) {
  const { table, missing } = WORDS[type];
  if (!isObjectId(id)) throw new NotFoundError(missing);
  return db
    .selectFrom(table)
    .select(["name", "retired_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new NotFoundError(missing));
}

/** Counts the matters in which a law firm or lawyer group acts for the seller or the buyer. */
export async function countMattersOf(db: Db, { type, id }: Retirable): Promise<number> {
  const groups = db
    .selectFrom("lawyer_groups")
    .select("id")
    .where(type === "law_firm" ? "law_firm_id" : "id", "=", id);
  const { matters } = await db
    .selectFrom("transactions")
    .select((eb) => eb.fn.countAll<string>().as("matters"))
    .where((eb) =>
      eb.or([
        eb("seller_lawyer_group_id", "in", groups),
        eb("buyer_lawyer_group_id", "in", groups),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(matters);
}

/**
 * Reads the times at which an existing lawyer group and its law firm were retired. Each is null if
 * it is not retired.
 */
export async function readLawyerGroupRetirement(db: Db, id: string) {
  return db
    .selectFrom("lawyer_groups")
    .innerJoin("law_firms", "law_firms.id", "lawyer_groups.law_firm_id")
    .select(["lawyer_groups.retired_at", "law_firms.retired_at as firm_retired_at"])
    .where("lawyer_groups.id", "=", id)
    .executeTakeFirstOrThrow();
}

/**
 * Retires a law firm or lawyer group, or restores a retired one.
 * @throws NotFoundError; ConflictError if it is already in the requested state
 */
export async function setRetired(
  db: Db,
  subject: Retirable,
  { retired, actor }: { retired: boolean; actor: Actor },
): Promise<void> {
  const { table, missing, ...actions } = WORDS[subject.type];
  if (!isObjectId(subject.id)) throw new NotFoundError(missing);
  await inTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom(table)
      .select(["name", "retired_at"])
      .where("id", "=", subject.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new NotFoundError(missing));
    if ((known.retired_at !== null) === retired) {
      throw new ConflictError(
        `${known.name} ${retired ? "has already been retired" : "is not retired"}`,
      );
    }
    await trx
      .updateTable(table)
      .set({ retired_at: retired ? sql<Date>`now()` : null })
      .where("id", "=", subject.id)
      .execute();
    const action = retired ? actions.retired : actions.brought_back;
    await recordAudit(trx, { actor, action, subject, fields: ["retired_at"] });
  });
}
