import { beforeEach, expect, test } from "vitest";
import { purge } from "#app/jobs/purge.server.ts";
import { insertPerson } from "#tests/db/people.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

test("the purge deletes expired data and keeps the rest (A-008)", async () => {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  await db
    .insertInto("sessions")
    .values([
      { id_hash: "gone", expires_at: ago(0.01) },
      { id_hash: "kept", expires_at: ago(-1) },
    ])
    .execute();
  await db
    .insertInto("form_submissions")
    .values([
      { key: "gone", form: "f", body_hash: "h", created_at: ago(8) },
      { key: "kept", form: "f", body_hash: "h", created_at: ago(6) },
    ])
    .execute();
  await db
    .insertInto("rate_limits")
    .values([
      { key: "gone", window_start: ago(2) },
      { key: "kept", window_start: ago(0.5) },
    ])
    .execute();
  await db
    .insertInto("magic_link_tokens")
    .values([
      { token_hash: "gone", user_id, purpose: "sign_in", expires_at: ago(31) },
      { token_hash: "kept", user_id, purpose: "sign_in", expires_at: ago(29) },
    ])
    .execute();
  await db
    .insertInto("worker_heartbeats")
    .values([
      { worker_id: "gone", seen_at: ago(2) },
      { worker_id: "kept", seen_at: ago(0.5) },
    ])
    .execute();

  const process = { kind: "web", release: "1" } as const;
  await db
    .insertInto("processes")
    .values([
      { ...process, seen_at: ago(2) },
      { ...process, seen_at: ago(0.5) },
    ])
    .execute();
  const alert = { title: "A disk is full", what_to_do: "Make room", path: "/admin/status" };
  await db
    .insertInto("alerts")
    .values([
      { ...alert, about: "gone", ended_at: ago(367) },
      { ...alert, about: "kept", ended_at: ago(364) },
      { ...alert, about: "open", began_at: ago(1_000) },
    ])
    .execute();

  await db
    .insertInto("drafts")
    .values([
      { user_id, form: "gone", data: "{}", updated_at: ago(91) },
      { user_id, form: "kept", data: "{}", updated_at: ago(89) },
    ])
    .execute();

  await db
    .insertInto("data_copies")
    .values([
      { user_id, asked_by: user_id, status: "failed", expires_at: ago(0.01) },
      { user_id, asked_by: user_id, s3_document_key: "kept", expires_at: ago(-0.01) },
    ])
    .execute();

  const done = await purge.handle({ _cron: {} }, { number: 1, isLast: false });

  expect(done).toBe(
    "Deleted: 1 sessions, 0 firm sessions, 1 form submissions, 1 rate limits, 1 magic link tokens, 1 drafts, 1 data copies, 1 worker heartbeats, 1 processes, 1 alerts. " +
      'Only counted, while RETENTION is "count": 0 privacy requests, 0 correction requests, 0 erased people, 0 contact requests, 0 leads, 0 inbound emails, 0 email log, ' +
      "0 transactions, 0 identity checks, 0 users, 0 lawyer groups, 0 law firms, 0 estate agents.",
  );
  const left = await Promise.all([
    db.selectFrom("sessions").select("id_hash as name").execute(),
    db.selectFrom("form_submissions").select("key as name").execute(),
    db.selectFrom("rate_limits").select("key as name").execute(),
    db.selectFrom("magic_link_tokens").select("token_hash as name").execute(),
    db.selectFrom("worker_heartbeats").select("worker_id as name").execute(),
    db.selectFrom("drafts").select("form as name").execute(),
    db.selectFrom("data_copies").select("s3_document_key as name").execute(),
  ]);
  expect(left).toEqual(Array(7).fill([{ name: "kept" }]));
  expect(await db.selectFrom("processes").select("kind").execute()).toHaveLength(1);
  expect(await db.selectFrom("alerts").select("about").orderBy("about").execute()).toEqual([
    { about: "kept" },
    { about: "open" },
  ]);
});

test("the purge deletes all expired rows, even if one statement cannot delete them all (A-008)", async () => {
  await db
    .insertInto("rate_limits")
    .values(Array.from({ length: 12_001 }, (_, n) => ({ key: `${n}`, window_start: ago(3) })))
    .execute();
  await db
    .insertInto("rate_limits")
    .values({ key: "kept", window_start: ago(0) })
    .execute();
  await purge.handle({}, { number: 1, isLast: false });
  const { count } = await db
    .selectFrom("rate_limits")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("the purge deletes a typed form that could not be saved once the form is an hour old (A-008)", async () => {
  const { id: user_id } = await insertPerson(db, "ada@example.com");
  const data = '{"typed":{}}';
  await db
    .insertInto("drafts")
    .values([
      { user_id, form: "typed:/sell/about-you", data, updated_at: ago(0.05) },
      { user_id, form: "typed:/buy/about-you", data, updated_at: ago(0.03) },
      { user_id, form: "sell/about-the-property:1", data: "{}", updated_at: ago(0.05) },
    ])
    .execute();
  await purge.handle({}, { number: 1, isLast: false });
  expect(await db.selectFrom("drafts").select("form").orderBy("form").execute()).toEqual([
    { form: "sell/about-the-property:1" },
    { form: "typed:/buy/about-you" },
  ]);
});
