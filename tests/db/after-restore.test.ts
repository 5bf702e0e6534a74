import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#db/backup.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { migrate } from "#db/migrate.ts";
import { restore } from "#db/restore.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { insertPerson, insertSale } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { documentFolder } from "#tests/support/document-folder.ts";
import { giveRoles } from "#tests/support/sign-in.ts";

/** Effects of a restore besides the rows: access, documents, and the paused service. */

const { db, url } = useTestDatabase();
const server = clusterUrl("postgres");
const REPORT = "test/transactions/1/reports/a.pdf";
const SEARCH = "test/transactions/1/searches/b.pdf";
let folder: string;
let documents: ReturnType<typeof documentFolder>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-after-restore-"));
  documents = documentFolder(join(folder, "kept"));
  const seller = await insertPerson(db, "seller@example.com");
  const leaver = await insertPerson(db, "leaver@example.com");
  await db.updateTable("users").set({ active: true }).where("id", "=", leaver.id).execute();
  for (const email of ["staff@example.com", "was-staff@example.com"]) {
    const { id } = await insertPerson(db, email);
    await db.updateTable("users").set({ type: "admin" }).where("id", "=", id).execute();
    await giveRoles(db, id, ["lead", "administrator"]);
    for (const name of ["kept", "lost"]) {
      const credential_id = `${name} ${email}`;
      await db
        .insertInto("passkeys")
        .values({ user_id: id, credential_id, public_key: "k", counter: 0, name })
        .execute();
    }
    await insertApp(id, email);
    await db.insertInto("recovery_codes").values({ user_id: id, code_hash: "h" }).execute();
  }
  const { id: transaction_id } = await insertSale(db, seller.id);
  await db
    .insertInto("sessions")
    .values({ id_hash: "a", user_id: seller.id, expires_at: sql`now() + interval '1 day'` })
    .execute();
  for (const [token, used_at] of [
    ["unused", null],
    ["used", new Date()],
  ] as const) {
    await db
      .insertInto("magic_link_tokens")
      .values({
        token_hash: sha256(token),
        user_id: seller.id,
        purpose: "sign_in",
        expires_at: sql`now() + interval '1 day'`,
        used_at,
      })
      .execute();
  }
  const search = await db
    .insertInto("searches")
    .values({ transaction_id, product_id: "LLC1", reference: "R", s3_document_key: SEARCH })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("search_documents")
    .values({
      search_id: search.id,
      s3_document_key: REPORT,
      sha256: sha256("a"),
      file_name: "a",
      size_bytes: 1,
      dated: "2026-11-23",
    })
    .execute();
  await documents.put(REPORT, Buffer.from("%PDF report"));
  await documents.put(SEARCH, Buffer.from("%PDF search"));
  await documents.put(`${SEARCH}.${"0".repeat(64)}`, Buffer.from("%PD"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a restore ends sessions and links, restores documents and records which backup it used", async () => {
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('weekly-leads', now() - interval '9 days', now() - interval '7 days')`.execute(db);
  const { made, manifest } = await backup("whole");
  expect(manifest.bucket).toBeNull();
  expect(manifest.documents).toEqual([
    { key: REPORT, bytes: 11, sha256: sha256("%PDF report") },
    { key: SEARCH, bytes: 11, sha256: sha256("%PDF search") },
  ]);
  const empty = documentFolder(join(folder, "put-back"));
  await withScratchDatabase(server, async (other) => {
    expect(await restore(other, made, empty)).toMatchObject({ documents: 2, missing: [] });
    expect(await empty.get(REPORT)).toBe("%PDF report");
    expect(await empty.get(SEARCH)).toBe("%PDF search");
    expect(await query(other, "select from sessions")).toEqual([]);
    const links = "select from magic_link_tokens";
    expect(await query(other, `${links} where expires_at > now()`)).toEqual([]);
    expect(await query(other, links)).toHaveLength(2);
    expect(await query(other, "select from recovery_codes")).toEqual([]);
    // Jobs that were due before the restore are not caught up.
    const late = `select from graphile_worker._private_known_crontabs
      where last_execution < now() - interval '1 hour'`;
    expect(await query(other, late)).toEqual([]);
    const rows = "select backup_made_at, access_known, ended_at from restorations";
    expect(await query(other, rows)).toEqual([
      { backup_made_at: new Date(manifest.made_at), access_known: false, ended_at: null },
    ]);
    // A second restore keeps the record of the first one.
    await backUp(other, join(folder, "whole", "next"), documents);
    await restore(other, join(folder, "whole", "next"), documents, { replace: true });
    expect(await query(other, rows)).toHaveLength(2);
  });
});

test("access revoked after the backup stays revoked, even if the restore is repeated", async () => {
  const { made, manifest } = await backup("taken");
  await withScratchDatabase(server, async (other) => {
    const appsLeft = () => query(other, "select sealed_key from totp_keys order by sealed_key");
    expect((await restore(other, made, documents)).access_known).toBe(false);
    expect(await query(other, "select from staff_roles")).toHaveLength(4);
    expect(await appsLeft()).toHaveLength(2);
    await query(
      other,
      `update users set active = false, deactivated_at = now() where email like 'leaver%';
       update users set type = 'customer' where email like 'was-staff%';
       delete from staff_roles where role = 'administrator';
       delete from passkeys where name = 'lost';
       delete from totp_keys where user_id = (select id from users where email like 'was-%')`,
    );
    await query(other, "update totp_keys set sealed_key = 'sealed anew', last_step = 2");
    expect(await restore(other, made, documents, { replace: true })).toMatchObject({
      access_known: true,
    });
    expect(await query(other, usersWho("deactivated_at is not null"))).toEqual([
      { email: "leaver@example.com" },
      { email: "was-staff@example.com" },
    ]);
    expect(await query(other, usersWho("type = 'admin' and deactivated_at is null"))).toEqual([
      { email: "staff@example.com" },
    ]);
    const roles = await query(other, "select distinct role from staff_roles");
    expect(roles).toEqual([{ role: "lead" }]);
    const passkeys = await query(other, "select distinct name from passkeys");
    expect(passkeys).toEqual([{ name: "kept" }]);
    expect(await appsLeft()).toEqual([{ sealed_key: "the first of staff@example.com" }]);
    await query(other, "update totp_keys set sealed_key = 'another', created_at = now()");
    await restore(other, made, documents, { replace: true });
    expect(await appsLeft()).toEqual([]);

    // Creates the state after a restore that emptied the database and then failed.
    const beEmpty = () => query(other, "drop schema public cascade; create schema public");
    await beEmpty();
    const again = await restore(other, made, documents, { replace: true });
    expect(again.access_known).toBe(true);
    expect(await query(other, usersWho("deactivated_at is not null"))).toHaveLength(2);
    // A list of access from before the backup is ignored.
    const access = { asked_at: "2020-01-01T00:00:00Z", deactivated: [], staff: [] };
    expect(manifest.made_at > access.asked_at).toBe(true);
    await writeFile(join(made, "..", "access.json"), JSON.stringify(access));
    await beEmpty();
    const late = await restore(other, made, documents, { replace: true });
    expect(late.access_known).toBe(false);
    expect(await query(other, usersWho("deactivated_at is not null"))).toEqual([]);

    // A damaged backup is detected before the existing database is emptied.
    await writeFile(join(made, "documents", REPORT), "%PDF another");
    await expect(restore(other, made, documents, { replace: true })).rejects.toThrow(
      `documents/${REPORT} does not match its manifest. The backup is damaged.`,
    );
    await writeFile(join(made, "public.users.copy.gz"), "");
    await expect(restore(other, made, documents, { replace: true })).rejects.toThrow(/users|end/);
    expect(await query(other, "select from users")).toHaveLength(4);
  });
});

test("a backup names the bucket of its documents, and a restore lists those that are missing", async () => {
  const made = join(folder, "bucket");
  const manifest = await backUp(url, made, { bucket: "papers" });
  expect(manifest).toMatchObject({ bucket: "papers", documents: [] });
  const bucket = documentFolder(join(folder, "papers"));
  await bucket.put(REPORT, Buffer.from("%PDF report"));
  await withScratchDatabase(server, async (other) => {
    expect((await restore(other, made, bucket)).missing).toEqual([SEARCH]);
  });
});

test("restoring a backup from before the table “restorations” existed also records the restore", async () => {
  await withScratchDatabase(server, async (old) => {
    await migrate(old, "0024_newest_words");
    const made = join(folder, "old", "backup");
    const manifest = await backUp(old, made, documents);
    expect(manifest.migration).toBe("0024_newest_words");
    await withScratchDatabase(server, async (other) => {
      await restore(other, made, documents);
      expect(await query(other, "select from restorations where ended_at is null")).toHaveLength(1);
    });
  });
});

async function backup(name: string) {
  const made = join(folder, name, "backup");
  const manifest = await backUp(url, made, documents);
  return { made, manifest };
}

function insertApp(user_id: string, email: string) {
  const app = { user_id, sealed_key: `the first of ${email}`, last_step: 1 };
  return db.insertInto("totp_keys").values(app).execute();
}

function usersWho(condition: string) {
  return `select email from users where ${condition} order by email`;
}
