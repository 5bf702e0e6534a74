import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp } from "#db/backup.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { readManifest } from "#db/manifest.ts";
import { restore } from "#db/restore.ts";
import { insertPerson, insertPurchase, insertSale } from "#tests/db/people.ts";
import { query } from "#tests/db/query.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { documentFolder } from "#tests/support/document-folder.ts";

const { db, url } = useTestDatabase();
const server = clusterUrl("postgres");
const role = `plain_${process.pid}`;
let folder: string;
let backup: string;
let documents: ReturnType<typeof documentFolder>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fanlight-restore-"));
  backup = join(folder, "backup");
  documents = documentFolder(join(folder, "documents"));
  const seller = await insertPerson(db, "seller@example.com");
  const buyer = await insertPerson(db, "buyer@example.com");
  await insertPurchase(db, await insertSale(db, seller.id), buyer.id, true);
  await db
    .insertInto("audit_log")
    .values({ actor_kind: "system", action: "made", subject_type: "user", subject_id: "1" })
    .execute();
  const email = { name: "payment_received", recipient: "seller@example.com" };
  await db
    .insertInto("email_log")
    .values(
      (["queued", "sending", "sent", "failed"] as const).map((status) => ({ ...email, status })),
    )
    .execute();
  await sql`select graphile_worker.add_job('send-email', '{"id": 1}')`.execute(db);
  await backUp(url, backup, documents);
  await query(server, `create role ${role} login`);
});

afterAll(async () => {
  await query(server, `drop role ${role}`);
  await rm(folder, { recursive: true });
});

test("a restore runs as the database’s owner without superuser rights", async () => {
  await withPlainDatabase(async (plain) => {
    await restore(plain, backup, documents);
    expect(
      await query(plain, "select rolsuper, rolcreatedb from pg_roles where rolname = user"),
    ).toEqual([{ rolsuper: false, rolcreatedb: false }]);
    await expect(query(plain, "delete from audit_log")).rejects.toThrow(/append-only/);
    await expect(query(plain, "delete from users")).rejects.toThrow(/foreign key/);
    const deferrable = "select conname from pg_constraint where contype = 'f' and condeferrable";
    expect(await query(plain, deferrable)).toEqual(await query(url, deferrable));
    const off = "select tgname from pg_trigger where tgenabled = 'D'";
    expect(await query(plain, off)).toEqual([]);
  });
});

test("a second restore as the same role empties the database first", async () => {
  await withPlainDatabase(async (plain) => {
    const { rows } = await restore(plain, backup, documents);
    const again = await restore(plain, backup, documents, { replace: true });
    expect(again.rows).toBe(rows);
  });
});

test("a restore rejects a row without its parent", async () => {
  const broken = join(folder, "broken");
  await backUp(url, broken, documents);
  const manifest = await readManifest(broken);
  const users = manifest.tables.find(({ table }) => table === "public.users");
  Object.assign(users ?? {}, { rows: 0, sha256: createHash("sha256").digest("hex") });
  await writeFile(join(broken, "manifest.json"), JSON.stringify(manifest));
  await writeFile(join(broken, "public.users.copy.gz"), gzipSync(""));
  await withPlainDatabase(async (plain) => {
    await expect(restore(plain, broken, documents)).rejects.toThrow(
      /violates foreign key constraint/,
    );
    expect(await query(plain, "select from addresses")).toEqual([]);
  });
});

const emails = "select status, last_error is null as fine from email_log order by created_at, id";

test("a restore marks waiting emails as “sending”, so that they are looked up at Postmark before they are sent (X-028)", async () => {
  await withPlainDatabase(async (plain) => {
    expect((await restore(plain, backup, documents)).emails).toBe(2);
    expect((await query(plain, emails)).sort()).toEqual(
      expect.arrayContaining([
        { status: "sending", fine: false },
        { status: "sending", fine: false },
        { status: "sent", fine: true },
        { status: "failed", fine: true },
      ]),
    );
  });
});

test.each([
  [39, "sending"],
  [41, "failed"],
])(
  "a restore of a backup from %i days ago marks waiting emails as “%s” (X-028)",
  async (days, status) => {
    const old = join(folder, `${days}-days`);
    await backUp(url, old, documents);
    const manifest = await readManifest(old);
    manifest.made_at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    await writeFile(join(old, "manifest.json"), JSON.stringify(manifest));
    await withPlainDatabase(async (plain) => {
      await restore(plain, old, documents);
      const waiting = "select distinct status from email_log where last_error like 'restored%'";
      expect(await query(plain, waiting)).toEqual([{ status }]);
    });
  },
);

test("a folder without a backup is rejected with a clear message", async () => {
  const nothing = join(folder, "nothing");
  await expect(restore(url, nothing, documents)).rejects.toThrow(
    `There is no backup in ${nothing}. The folder has no manifest.json.`,
  );
});

/** Runs `work` on a database whose owner has no other rights, as in managed PostgreSQL. */
async function withPlainDatabase(work: (url: string) => Promise<void>) {
  await withScratchDatabase(server, async (scratch) => {
    const name = new URL(scratch).pathname.slice(1);
    await query(server, `alter database ${name} owner to ${role}`);
    const plain = new URL(scratch);
    plain.username = role;
    await work(plain.href);
  });
}
