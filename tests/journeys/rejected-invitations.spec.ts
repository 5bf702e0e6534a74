import { sql } from "kysely";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import type { Db } from "#db/connection.ts";
import { expect, test } from "./support/fixtures.ts";
import { accept, expectInvited, fillCustomer, fillHome, newInvitee } from "./support/invitation.ts";
import { aCustomer } from "./support/people.ts";
import { readUser } from "./support/records.ts";
import { expectErrors, expectPath, press } from "./support/seller.ts";
import { message, row, signInStaff } from "./support/staff.ts";

const LIST = "/admin/sellers-invitations";

const readInvitations = (db: Db, email: string) =>
  db
    .selectFrom("invitations")
    .innerJoin("users", "users.id", "invitations.user_id")
    .select(["invitations.id", "status", "new_user", "link_click_count", "transaction_id"])
    .where("email", "=", email)
    .execute();

/** Makes counting the clicks of one invitation fail, without affecting other journeys. */
async function breakCount(db: Db, id: string) {
  const name = sql.id(`break_click_${id}`);
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'this click is broken'; end $$`.execute(db);
  await sql`create trigger ${name} before update of link_click_count on invitations for each row
    when (new.id = ${sql.lit(id)}) execute function ${name}()`.execute(db);
  return () => sql`drop function ${name}() cascade`.execute(db);
}

test("staff cannot invite or reinvite the wrong people, and see who already has an account (WF-18.6, WF-18.7, R-019 to R-025, R-041, B-068, B-085, AMB-R03) @scripts", async ({
  page,
  context,
  db,
  person,
  postbox,
  inspect,
  anotherBrowser,
}) => {
  await signInStaff(db, context);
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  const staff = newInvitee();

  await test.step("a member of staff cannot be invited (WF-18.7)", async () => {
    const { email } = staff;
    const named = { first_name: "Tomasin", last_name: "Marsh", type: "admin" as const };
    await db
      .insertInto("users")
      .values({ ...named, email, active: true })
      .execute();
    await page.goto(`${LIST}/add`);
    await fillCustomer(page, staff);
    await fillHome(page, "9 Bootham Crescent");
    await press(page, "Send invitation");
    await expectErrors(page, ["An account with this email already exists."]);
    await expect(page.getByLabel("Address line 1")).toHaveValue("9 Bootham Crescent");
    await inspect(page);
  });

  await test.step("an existing customer is invited with their own name (WF-18.7)", async () => {
    await aCustomer(db, person);
    await fillCustomer(page, { ...staff, email: person.email });
    await press(page, "Send invitation");
    await expectInvited(page, { ...person, first_name: "Sam" });
    await expect(page.getByText("This customer already has an account.")).toBeVisible();
    await inspect(page);
    expect(await readInvitations(db, person.email)).toMatchObject([{ new_user: false }]);
    expect(await readUser(db, person.email)).toMatchObject({ first_name: "Sam" });
  });

  await postbox.expectNames(person.email, ["invitation_seller"]);
  const [invitation] = await readInvitations(db, person.email);
  const resend = (id: string) =>
    page.request.post(`${LIST}/${id}/resend`, {
      headers: { Origin: origin },
      maxRedirects: 0,
      form: { form_key: newIdempotencyKey(`resend-invitation ${id}`) },
    });

  await test.step("an invitation that has not expired or does not exist cannot be resent (WF-18.6)", async () => {
    await page.goto(`${LIST}/${invitation!.id}/resend`);
    await expect(page.getByText("Only expired invitations can be resent")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resend invitation" })).toHaveCount(0);
    await inspect(page);
    for (const [id, why] of [
      [invitation!.id, "Only expired invitations can be resent"],
      ["f".repeat(24), "Invitation not found"],
    ] as const) {
      await resend(id);
      await page.goto(LIST);
      await expect(message(page, why)).toBeVisible();
    }
    expect(await readInvitations(db, person.email)).toHaveLength(1);
    await postbox.expectNames(person.email, ["invitation_seller"]);
  });

  await test.step("a link whose click cannot be counted still signs the person in (WF-18.7)", async () => {
    const mend = await breakCount(db, invitation!.id);
    const theirs = await (await anotherBrowser()).newPage();
    await accept(theirs, await postbox.link(person.email));
    await expectPath(theirs, "/sell/welcome");
    await mend();
    await page.goto(LIST);
    await expect(row(page, person.email).or(row(page, "9 Bootham Crescent")).first()).toContainText(
      "Email Sent",
    );
    expect(await readInvitations(db, person.email)).toMatchObject([
      { status: "sent", link_click_count: 0, transaction_id: null },
    ]);
  });
});
