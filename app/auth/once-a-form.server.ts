import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { readFormKey } from "#app/forms/form-key.server.ts";
import { sha256 } from "#app/sha256.server.ts";
import type { Db } from "#db/connection.ts";

/** The same form with the same answers counts as a copy for this long; later it is a new wish for a link. */
const COPY_SECONDS = 60;
/** Longer than an email takes to be sent or given up. */
const COPY_WAITS_MS = 10_000;

/**
 * A form that is sent twice (a double press, a reload) is one request for a link: the copy waits for the first, and when
 * that has sent an email it says so too. Otherwise the copy is a try of its own. What `work` does is no transaction,
 * since it calls Postmark.
 *
 * @param form.body what was typed: other answers make another form
 */
export async function onceAForm<Outcome extends { kind: string }>(
  db: Db,
  form: { name: string; key: string | undefined; body: unknown },
  work: () => Promise<Outcome>,
): Promise<Outcome | { kind: "sent"; setCookie: null } | { kind: "failed" }> {
  if (!readFormKey(form.name, form.key ?? "")) return work();
  const body_hash = sha256(JSON.stringify(form.body));
  const claim = { key: `${form.key}.${body_hash}`, form: form.name, body_hash };

  const deadline = Date.now() + COPY_WAITS_MS;
  while (!(await take(db, claim))) {
    if (await isDone(db, claim.key)) return { kind: "sent", setCookie: null };
    if (Date.now() > deadline) return { kind: "failed" };
    await pause(100);
  }
  let sent = false;
  try {
    const outcome = await work();
    sent = outcome.kind === "sent";
    return outcome;
  } finally {
    await (sent ? markDone(db, claim.key) : giveUp(db, claim.key));
  }
}

async function take(db: Db, claim: { key: string; form: string; body_hash: string }) {
  const taken = await db
    .insertInto("form_submissions")
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({ created_at: sql`now()`, location: null })
        .where(
          "form_submissions.created_at",
          "<",
          sql<Date>`now() - make_interval(secs => ${COPY_SECONDS})`,
        ),
    )
    .returning("key")
    .executeTakeFirst();
  return taken !== undefined;
}

async function isDone(db: Db, key: string) {
  const row = await db
    .selectFrom("form_submissions")
    .select("location")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.location === "sent";
}

async function markDone(db: Db, key: string) {
  await db
    .updateTable("form_submissions")
    .set({ location: "sent" })
    .where("key", "=", key)
    .execute();
}

async function giveUp(db: Db, key: string) {
  await db.deleteFrom("form_submissions").where("key", "=", key).execute();
}
