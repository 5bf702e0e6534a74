import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  deleteDocument,
  getDocument,
  hasDocument,
  listErasures,
  putDocument,
} from "#app/clients/documents.server.ts";
import { createCustomer } from "#app/clients/stripe/client.server.ts";
import { saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { reapplyErasures, erasePerson } from "#app/domain/privacy/erasure.server.ts";
import { planErasure } from "#app/domain/privacy/erasure-plan.server.ts";
import type { DataSubject } from "#app/domain/privacy/find-person.server.ts";
import { PERSONAL_DATA, PERSONAL_TABLES } from "#app/domain/privacy/personal-data.server.ts";
import {
  carryOutErasure,
  readOwnRequest,
  readRequest,
  refuseErasure,
  requestErasure,
  withdrawErasure,
} from "#app/domain/privacy/privacy-requests.server.ts";
import { env } from "#app/platform/env.server.ts";
import { purge } from "#app/jobs/purge.server.ts";
import { backUp } from "#db/backup.ts";
import { withScratchDatabase } from "#db/ensure.ts";
import { createPool } from "#db/pool.ts";
import { restore } from "#db/restore.ts";
import { type Db, inTransaction, openOn } from "#db/connection.ts";
import { customers } from "#mocks/stripe/objects.ts";
import { clusterUrl } from "#tests/support/cluster.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { insertAgent, valuer } from "#tests/support/estate-agents.ts";
import { fullMatter } from "#tests/support/full-matter.ts";
import { createUnfinishedPurchase, jo } from "#tests/support/purchases.ts";
import { readerId, staffReader } from "#tests/support/readers.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";

const folder = mkdtempSync(join(tmpdir(), "documents-"));
process.env.DATA_DIR = folder;
afterAll(() => rmSync(folder, { recursive: true }));

const { db, url } = useTestDatabase();
const { state } = useDoubles();
beforeEach(() => emptyTables(db));

const staff = async () => ({ id: (await signIn(db, { type: "admin" })).id, request_id: "" });

const userOf = (from: Db, id: string) =>
  from.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("the erasure of a person without a matter", () => {
  test("an erasure removes the personal data of a person without a matter, but leaves the other seller in shared leads", async () => {
    const person = await ada();
    const stripe_customer_id = await createCustomer({
      email: person.email,
      name: "Ada Byron",
      idempotency_key: person.id,
    });
    await db.updateTable("users").set({ stripe_customer_id }).where("id", "=", person.id).execute();
    expect(await planErasure(db, readerId(person.id))).toEqual({
      under_way: [],
      keeps: [],
      account: "nothing",
    });

    const request = await ask(person);
    expect(await requestErasure(db, person.id)).toBe(false);
    await confirm(request);
    expect(await db.selectFrom("sessions").select("user_id").execute()).not.toContainEqual({
      user_id: person.id,
    });
    await erasePerson(db, request);
    await erasePerson(db, request);

    // The audit log and the request stay with an id only. The office's valuer and the email about
    // the erasure stay too.
    expect(await foundIn(db, person)).toEqual([
      "audit_log",
      "email_log",
      "privacy_requests",
      "users",
      "valuers",
    ]);
    const user = await userOf(db, person.id);
    expect(user).toMatchObject({ first_name: "Erased", last_name: "person", active: false });
    expect(user).toMatchObject({ phone_number: null, stripe_customer_id: null });
    expect(user.email).toBe(`erased.${person.id}@erased.invalid`);
    const emails = await db
      .selectFrom("email_log")
      .select(["name", "user_id"])
      .orderBy("name")
      .execute();
    expect(emails).toEqual([
      { name: "erasure_begun", user_id: null },
      { name: "erasure_requested", user_id: null },
    ]);
    expect(await db.selectFrom("valuers").select("is_subscribed").execute()).toEqual([
      { is_subscribed: false },
    ]);
    const leads = await db.selectFrom("leads").selectAll().execute();
    expect(leads).toHaveLength(2);
    for (const lead of leads) {
      expect(lead).toMatchObject({ seller_1_name: "Annabella Byron", seller_2_email: null });
    }
    expect(await state.get(customers, stripe_customer_id)).toBeNull();
    const words = await sql<{ word: string }>`
      select word from search_words where record_id = ${person.id}`.execute(db);
    expect(words.rows.map(({ word }) => word)).not.toContain("byron");
  });

  test("an erasure deletes the people added to a purchase that was never confirmed, and all old details", async () => {
    const { buyer_id } = await createUnfinishedPurchase(db, {
      ownership_type: "Joint",
      additional_buyers: [jo],
    });
    await db.updateTable("parties").set({ first_name: "Joanna" }).execute();
    await db.updateTable("users").set({ last_name: "King" }).where("id", "=", buyer_id).execute();
    expect(await db.selectFrom("changes").select("person_id").execute()).toHaveLength(2);
    const request = await ask({ id: buyer_id });
    await confirm(request);
    await erasePerson(db, request);
    expect(await db.selectFrom("parties").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("changes").select("person_id").execute()).toEqual([]);
    expect((await userOf(db, buyer_id)).first_name).toBe("Erased");
  });
});

describe("the erasure of a person with a matter", () => {
  const end = async (date: string) => {
    await db.updateTable("purchase_intents").set({ completed: date }).execute();
    const paid = { review: null, paid_at: new Date(), stripe_transaction_status: "succeeded" };
    await db.updateTable("orders").set(paid).execute();
  };

  test("an erasure can be requested but not carried out while the matter is in progress (CU-16)", async () => {
    const { seller } = await fullMatter(db);
    const { under_way, keeps } = await planErasure(db, seller.id);
    expect(keeps).toHaveLength(2);
    const home = expect.stringContaining("Arch Street, York, YO1 7HZ") as string;
    expect(under_way).toEqual([{ home, completes: null }]);
    const request = await ask(seller);
    expect((await readRequest(db, staffReader(), request)).not_yet).toMatch(
      /is still in progress, and we need your data for it\. You can ask us again from the day after/,
    );
    await expect(confirm(request)).rejects.toThrow("is still in progress");
    expect((await readOwnRequest(db, readerId(seller.id)))?.status).toBe("open");
  });

  test("an erasure shows what stays and until when, keeps that data, and prevents sign-in", async () => {
    const { id, seller } = await fullMatter(db);
    await end("2026-03-01");
    const person = { ...seller, first_name: "Ada", last_name: "Byron" };
    const { keeps } = await planErasure(db, seller.id);
    expect(keeps.map(({ until }) => until)).toEqual(["2036-03-01", "2031-03-01"]);
    const stays = [
      "transactions",
      "identity_checks",
      "orders",
      "events",
      "inbound_emails",
      "users",
    ];

    const request = await ask(seller);
    await confirm(request);
    await erasePerson(db, request);
    expect(await foundIn(db, person)).toEqual(expect.arrayContaining(stays));
    expect(await foundIn(db, person)).not.toContain("sessions");
    const user = await userOf(db, seller.id);
    expect(user).toMatchObject({ first_name: "Ada", email: seller.email, active: false });
    expect(user.deactivated_at).not.toBeNull();
    expect(await db.selectFrom("transactions").select("id").where("id", "=", id).execute()).toEqual(
      [{ id }],
    );
    const [kept] = await db.selectFrom("erased_people").select("keeps").execute();
    expect(kept?.keeps).toEqual(keeps);
  });

  test("an erasure must be confirmed again if the list of data that stays has changed", async () => {
    const { seller } = await fullMatter(db);
    await end("2026-03-01");
    const request = await ask(seller);
    const { keeps } = await readRequest(db, staffReader(), request);
    await end("2026-04-01");
    const confirmed = { keeps: JSON.stringify(keeps) };
    const carryOut = carryOutErasure(db, { id: request, actor: await staff(), confirmed });
    await expect(carryOut).rejects.toThrow("The list of data we must keep has changed");
  });
});

test("a second decision on an erasure request is rejected", async () => {
  const person = await ada();
  const request = await ask(person);
  const [first, second] = [await staff(), await staff()];
  await refuseErasure(db, { reason: "Your claim is open." }, { actor: first }, request);
  await expect(confirm(request, second)).rejects.toThrow("already been resolved");
  await expect(refuseErasure(db, { reason: "Again" }, { actor: second }, request)).rejects.toThrow(
    "already been resolved",
  );
  expect(await readOwnRequest(db, readerId(person.id))).toMatchObject({
    status: "refused",
    reason: "Your claim is open.",
  });
  const [email] = await db
    .selectFrom("email_log")
    .select(["name", "recipient"])
    .where("recipient", "=", person.email)
    .where("name", "=", "erasure_refused")
    .execute();
  expect(email).toEqual({ name: "erasure_refused", recipient: person.email });
  expect(await requestErasure(db, person.id)).toBe(true);
});

test("a person can withdraw an erasure request only once, staff see the withdrawal, and the person can request erasure again (CU-16)", async () => {
  const person = await ada();
  const request = await ask(person);
  const six = await raceSixAtLock(db, "audit_log", () =>
    inTransaction(db, (trx) => withdrawErasure(trx, person.id)).then(
      () => "withdrawn",
      (error: unknown) => String(error),
    ),
  );
  expect(six.filter((outcome) => outcome === "withdrawn")).toHaveLength(1);
  expect(await readOwnRequest(db, readerId(person.id))).toMatchObject({
    status: "withdrawn",
    reason: null,
  });
  expect(await readRequest(db, staffReader(), request)).toMatchObject({ status: "withdrawn" });
  await expect(confirm(request)).rejects.toThrow("already been resolved");
  expect(await requestErasure(db, person.id)).toBe(true);
});

test("six concurrent requests create one erasure request, with one email to the team and one to the person (CU-16)", async () => {
  const { id, email } = await signIn(db, { type: "customer" });
  const asked = await raceSixAtLock(db, "email_log", () =>
    inTransaction(db, (trx) => requestErasure(trx, id)),
  );
  expect(asked.filter(Boolean)).toHaveLength(1);
  const told = await db
    .selectFrom("email_log")
    .select(["name", "recipient"])
    .orderBy("name")
    .execute();
  expect(told).toEqual([
    { name: "erasure_acknowledged", recipient: email },
    { name: "erasure_requested", recipient: env.TEAM_EMAIL },
  ]);
});

test("only one of six concurrent decisions on an erasure request succeeds", async () => {
  const { id } = await signIn(db, { type: "customer" });
  await requestErasure(db, id);
  const { id: request } = await db
    .selectFrom("privacy_requests")
    .select("id")
    .executeTakeFirstOrThrow();
  const actor = await staff();
  const decided = await raceSixAtLock(db, "audit_log", () =>
    inTransaction(db, (trx) => refuseErasure(trx, { reason: "A claim." }, { actor }, request)).then(
      () => "refused",
      (error: unknown) => String(error),
    ),
  );
  expect(decided.filter((outcome) => outcome === "refused")).toHaveLength(1);
  expect(decided.filter((outcome) => outcome.includes("already been resolved"))).toHaveLength(5);
});

test("erasures are repeated after a restore, from the tombstones in the document store alone", async () => {
  const person = await ada();
  const other = await signIn(db);
  const place = { has: hasDocument, put: putDocument };
  const made = join(folder, "backups", "before");
  await backUp(url, made, { folder: join(folder, "documents") });
  const request = await ask(person);
  await confirm(request);
  await erasePerson(db, request);
  const [key = ""] = (await listErasures()).filter((each) => each.endsWith(".json"));
  expect(key).toMatch(/^test\/erasures\/[0-9a-f]{64}\.json$/);
  const tombstone = Buffer.from((await getDocument(key))!).toString();
  for (const known of [person.id, person.email, "Ada"]) expect(tombstone).not.toContain(known);

  await withScratchDatabase(clusterUrl("postgres"), async (scratch) => {
    await restore(scratch, made, place);
    const restored = openOn(createPool(scratch));
    try {
      expect((await userOf(restored, person.id)).first_name).toBe("Ada");
      expect(await reapplyErasures(restored)).toBe(1);
      expect((await userOf(restored, person.id)).first_name).toBe("Erased");
      expect(await foundIn(restored, person)).toEqual(["users", "valuers"]);
      expect((await userOf(restored, other.id)).first_name).toBe("Sam");
      expect(await reapplyErasures(restored)).toBe(0);
    } finally {
      await restored.destroy();
    }
  });

  // This simulates a backup that was restored without our restore command.
  await db.deleteFrom("erased_people").execute();
  await db
    .updateTable("users")
    .set({ first_name: "Ada", email: person.email })
    .where("id", "=", person.id)
    .execute();
  await purge.handle({}, { number: 1, isLast: false });
  expect((await userOf(db, person.id)).first_name).toBe("Erased");
  await deleteDocument(key);
});

async function ada(): Promise<DataSubject> {
  const { id, email } = await signIn(db, { first_name: "Ada", last_name: "Byron" });
  await saveDraft(db, id, "sell/about-the-property", { answers: { postcode: "YO1 7HZ" } });
  await db
    .insertInto("contact_requests")
    .values({ full_name: "Ada", email, message: "How long?", referrer: "A friend" })
    .execute();
  await db
    .insertInto("inbound_emails")
    .values({ message_id: "stray", from_email: email, received_at: new Date() })
    .execute();
  await db
    .insertInto("email_log")
    .values([
      { name: "magic_link_sign_in", recipient: email, user_id: id, status: "sent" },
      { name: "data_copy_ready", recipient: email, user_id: id },
    ])
    .execute();
  await db
    .insertInto("invitations")
    .values({ role: "sell", user_id: id, invited_by: id, new_user: false, status: "sent" })
    .execute();
  await db.insertInto("data_copies").values({ user_id: id, asked_by: id }).execute();
  const home = { property_address: "1 Arch Street", initial_asking_price_pounds: 1 };
  const estate_agent_id = await insertAgent(db, { valuers: [{ ...valuer("Val"), email }] });
  await db.updateTable("valuers").set({ is_subscribed: true }).execute();
  const annabella = ["Annabella Byron", "annabella@example.test", "+447400000001"] as const;
  const own = ["Ada Byron", email, "+447400000002"] as const;
  const lead = (first: typeof own | typeof annabella, second: typeof first | null) => ({
    ...home,
    estate_agent_id,
    seller_1_name: first[0],
    seller_1_email: first[1],
    seller_1_phone: first[2],
    seller_2_name: second?.[0] ?? null,
    seller_2_email: second?.[1] ?? null,
    seller_2_phone: second?.[2] ?? null,
  });
  await db
    .insertInto("leads")
    .values([lead(own, null), lead(own, annabella), lead(annabella, own)])
    .execute();
  return { id, email, first_name: "Ada", last_name: "Byron" };
}

async function ask({ id }: { id: string }) {
  expect(await requestErasure(db, id)).toBe(true);
  const request = await db
    .selectFrom("privacy_requests")
    .select("id")
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return request.id;
}

async function confirm(id: string, actor?: Awaited<ReturnType<typeof staff>>) {
  const { keeps } = await readRequest(db, staffReader(), id);
  const confirmed = { keeps: JSON.stringify(keeps) };
  await carryOutErasure(db, { id, actor: actor ?? (await staff()), confirmed });
}

/** Returns the tables with data about a person, found by the queries of the data copy. */
async function foundIn(from: Db, person: DataSubject): Promise<string[]> {
  const found: string[] = [];
  for (const table of PERSONAL_TABLES) {
    const data = PERSONAL_DATA[table];
    if ("withheld" in data) continue;
    for (const { where } of data.rows) {
      const { rows } = await sql`select from ${sql.table(table)} where ${where(person)}`.execute(
        from,
      );
      if (rows.length > 0) found.push(table);
    }
  }
  return [...new Set(found)].sort();
}
