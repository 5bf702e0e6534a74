import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createInvitation } from "#app/domain/invitations/new-invitations.server.ts";
import type {} from "#app/domain/invitations/labels.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { invite, invitedPerson, staff, toSell } from "#tests/support/invitations.ts";
import { insertCode } from "#tests/support/payments.ts";
import { createHomeForSale, insertUniquePerson } from "#tests/support/purchases.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const email = "ina@example.test";
const prevent_email = false;
const count = async () => (await db.selectFrom("invitations").select("id").execute()).length;
const user = (address: string) =>
  db.selectFrom("users").selectAll().where("email", "=", address).executeTakeFirstOrThrow();

async function swallowInserts(table: string) {
  await sql`create or replace function test_swallow() returns trigger language plpgsql
    as $$ begin return null; end $$`.execute(db);
  const name = sql.id(table);
  await sql`create trigger test_swallow before insert on ${name} for each row execute function test_swallow()`.execute(
    db,
  );
  return () => sql`drop trigger test_swallow on ${name}`.execute(db);
}

describe("creating an invitation", () => {
  test("inviting a new person creates only an inactive customer and a pending invitation (R-039, R-040, R-041, B-080, AMB-R04)", async () => {
    await insertCode(db, "FRIEND10");
    const to = { ...toSell, referral_code: " friend10 " };
    const { actor, ...row } = await invite(db, { email, to });
    expect(row).toMatchObject({
      role: "sell",
      status: "pending",
      new_user: true,
      invited_by: actor.id,
      prevent_email: false,
      property_id: null,
      referral_code: "FRIEND10",
      is_resend: false,
      email_sent_at: null,
      link_click_count: 0,
      token_hash: null,
    });
    expect(await user(email)).toMatchObject({ ...invitedPerson, active: false, type: "customer" });
    const address = await db
      .selectFrom("addresses")
      .selectAll()
      .where("id", "=", row.property_address_id!)
      .executeTakeFirstOrThrow();
    expect(address).toMatchObject({ line_1: "4 Castle Lane", postcode: "YO1 7HZ" });
    expect(await db.selectFrom("transactions").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("properties").select("id").execute()).toEqual([]);
  });

  test("an invitation queues its email and writes an audit row without the customer's name (X-028)", async () => {
    const { id, actor } = await invite(db, { email });
    const log = await db.selectFrom("email_log").selectAll().execute();
    expect(log).toMatchObject([
      {
        name: "invitation_seller",
        recipient: email,
        props: { invitation_id: id },
        status: "queued",
      },
    ]);
    const audit = await db
      .selectFrom("audit_log")
      .selectAll()
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toMatchObject([
      { actor_id: actor.id, action: "invitation_created", subject_type: "invitation" },
    ]);
    expect(JSON.stringify(audit)).not.toContain("Ina");
  });

  test("an invitation leaves an existing customer unchanged (AMB-R03, R-041)", async () => {
    const known = await signIn(db, { email, first_name: "Known", last_name: "Name" });
    const row = await invite(db, { email: "INA@example.test" });
    expect(row).toMatchObject({ user_id: known.id, new_user: false });
    expect(await user(email)).toMatchObject({ first_name: "Known", active: true });
  });

  test("inviting a customer who was never active stores the details that staff typed (AMB-B06)", async () => {
    await db
      .insertInto("users")
      .values({ email, first_name: "Rude", last_name: "Words" })
      .execute();
    const row = await invite(db, { email });
    expect(row.new_user).toBe(false);
    expect(await user(email)).toMatchObject({ first_name: "Ina", phone_number: "+447400123456" });
  });

  test("an invitation to the email of staff or of a blocked customer is rejected (AMB-R03, B-085)", async () => {
    const { actor } = await staff(db);
    await signIn(db, { type: "admin", email });
    const invitation = { customer: invitedPerson, to: toSell, prevent_email };
    await expect(createInvitation(db, invitation, { actor })).rejects.toMatchObject({
      message: "An account with this email already exists.",
      status: 409,
      data: { field: "email" },
    });
    await db
      .updateTable("users")
      .set({ type: "customer", active: false, deactivated_at: new Date() })
      .where("email", "=", email)
      .execute();
    await expect(createInvitation(db, invitation, { actor })).rejects.toMatchObject({
      message: "This customer is blocked and cannot be invited",
    });
    expect(await count()).toBe(0);
  });

  test("an invitation with an invalid referral code is rejected and creates no customer (R-031, AMB-E04)", async () => {
    await insertCode(db, "OLD", { active: false });
    for (const referral_code of ["OLD", "NO SUCH"]) {
      await expect(invite(db, { email, to: { ...toSell, referral_code } })).rejects.toMatchObject({
        message: "Code not valid",
        data: { field: "referral_code" },
      });
    }
    expect(await count()).toBe(0);
    await expect(user(email)).rejects.toThrow();
  });

  test("an invitation to a property that is not for sale or is the customer's own is rejected (R-035)", async () => {
    const seller = await insertUniquePerson(db);
    const { property_id, transaction_id } = await createHomeForSale(db, {}, seller.id);
    const to = { role: "buy", property_id } as const;
    await expect(invite(db, { email: seller.email, to })).rejects.toMatchObject({
      message: "This customer is selling this property",
    });
    expect(await invite(db, { email, to })).toMatchObject({ role: "buy", property_id });
    await db.deleteFrom("invitations").execute();
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: null, terms_version: null })
      .where("id", "=", transaction_id)
      .execute();
    for (const gone of [property_id, "f".repeat(24)]) {
      await expect(
        invite(db, { email, to: { role: "buy", property_id: gone } }),
      ).rejects.toMatchObject({ data: { field: "property_id" } });
    }
  });

  test("creating an invitation fails if the database returns no customer (R-042)", async () => {
    const { actor } = await staff(db);
    const mend = await swallowInserts("users");
    const invitation = { customer: invitedPerson, to: toSell, prevent_email };
    await expect(createInvitation(db, invitation, { actor })).rejects.toThrow(
      "Failed to create or get customer: No ID returned",
    );
    await mend();
  });

  test("an invitation by a person who is no longer an active member of staff is rejected (R-043)", async () => {
    const { actor } = await staff(db);
    const invitation = { customer: invitedPerson, to: toSell, prevent_email };
    const refused = "Admin user data is missing. Cannot create invitation.";
    await db.updateTable("users").set({ active: false }).where("id", "=", actor.id).execute();
    await expect(createInvitation(db, invitation, { actor })).rejects.toThrow(refused);
    const gone = { id: "f".repeat(24), request_id: "" };
    await expect(createInvitation(db, invitation, { actor: gone })).rejects.toThrow(refused);
    expect(await count()).toBe(0);
  });

  test("the new customer is rolled back if the database returns no invitation (R-044)", async () => {
    const mend = await swallowInserts("invitations");
    await expect(invite(db, { email })).rejects.toThrow(
      "Failed to create invitation: No ID returned",
    );
    await mend();
    await expect(user(email)).rejects.toThrow();
  });

  test.each([
    ["a new customer", false],
    ["an existing customer", true],
  ])(
    "only one of two concurrent invitations of %s is created, and the other fails with an error that names the sender of the first",
    async (_who, known) => {
      if (known) await signIn(db, { email });
      const [ada, tom] = [await staff(db, "Ada"), await staff(db, "Tom")];
      const invitation = { customer: invitedPerson, to: toSell, prevent_email };
      const results = await Promise.allSettled(
        [ada, tom].map(({ actor }) => createInvitation(db, invitation, { actor })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = results.find(({ status }) => status === "rejected");
      expect(String(refused && Reflect.get(refused, "reason"))).toMatch(
        /(Ada|Tom) invited this customer to sell this property on \d\d\/\d\d\/\d{4} at \d\d:\d\d\. An invitation can be resent once it has expired/,
      );
      expect(await count()).toBe(1);
      expect(await db.selectFrom("email_log").select("id").execute()).toHaveLength(1);
    },
  );

  test("a second invitation is allowed for a different property or role, or after a failed email", async () => {
    await invite(db, { email });
    const capitals = { ...homeAddress, line_1: "4 CASTLE LANE" };
    await expect(invite(db, { email, to: { ...toSell, address: capitals } })).rejects.toThrow(
      "Ada",
    );
    await invite(db, {
      email,
      to: { ...toSell, address: { ...homeAddress, line_1: "5 Castle Lane" } },
    });
    const { property_id } = await createHomeForSale(db);
    await invite(db, { email, to: { role: "buy", property_id } });
    await expect(invite(db, { email, to: { role: "buy", property_id } })).rejects.toThrow("to buy");
    await db.updateTable("email_log").set({ status: "failed" }).execute();
    await invite(db, { email });
    expect(await count()).toBe(4);
  });
});
