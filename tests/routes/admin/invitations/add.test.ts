import { beforeEach, describe, expect, test } from "vitest";
import { listWithheldLinks } from "#app/auth/send-email-now.server.ts";
import { env } from "#app/platform/env.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { invite, readRow, staff } from "#tests/support/invitations.ts";
import { insertCode } from "#tests/support/payments.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listSummary, readFields } from "../fields.ts";
import { open, send } from "../pages.ts";
import { BUYERS, SELLERS } from "./rows.ts";

const { db } = useTestDatabase();
let ada: Awaited<ReturnType<typeof staff>>;
beforeEach(async () => {
  await emptyTables(db);
  ada = await staff(db);
});

const email = "ina@example.test";

const customer = {
  email,
  phone_number: "07400 123456",
  phone_country: "GB",
  first_name: "Ina",
  middle_name: "",
  last_name: "Invited",
};
const home = {
  "property_address.line_1": "4 Castle Lane",
  "property_address.post_town": "York",
  "property_address.postcode": "YO1 7HZ",
};

async function filledIn(path: string, typed: Record<string, string>) {
  return { ...readFields((await open(path, ada)).html, "invite"), ...typed };
}

const count = async () => (await db.selectFrom("invitations").select("id").execute()).length;

describe("inviting a customer (R-026 to R-037 I-018 I-021 I-036)", () => {
  test("inviting a seller sends one invitation for repeated submits, and shows the success page (R-026 to R-032 R-040 R-045 R-046 AMB-R05)", async () => {
    await insertCode(db, "FRIEND10");
    const page = await open(`${SELLERS}/add`, ada);
    for (const label of [
      "Email",
      "Mobile number",
      "First name",
      "Middle name",
      "Last name",
      "Referral code",
      "Address line 1",
      "Town or city",
      "Postcode",
    ]) {
      expect(page.text).toContain(label);
    }
    const fields = await filledIn(`${SELLERS}/add`, {
      ...customer,
      ...home,
      referral_code: "friend10",
    });
    const { status, location } = await send(`${SELLERS}/add`, ada, fields);
    expect(status).toBe(303);
    const id = /success\?id=([0-9a-f]{24})$/.exec(location ?? "")?.[1] ?? "";
    expect(await readRow(db, id)).toMatchObject({ role: "sell", referral_code: "FRIEND10" });
    const success = await open(location ?? "", ada);
    expect(success.status).toBe(200);
    expect(success.text).toContain("You've successfully invited a new customer");
    expect(success.text).toContain("Ina Invited");
    expect(success.text).toContain(email);
    expect(success.html).toMatch(new RegExp(`href="${SELLERS}"[^>]*>Back to Sellers Invitations`));

    expect((await send(`${SELLERS}/add`, ada, fields)).location).toBe(location);
    const [one, two] = await Promise.all([
      send(`${SELLERS}/add`, ada, fields),
      send(`${SELLERS}/add`, ada, fields),
    ]);
    expect([one.location, two.location]).toEqual([location, location]);
    expect(await count()).toBe(1);
    expect(await db.selectFrom("email_log").select("id").execute()).toHaveLength(1);
  });

  test("the invitation form lists each missing field once, and keeps the typed values (R-034)", async () => {
    const fields = await filledIn(`${SELLERS}/add`, { last_name: "Invited" });
    const { status, html, title } = await send(`${SELLERS}/add`, ada, fields);
    expect(status).toBe(400);
    expect(title).toBe("Error: Invite New Seller - Fanlight");
    expect(listSummary(html)).toEqual([
      "Please enter a valid email address. It should look like name@example.com",
      "Invalid mobile number. Enter a number like 07400 123456",
      "First name is required",
      "Address must be at least 1 character long. Enter the first line of the address",
      "Town must be at least 1 character long. Enter the town or city",
      "Invalid postcode. Enter a full UK postcode, like SW1A 1AA",
    ]);
    expect(html).toContain('value="Invited"');
  });

  test("the invitation form shows a refusal next to its field, and accepts the corrected values (R-031 B-085)", async () => {
    await signIn(db, { type: "admin", email });
    const fields = await filledIn(`${SELLERS}/add`, { ...customer, ...home });
    const taken = await send(`${SELLERS}/add`, ada, fields);
    expect(taken.status).toBe(409);
    expect(listSummary(taken.html)).toEqual(["An account with this email already exists."]);
    expect(taken.html).toContain('id="invite-email-error"');
    const wrong = {
      ...readFields(taken.html, "invite"),
      email: "other@example.test",
      referral_code: "NO",
    };
    const code = await send(`${SELLERS}/add`, ada, wrong);
    expect(listSummary(code.html)).toEqual(["Code not valid"]);
    const right = { ...readFields(code.html, "invite"), referral_code: "" };
    expect((await send(`${SELLERS}/add`, ada, right)).status).toBe(303);
  });

  test("two members of staff who invite the same customer concurrently create one invitation", async () => {
    const bob = await staff(db, "Bob");
    const forms = [
      await filledIn(`${SELLERS}/add`, { ...customer, ...home }),
      await filledIn(`${SELLERS}/add`, { ...customer, ...home }),
    ];
    const answers = await Promise.all([
      send(`${SELLERS}/add`, ada, forms[0]!),
      send(`${SELLERS}/add`, bob, forms[1]!),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(listSummary(refused.html)[0]).toMatch(/^(Ada|Bob) invited this customer to sell this/);
    expect(await count()).toBe(1);
  });

  test("the invitation form answers 401 to a deactivated member of staff, and 409 to a forged form key (R-043)", async () => {
    const fields = await filledIn(`${SELLERS}/add`, { ...customer, ...home });
    const forged = await send(`${SELLERS}/add`, ada, { ...fields, form_key: "x" });
    expect(forged.status).toBe(409);
    await db.updateTable("users").set({ active: false }).where("id", "=", ada.id).execute();
    const refused = await send(`${SELLERS}/add`, ada, fields);
    expect(refused.status).toBe(401);
    expect(refused.text).toContain("Your session has ended");
    expect(await count()).toBe(0);
  });

  test("inviting a buyer requires a postcode lookup and one of the properties found (R-033 R-035)", async () => {
    const path = `${BUYERS}/add`;
    const { property_id } = await createHomeForSale(db, { line_1: "12 Arch Street" });
    await createHomeForSale(db, { line_1: "14 Arch Street" });
    const start = await filledIn(path, customer);

    const none = await send(path, ada, start);
    expect(listSummary(none.html)).toEqual(["Please search for an address"]);
    const unknown = await send(path, ada, {
      ...start,
      postcode: "LS1 1AA",
      intent: "property.find",
    });
    expect(listSummary(unknown.html)[0]).toMatch(/^We couldn't find that postcode/);
    const found = await send(path, ada, { ...start, postcode: "yo17hz", intent: "property.find" });
    expect(found.status).toBe(200);
    expect(listSummary(found.html)).toEqual([]);
    expect(found.text).toContain("2 properties found");
    expect(found.html).toContain('value="Ina"');
    expect(found.text).not.toContain("Property not listed");

    const unchosen = await send(path, ada, readFields(found.html, "invite"));
    expect(listSummary(unchosen.html)).toEqual(["Please select an address"]);
    expect(unchosen.text).toContain("12 Arch Street");
    const chosen = { ...readFields(unchosen.html, "invite"), property_id };
    const { location } = await send(path, ada, chosen);
    expect(location).toMatch(/^\/admin\/buyers-invitations\/success\?id=[0-9a-f]{24}$/);
    const row = await db.selectFrom("invitations").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: "buy", property_id, referral_code: null });
    expect((await open(location ?? "", ada)).text).toContain("12 Arch Street, York");
  });

  test("inviting a buyer to a property that is no longer for sale answers 409, and the form offers the other properties", async () => {
    const path = `${BUYERS}/add`;
    const gone = await createHomeForSale(db, { line_1: "12 Arch Street" });
    await createHomeForSale(db, { line_1: "14 Arch Street" });
    const found = await send(path, ada, {
      ...(await filledIn(path, customer)),
      postcode: "YO1 7HZ",
      intent: "property.find",
    });
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: null, terms_version: null })
      .where("id", "=", gone.transaction_id)
      .execute();
    const fields = { ...readFields(found.html, "invite"), property_id: gone.property_id };
    const { status, html, text } = await send(path, ada, fields);
    expect(status).toBe(409);
    expect(listSummary(html)).toEqual(["This property is no longer for sale with Fanlight"]);
    expect(text).toContain("14 Arch Street");
    expect(await count()).toBe(0);
  });

  test("an invitation email is withheld for preventEmail only if the settings allow it (B-016 AMB-B04 R-041)", async () => {
    const flagged = `${SELLERS}/add?preventEmail=true`;
    const warning = "Warning! Sending the Magic Link email has been disabled.";
    expect((await open(flagged, ada)).text).not.toContain(warning);
    env.ALLOW_PREVENT_EMAIL = true;
    try {
      expect((await open(flagged, ada)).text).toContain(warning);
      const fields = await filledIn(flagged, { ...customer, ...home });
      const { location } = await send(`${SELLERS}/add`, ada, fields);
      expect((await open(location ?? "", ada)).text).toContain("No email was sent");
    } finally {
      env.ALLOW_PREVENT_EMAIL = false;
    }
    expect(await listWithheldLinks(db)).toMatchObject([
      { name: "invitation_seller", recipient: email },
    ]);
    const row = await db.selectFrom("invitations").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "pending", prevent_email: true });
  });
});

describe("the success page of an invitation (R-038 R-045 AMB-R05 I-019 I-022)", () => {
  test.each(["", "?id=", "?id=x", `?id=${"f".repeat(24)}`, "?id=%00"])(
    "the success page of an invitation redirects to the list for the query %j",
    async (query) => {
      expect((await open(`${SELLERS}/success${query}`, ada)).location).toBe(SELLERS);
      expect((await open(`${BUYERS}/success${query}`, ada)).location).toBe(BUYERS);
    },
  );

  test("the success page of an invitation redirects if the invitation is for the other role, and says whether the customer already has an account", async () => {
    await signIn(db, { email });
    const { id } = await invite(db, { email });
    expect((await open(`${BUYERS}/success?id=${id}`, ada)).location).toBe(BUYERS);
    const { text } = await open(`${SELLERS}/success?id=${id}`, ada);
    expect(text).toContain("This customer already has an account.");
  });
});
