import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { sign } from "#app/platform/signature.server.ts";
import { databaseUrl } from "#db/url.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { useTestDatabase } from "#tests/support/database.ts";

const folder = mkdtempSync(join(tmpdir(), "audit-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { checkAudit, verifyWithDigests } = await import("#app/domain/audit/check.server.ts");
const { listRestored, markRestored } = await import("#app/domain/audit/restore-markers.server.ts");
const { NO_SEAL, sealAudit, sealHash } = await import("#app/domain/audit/seal.server.ts");
const { check, seal } = await import("#app/jobs/audit.server.ts");

const { db } = useTestDatabase();
const digestFolder = join(folder, "audit-digests/test/audit");
const ONCE = { number: 1, isLast: true };

beforeEach(async () => {
  rmSync(join(folder, "audit-digests"), { recursive: true, force: true });
  await asOwner("truncate audit_log, audit_seals, audit_unsealed, audit_checks");
  await sql`delete from email_log`.execute(db);
  await sql`delete from restorations`.execute(db);
});

/**
 * Runs statements with the triggers disabled. Only the owner of the tables can do this, and the
 * service is not their owner.
 */
async function asOwner(...statements: string[]) {
  await db.transaction().execute(async (trx) => {
    const tables = ["audit_log", "audit_seals"];
    for (const table of tables)
      await sql.raw(`alter table ${table} disable trigger user`).execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
    for (const table of tables)
      await sql.raw(`alter table ${table} enable trigger user`).execute(trx);
  });
}

async function insertAuditRows(count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into audit_log (actor_kind, action, subject_type, subject_id, fields)
    select 'system', 'made', 'user', 'no ' || n, array['a', 'b']
    from generate_series(1, ${count}::int) n returning id::text`.execute(db);
  return rows.map(({ id }) => id);
}

async function insertSealedRows(count: number) {
  const ids = await insertAuditRows(count);
  await sealAudit(db);
  return ids;
}

const findings = async () => (await verifyWithDigests()).findings;

describe("the hash chain of the audit log", () => {
  test("every audit row is sealed once and in order, and an empty audit log has no findings", async () => {
    expect(await verifyWithDigests()).toMatchObject({ sealed: 0, end: null, findings: [] });
    await insertAuditRows(5_003);
    expect((await sealAudit(db)).sealed).toBe(5_003);
    expect((await sealAudit(db)).sealed).toBe(0);
    await insertAuditRows(2);
    const waiting = await verifyWithDigests();
    expect(waiting).toMatchObject({ sealed: 5_003, unsealed: { count: 2 }, findings: [] });
    expect(waiting.unsealed.since?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const done = await sealAudit(db);
    expect([done.sealed, done.end?.position]).toEqual([2, "5005"]);
    expect(await findings()).toEqual([]);
  });

  test("an audit row that is committed after a later row is sealed in the next run", async () => {
    const late = new pg.Client({ connectionString: databaseUrl() });
    await late.connect();
    await late.query("begin");
    await late.query(
      "insert into audit_log (actor_kind, action, subject_type, subject_id) values ('system', 'late', 'user', '1')",
    );
    const [next = ""] = await insertSealedRows(1);
    expect(await findings()).toEqual([]);
    await late.query("commit");
    await late.end();
    expect((await verifyWithDigests()).unsealed.count).toBe(1);
    expect((await sealAudit(db)).sealed).toBe(1);
    const seals = await db
      .selectFrom("audit_seals")
      .select("audit_id")
      .orderBy("position")
      .execute();
    expect(seals.map(({ audit_id }) => audit_id)).toEqual([Number(next), Number(next) - 1]);
    expect(await findings()).toEqual([]);
  });

  test("concurrent runs of the sealing job seal each audit row once", async () => {
    await insertAuditRows(50);
    const done = await Promise.all([1, 2, 3, 4].map(() => sealAudit(db)));
    expect(done.reduce((sum, each) => sum + each.sealed, 0)).toBe(50);
    expect(await verifyWithDigests()).toMatchObject({ sealed: 50, findings: [] });
  });

  test("the database rejects changes and deletions of audit seals, and the truncation of events", async () => {
    await insertSealedRows(1);
    const refusal = /audit_seals is append-only/;
    await expect(db.updateTable("audit_seals").set({ hash: NO_SEAL }).execute()).rejects.toThrow(
      refusal,
    );
    await expect(db.deleteFrom("audit_seals").execute()).rejects.toThrow(refusal);
    await expect(sql`truncate audit_seals`.execute(db)).rejects.toThrow(refusal);
    await expect(sql`truncate events`.execute(db)).rejects.toThrow(/events is append-only/);
  });
});

describe("the findings of audit:verify", () => {
  test.each([
    ["the action", "action = 'viewed'"],
    ["the actor", "actor_id = 'me'"],
    ["when", "at = at + interval '1 microsecond'"],
    ["the fields", "fields = array['a']"],
    ["an empty text instead of null", "request_id = ''"],
    ["the hash of the search text", "search_text_hash = 'x'"],
  ])("audit:verify detects a changed row: %s", async (_, change) => {
    const [, second] = await insertSealedRows(3);
    await asOwner(`update audit_log set ${change} where id = ${second}`);
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^Row ${second}, sealed at 20[0-9T:.-]+Z, was changed`)),
    ]);
  });

  test("audit:verify detects a removed row", async () => {
    const [, second] = await insertSealedRows(3);
    await asOwner(`delete from audit_log where id = ${second}`);
    expect(await findings()).toEqual([
      expect.stringMatching(new RegExp(`^Row ${second}, sealed at 20[0-9T:.-]+Z, was removed\\.$`)),
    ]);
  });

  test("audit:verify detects a row that was removed with its seal", async () => {
    const [, second] = await insertSealedRows(3);
    await asOwner(
      `delete from audit_log where id = ${second}`,
      `delete from audit_seals where audit_id = ${second}`,
    );
    expect(await findings()).toEqual([
      expect.stringMatching(/^Seals 2 to 2, before the seal of 20[0-9T:.-]+Z, were removed\.$/),
    ]);
  });

  test("audit:verify detects a row that was added without a seal", async () => {
    await insertSealedRows(2);
    await asOwner(
      `insert into audit_log (id, at, actor_kind, action, subject_type, subject_id) overriding system value
       values (900, '2026-01-02T03:04:05Z', 'admin', 'signed_in', 'user', '1')`,
    );
    expect(await findings()).toEqual([
      "Row 900 of 2026-01-02T03:04:05.000000Z was added without a seal.",
    ]);
  });

  test("audit:verify detects a row that was removed before it was sealed", async () => {
    const [only] = await insertAuditRows(1);
    await asOwner(`delete from audit_log where id = ${only}`);
    await sealAudit(db);
    expect(await findings()).toEqual([`Row ${only} was removed before it was sealed.`]);
  });

  test("audit:verify detects a row that was changed with its seal, because the next seal does not match", async () => {
    const [first, second] = await insertSealedRows(3);
    await asOwner(
      `update audit_log set action = 'viewed' where id = ${first}`,
      `update audit_seals set hash = repeat('a', 64) where audit_id = ${first}`,
    );
    expect(await findings()).toEqual([
      expect.stringContaining(`Row ${first}, sealed at`),
      expect.stringMatching(
        `Row ${second}, sealed at .* \\(or the seal of row ${first} before it\\)`,
      ),
    ]);
  });
});

describe("the nightly digest outside the database", () => {
  test("the nightly digest reveals a rebuilt hash chain, even if the chain is consistent in itself", async () => {
    const [first] = await insertSealedRows(3);
    await check.run({}, ONCE);
    await insertSealedRows(1);
    await rebuildChain(`update audit_log set action = 'viewed' where id = ${first}`);
    expect(await findings()).toEqual([
      expect.stringMatching(
        /^The chain was rebuilt: seal 3 does not match the digest of 20.* outside the database\.$/,
      ),
    ]);
    rmSync(digestFolder, { recursive: true });
    expect(await findings()).toEqual([]);
  });

  test("the nightly digest reveals a hash chain whose last seals were deleted", async () => {
    const [, second, third] = await insertSealedRows(3);
    await checkAudit(db);
    await asOwner(
      `delete from audit_log where id in (${second}, ${third})`,
      `delete from audit_seals where audit_id in (${second}, ${third})`,
    );
    expect(await findings()).toEqual([
      expect.stringMatching(/records 3 seals, but the chain has no seal/),
    ]);
  });

  test("audit:verify reports a nightly digest that is truncated or malformed", async () => {
    await insertSealedRows(1);
    await checkAudit(db);
    writeFileSync(join(digestFolder, "2026-01-01-x.json"), '{"position":"1"');
    writeFileSync(join(digestFolder, "2026-01-02-y.json"), '{"position":1}');
    expect(await findings()).toEqual(Array(2).fill(expect.stringContaining("cannot be read")));
  });

  test("the nightly check saves a digest only while the audit log has no findings, and emails the team once a day if it has some", async () => {
    expect(await check.run({}, ONCE)).toBe("Verified: 0 sealed rows, nothing wrong.");
    const [first] = await insertAuditRows(2);
    expect(await seal.run({}, ONCE)).toBe("Sealed: 2 rows.");
    expect(await check.run({}, ONCE)).toBe("Verified: 2 sealed rows, nothing wrong.");
    expect(readdirSync(digestFolder)).toHaveLength(1);
    expect(await mails()).toEqual([]);
    await asOwner(`update audit_log set action = 'viewed' where id = ${first}`);
    expectError(/was changed/);
    expect(await check.run({}, ONCE)).toBe("Verified: 2 sealed rows, 1 finding.");
    await checkAudit(db);
    expect(readdirSync(digestFolder)).toHaveLength(1);
    expect(await mails()).toEqual([{ name: "audit_broken", recipient: env.TEAM_EMAIL }]);
    const checks = await db.selectFrom("audit_checks").select("findings").execute();
    expect(checks.map((each) => each.findings)).toContainEqual([
      expect.stringContaining(`Row ${first}, sealed at`),
    ]);
  });

  test("audit:verify reports the digests of rows that were lost in a confirmed restore as notes and not as findings", async () => {
    await insertSealedRows(3);
    await checkAudit(db);
    await asOwner("truncate audit_log, audit_seals");
    await insertSealedRows(1);
    expect(await findings()).toHaveLength(1);
    await sql`insert into restorations (backup_made_at, restored_at, access_known)
      values (now() - interval '1 day', now() + interval '1 second', true)`.execute(db);
    await markRestored(db);
    const { findings: found, notes } = await verifyWithDigests();
    expect([found, notes]).toEqual([
      [],
      [expect.stringMatching(/lost when the backup of .* was restored/)],
    ]);
  });

  test("audit:verify reports a recorded restore without a signed marker, together with the rows that it lost, as findings (SE-5)", async () => {
    await insertSealedRows(3);
    await checkAudit(db);
    await asOwner("truncate audit_log, audit_seals");
    await insertSealedRows(1);
    const [lost] = await findings();
    await sql`insert into restorations (backup_made_at, restored_at, access_known)
      values (now() - interval '1 day', now() + interval '1 second', true)`.execute(db);
    const [restored] = await listRestored(db);
    const unconfirmed = `The database records a restore at ${restored!.restored_at} of the backup of ${restored!.backup_made_at}, but no signed marker outside the database confirms it.`;
    expect(await findings()).toEqual([unconfirmed, lost]);

    for (const restore_signature of ["", "forged", sign("restoration", "another")]) {
      const forged = JSON.stringify({ ...restored, restore_signature });
      writeFileSync(join(digestFolder, `restored-${restore_signature.length}.json`), forged);
    }
    expect(await findings()).toEqual([unconfirmed, lost]);

    await expect(markRestored(db, "2026-01-01T00:00:00.000000Z")).rejects.toThrow("doesn’t record");
    await markRestored(db, restored!.restored_at);
    expect(await findings()).toEqual([]);
    await markRestored(db, restored!.restored_at);
    expect(await findings()).toEqual([]);

    await sql`insert into restorations (backup_made_at, restored_at, access_known)
      values (now() - interval '1 day', now() + interval '2 seconds', true)`.execute(db);
    expect(await findings()).toEqual([expect.stringContaining("no signed marker")]);
  });

  test("a restore marker is invalid once its secret is removed, until the restore is confirmed again (SE-5)", async () => {
    await sql`insert into restorations (backup_made_at, access_known)
      values (now() - interval '1 day', true)`.execute(db);
    await markRestored(db);
    expect(await findings()).toEqual([]);
    const secrets = env.SESSION_SECRET;
    env.SESSION_SECRET = ["a new secret that is long enough to be one"];
    onTestFinished(() => {
      env.SESSION_SECRET = secrets;
    });
    expect(await findings()).toEqual([expect.stringContaining("no signed marker")]);
    await markRestored(db);
    expect(await findings()).toEqual([]);
  });
});

const mails = () => db.selectFrom("email_log").select(["name", "recipient"]).execute();

/** Rebuilds the chain after a change, as an attacker with the rights of the tables' owner could. */
async function rebuildChain(change: string) {
  await asOwner(change);
  const { rowContent } = await import("#app/domain/audit/seal.server.ts");
  const { rows } = await sql<{ position: string; sealed_at: string; content: string }>`
    select position::text, ${rowContent} as content,
      to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sealed_at
    from audit_seals join audit_log on audit_log.id = audit_id order by position`.execute(db);
  let before = NO_SEAL;
  const updates = rows.map((row) => {
    before = sealHash(before, row);
    return `update audit_seals set hash = '${before}' where position = ${row.position}`;
  });
  await asOwner(...updates);
}
