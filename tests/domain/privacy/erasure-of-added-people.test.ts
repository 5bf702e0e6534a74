import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createParticipantAccount } from "#app/domain/people/matter-access.server.ts";
import { RETENTION_RULES, listDue } from "#app/domain/privacy/retention-due.server.ts";
import { erasePerson } from "#app/domain/privacy/erasure.server.ts";
import { planErasure } from "#app/domain/privacy/erasure-plan.server.ts";
import {
  carryOutErasure,
  readRequest,
  requestErasure,
} from "#app/domain/privacy/privacy-requests.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { useDoubles } from "#tests/support/doubles.ts";
import { createFullMatterAt, ROLES } from "#tests/support/matter-of-all-roles.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { AFTER_ERASURE } from "./after-erasure.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
useDoubles();
beforeEach(() => emptyTables(db));

const NAMED = "Details in other sales and purchases";
const EMAILS = "Emails about other sales and purchases";
const OWN = "Sales and purchases with accepted terms";
const CHECKS = "ID checks";

const kinds = (keeps: readonly { what: string }[]) =>
  [OWN, NAMED, EMAILS, CHECKS].filter((kind) => keeps.some(({ what }) => what.startsWith(kind)));

describe.each(ROLES)("the erasure of a %s", (role) => {
  const isNamed = role !== "buyer" && role !== "seller";

  test.each(["in progress", "completion planned"] as const)(
    "an erasure is refused while the state of the person’s matter is “%s” (CU-1)",
    async (moment) => {
      const { people } = await createFullMatterAt(db, moment);
      const { under_way } = await planErasure(db, people[role].id);
      expect(under_way).toEqual([
        {
          home: expect.stringContaining("Arch Street") as string,
          completes: moment === "in progress" ? null : "2099-03-02",
        },
      ]);
      await expect(carryOut(people[role].id)).rejects.toThrow("still in progress");
    },
  );

  test.each(["completed", "fallen through"] as const)(
    "the erasure of a person whose matter has %s shows which data stays until when, and prevents a new account (CU-1)",
    async (moment) => {
      const { people } = await createFullMatterAt(db, moment);
      const person = people[role];
      const { under_way, keeps, account } = await planErasure(db, person.id);
      expect(under_way).toEqual([]);
      expect(kinds(keeps)).toEqual(isNamed ? [NAMED, EMAILS, CHECKS] : [OWN, CHECKS]);
      expect([...new Set(keeps.map(({ until }) => until))]).toEqual(["2036-03-01", "2031-03-01"]);
      expect(account).toBe(isNamed ? "address" : "whole");

      await carryOut(person.id);
      await createParticipantAccount(db, person.email);
      const user = await db
        .selectFrom("users")
        .select(["id", "email", "active", "first_name", "phone_number"])
        .where("email", "=", person.email)
        .executeTakeFirstOrThrow();
      expect(user).toMatchObject({ id: person.id, active: false });
      if (isNamed) expect(user).toMatchObject({ first_name: "Erased", phone_number: null });
      // The nightly runs do not delete the account either, while other matters contain its email
      // address.
      for (const ending of RETENTION_RULES.filter(({ table }) => table === "users")) {
        expect(await listDue(db, ending, { after: "", limit: 10 })).not.toContain(person.id);
      }
      const [tombstone] = await db.selectFrom("erased_people").select("keeps").execute();
      expect(tombstone?.keeps).toEqual(keeps);
    },
  );

  test("an erasure shows which data about an unfinished sale or purchase stays (CU-1)", async () => {
    const { people } = await createFullMatterAt(db, "begun");
    const { under_way, keeps } = await planErasure(db, people[role].id);
    // The people added to a buyer's unfinished purchase are deleted immediately.
    expect(kinds(keeps)).toEqual(isNamed ? [NAMED] : role === "seller" ? [OWN] : []);
    // A sale with a buyer is in progress.
    expect(under_way).toHaveLength(role.endsWith("seller") ? 1 : 0);
  });

  test("an erasure leaves rows only in the tables where rows may stay (CU-1)", async () => {
    const { people } = await createFullMatterAt(db, "completed");
    const person = people[role];
    await db
      .insertInto("contact_requests")
      .values({ full_name: "N", email: person.email, message: "Hello", referrer: "A friend" })
      .execute();
    await db
      .insertInto("drafts")
      .values({ user_id: person.id, form: "sell/about-you", data: "{}" })
      .execute();
    await carryOut(person.id);
    const found = await tablesWith([person.id, person.email]);
    const outcome: Readonly<Record<string, string>> = AFTER_ERASURE;
    expect(found.filter((table) => outcome[table] === "gone")).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(["users", "audit_log"]));
    expect(found.filter((table) => !(table in AFTER_ERASURE))).toEqual([]);
  });
});

async function tablesWith(texts: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely\_%'
    order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.table(name)} as it
      where ${sql.join(
        texts.map((text) => sql`position(${text.toLowerCase()} in lower(it::text)) > 0`),
        sql` or `,
      )} limit 1`.execute(db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

async function carryOut(user_id: string) {
  await requestErasure(db, user_id);
  const { id } = await db
    .selectFrom("privacy_requests")
    .select("id")
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  const actor = { id: (await signIn(db, { type: "admin" })).id, request_id: "" };
  const { keeps } = await readRequest(db, staffReader(), id);
  await carryOutErasure(db, { id, actor, confirmed: { keeps: JSON.stringify(keeps) } });
  await erasePerson(db, id);
}
