import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { listWithheld } from "#app/domain/emails/withheld.server.ts";
import { expireInvitations } from "#app/domain/invitations/expire-lapsed.server.ts";
import { listInvitations } from "#app/domain/invitations/list-invitations.server.ts";
import { env } from "#app/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { flashIn } from "#tests/support/flash.ts";
import {
  invite,
  inviteAndSend,
  letDaysPass,
  readRow,
  staff,
  toSell,
} from "#tests/support/invitations.ts";
import { insertCode } from "#tests/support/payments.ts";
import { forSale } from "#tests/support/purchases.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { post } from "#tests/support/visit.ts";
import { words } from "#tests/ui/render.tsx";
import { confirmFields, listSummary, readFields } from "./fields.ts";
import { modules, open, send } from "./pages.ts";

const { db } = useTestDatabase();
let ada: Awaited<ReturnType<typeof staff>>;
beforeEach(async () => {
  await emptyTables(db);
  ada = await staff(db);
});

const SELLERS = "/admin/sellers-invitations";
const BUYERS = "/admin/buyers-invitations";
const email = "ina@example.test";

/** Each row's cells, as they are read. */
const rows = (html: string) =>
  [...html.matchAll(/<tr id="row-.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => words(cell)),
  );

const resends = (html: string) =>
  [...html.matchAll(/href="[^"]*\/([0-9a-f]{24})\/resend"/g)].map(([, id]) => id);

describe("R-001 to R-012 I-017 I-020 I-046 I-047 the lists", () => {
  test("R-001 to R-009 R-012 their columns, their buttons, and the menu", async () => {
    await insertCode(db, "FRIEND10");
    const sent = await inviteAndSend(db, { to: { ...toSell, referral_code: "FRIEND10" } });
    await db
      .updateTable("invitations")
      .set({ email_sent_at: "2026-07-01T12:05:00Z", status: "clicked", link_click_count: 2 })
      .where("id", "=", sent.id)
      .execute();
    const { html, status, title } = await open(SELLERS, ada);
    expect(status).toBe(200);
    expect(title).toBe("Sellers Invitations - Fanlight");
    const titles = [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, each]) => each);
    expect(titles).toEqual([
      "Full name",
      "Status",
      "Action",
      "Email sent at",
      "Property address",
      "Invited by",
      "Referral code",
    ]);
    expect(rows(html)).toEqual([
      [
        "Ina May Invited",
        "Magic Link clicked - 2 time(s)",
        "– None",
        // London is an hour ahead of UTC in July.
        "01/07/2026 13:05",
        "4 Castle Lane, York, YO1 7HZ",
        "Ada",
        "FRIEND10",
      ],
    ]);
    expect(html).toMatch(new RegExp(`href="${SELLERS}/add"[^>]*>Invite New Seller</a>`));
    const buyers = await open(BUYERS, ada);
    expect(rows(buyers.html)).toEqual([]);
    expect(buyers.text).toContain("No buyer has been invited yet.");
    expect(buyers.html).toMatch(new RegExp(`href="${BUYERS}/add"[^>]*>Invite New Buyer</a>`));
    for (const [path, label] of [
      [SELLERS, "Sellers Invitations"],
      [BUYERS, "Buyers Invitations"],
    ]) {
      expect(buyers.html).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>${label}</a>`));
    }
  });

  test("X-059 no hash leaves the server", async () => {
    await inviteAndSend(db);
    const { html } = await open(SELLERS, ada);
    expect(html).not.toContain("token");
  });

  test("R-005 a buyer's property is ours, and has its address", async () => {
    const { property_id } = await forSale(db, { line_1: "12 Arch Street" });
    await invite(db, { to: { role: "buy", property_id } });
    const [row] = rows((await open(BUYERS, ada)).html);
    expect(row).toContain("12 Arch Street, York, YO1 7HZ");
    expect(row).toContain("user created, email not sent yet");
  });

  test("R-011 what changed last comes first, and the list goes on to its end", async () => {
    const { property_address_id, user_id } = await invite(db);
    await db.deleteFrom("invitations").execute();
    const at = (n: number) => new Date(Date.UTC(2026, 9, 1, Math.floor(n / 3)));
    const made = Array.from({ length: 45 }, (_, n) => ({
      role: "sell" as const,
      user_id,
      property_address_id,
      new_user: false,
      invited_by: ada.id,
      status: "cancelled" as const,
      // Every three of them at the same instant.
      updated_at: at(n),
    }));
    await db.insertInto("invitations").values(made).execute();
    const expected = await db
      .selectFrom("invitations")
      .select("id")
      .orderBy("updated_at", "desc")
      .orderBy("id", "desc")
      .execute();
    const seen: string[] = [];
    let path: string | undefined = SELLERS;
    while (path) {
      const { html } = await open(path, ada);
      seen.push(...[...html.matchAll(/id="row-([0-9a-f]{24})"/g)].map(([, id]) => id!));
      path = / href="([^"]*)"[^>]*>Load More/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(expected.map(({ id }) => id));
    await db
      .updateTable("invitations")
      .set({ referral_code: null })
      .where("id", "=", seen[44]!)
      .execute();
    expect((await open(SELLERS, ada)).html).toMatch(new RegExp(`^.*?id="row-${seen[44]}"`, "s"));
  });

  test.each(["after=x", `after=${"f".repeat(24)}`, "shown=-1", "after=%00"])(
    "?%s begins at the start",
    async (query) => {
      await invite(db);
      const { status, html } = await open(`${SELLERS}?${query}`, ada);
      expect(status).toBe(200);
      expect(rows(html)).toHaveLength(1);
    },
  );

  test("R-016 what has lapsed by now is shown as expired, with a button; a refused email says so", async () => {
    const lapsed = await inviteAndSend(db);
    await letDaysPass(db, lapsed.id, 8);
    const refused = await invite(db);
    await db
      .updateTable("email_log")
      .set({ status: "failed" })
      .where("props", "@>", JSON.stringify({ invitation_id: refused.id }))
      .execute();
    const { html } = await open(SELLERS, ada);
    const statuses = rows(html).map(([, status]) => status);
    expect(statuses).toContain("Magic Link Expired");
    expect(statuses).toContain("user created, email not sent yet The email could not be delivered");
    expect(resends(html)).toEqual([lapsed.id]);
    expect((await readRow(db, lapsed.id)).status).toBe("expired");
  });

  test("a list that cannot be read says so", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    await sql`alter table addresses rename to away`.execute(db);
    const { status, text } = await open(SELLERS, ada);
    await sql`alter table away rename to addresses`.execute(db);
    expect(status).toBe(500);
    expect(text).toContain("There was an error while fetching the invitations");
  });
});

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

/** The form of a page as it stands, but for what is typed. */
async function filledIn(path: string, typed: Record<string, string>) {
  return { ...readFields((await open(path, ada)).html, "invite"), ...typed };
}

const count = async () => (await db.selectFrom("invitations").select("id").execute()).length;

describe("R-026 to R-037 I-018 I-021 I-036 inviting somebody", () => {
  test("R-026 to R-032 R-040 R-045 R-046 AMB-R05 a seller, as far as the success page", async () => {
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

    // A second press, and one after Back: the same page, and nobody is written to again.
    expect((await send(`${SELLERS}/add`, ada, fields)).location).toBe(location);
    const [one, two] = await Promise.all([
      send(`${SELLERS}/add`, ada, fields),
      send(`${SELLERS}/add`, ada, fields),
    ]);
    expect([one.location, two.location]).toEqual([location, location]);
    expect(await count()).toBe(1);
    expect(await db.selectFrom("email_log").select("id").execute()).toHaveLength(1);
  });

  test("R-034 nothing typed: each thing is said once, with what was typed kept", async () => {
    const fields = await filledIn(`${SELLERS}/add`, { last_name: "Invited" });
    const { status, html, title } = await send(`${SELLERS}/add`, ada, fields);
    expect(status).toBe(400);
    expect(title).toBe("Error: Invite New Seller - Fanlight");
    expect(listSummary(html)).toEqual([
      "Please enter a valid email address",
      "Invalid mobile number",
      "First name must be at least 2 characters long",
      "Address must be at least 1 character long",
      "Town must be at least 1 character long",
      "Invalid postcode",
    ]);
    expect(html).toContain('value="Invited"');
  });

  test("R-031 B-085 what the domain refuses stands at its field, and the form can be sent again", async () => {
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

  test("somebody else has invited them meanwhile: one invitation, and the second is told", async () => {
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

  test("R-043 staff who are removed while they type are asked to sign in, and a forged key invites nobody", async () => {
    const fields = await filledIn(`${SELLERS}/add`, { ...customer, ...home });
    const forged = await send(`${SELLERS}/add`, ada, { ...fields, form_key: "x" });
    expect(forged.status).toBe(409);
    await db.updateTable("users").set({ active: false }).where("id", "=", ada.id).execute();
    expect((await send(`${SELLERS}/add`, ada, fields)).location).toMatch(/^\/sign-in/);
    expect(await count()).toBe(0);
  });

  test("R-033 R-035 a buyer: a postcode is looked up, and a property of it is chosen", async () => {
    const path = `${BUYERS}/add`;
    const { property_id } = await forSale(db, { line_1: "12 Arch Street" });
    await forSale(db, { line_1: "14 Arch Street" });
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

  test("a property that was sold meanwhile is refused, with the others still offered", async () => {
    const path = `${BUYERS}/add`;
    const gone = await forSale(db, { line_1: "12 Arch Street" });
    await forSale(db, { line_1: "14 Arch Street" });
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
    expect(listSummary(html)).toEqual(["This property is not for sale with us any more"]);
    expect(text).toContain("14 Arch Street");
    expect(await count()).toBe(0);
  });

  test("B-016 AMB-B04 R-041 preventEmail counts only where the settings allow it", async () => {
    const flagged = `${SELLERS}/add?preventEmail=true`;
    const warning = "Warning! Sending the Magic Link email has been disabled.";
    expect((await open(flagged, ada)).text).not.toContain(warning);
    env.ALLOW_PREVENT_EMAIL = true;
    try {
      expect((await open(flagged, ada)).text).toContain(warning);
      const fields = await filledIn(flagged, { ...customer, ...home });
      const { location } = await send(`${SELLERS}/add`, ada, fields);
      expect((await open(location ?? "", ada)).text).toContain("No email is sent");
    } finally {
      env.ALLOW_PREVENT_EMAIL = false;
    }
    expect(await listWithheld(db)).toMatchObject([{ name: "invitation_seller", recipient: email }]);
    const row = await db.selectFrom("invitations").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "pending", prevent_email: true });
  });
});

describe("R-038 R-045 AMB-R05 I-019 I-022 the success page", () => {
  test.each(["", "?id=", "?id=x", `?id=${"f".repeat(24)}`, "?id=%00"])(
    "%j names nobody: back to the list",
    async (query) => {
      expect((await open(`${SELLERS}/success${query}`, ada)).location).toBe(SELLERS);
      expect((await open(`${BUYERS}/success${query}`, ada)).location).toBe(BUYERS);
    },
  );

  test("nor does one of the other list; a customer who was known is said to be", async () => {
    await signIn(db, { email });
    const { id } = await invite(db, { email });
    expect((await open(`${BUYERS}/success?id=${id}`, ada)).location).toBe(BUYERS);
    const { text } = await open(`${SELLERS}/success?id=${id}`, ada);
    expect(text).toContain("This customer was known to us already.");
  });
});

describe("R-010 R-019 to R-025 I-039 resending", () => {
  async function expired() {
    const { id } = await inviteAndSend(db, { email });
    await letDaysPass(db, id, 8);
    await open(SELLERS, ada);
    return { id, path: `${SELLERS}/${id}/resend` };
  }

  /** What the confirmation is answered with, and its message. */
  async function confirm(path: string, id: string, fields: Record<string, string>) {
    const { action } = modules.get("routes/admin/invitations/resend.tsx")!;
    const answer = await post(action!, fields, { cookie: ada.cookie, path, params: { id } });
    return { location: answer.location, flash: await flashIn(answer) };
  }

  test("R-020 R-021 R-025 AMB-R06 asks first, then says so over the list; pressed twice it is done once", async () => {
    const { id, path } = await expired();
    const page = await open(path, ada);
    expect(page.text).toContain("We will send Ina May Invited a new invitation for 4 Castle Lane");
    expect(page.text).toContain(email);
    const fields = confirmFields(page.html);
    const done = {
      location: SELLERS,
      flash: {
        kind: "success",
        title: "You've successfully resent the invitation to the seller.",
      },
    };
    expect(await confirm(path, id, fields)).toEqual(done);
    expect(await confirm(path, id, fields)).toEqual(done);
    expect(await count()).toBe(2);
    const { html } = await open(SELLERS, ada);
    expect(resends(html)).toEqual([]);
    expect(rows(html).map(([, status]) => status)).toEqual([
      "user created, email not sent yet",
      "Magic Link Expired",
    ]);
  });

  test("R-025 to the buyer", async () => {
    const { property_id } = await forSale(db);
    const { id } = await inviteAndSend(db, { to: { role: "buy", property_id } });
    await letDaysPass(db, id, 8);
    await open(BUYERS, ada);
    const path = `${BUYERS}/${id}/resend`;
    expect(await confirm(path, id, confirmFields((await open(path, ada)).html))).toMatchObject({
      location: BUYERS,
      flash: { title: "You've successfully resent the invitation to the buyer." },
    });
  });

  test("R-019 R-024 what was resent meanwhile, or is not expired any more, fails with the reason", async () => {
    const { id, path } = await expired();
    const [first, second] = [await open(path, ada), await open(path, ada)];
    await confirm(path, id, confirmFields(first.html));
    expect(await confirm(path, id, confirmFields(second.html))).toEqual({
      location: SELLERS,
      flash: {
        kind: "error",
        title: "Resend failed",
        description: "This invitation has been resent already",
      },
    });
    await db.updateTable("invitations").set({ status: "clicked" }).where("id", "=", id).execute();
    const third = await confirm(path, id, { ...confirmFields(second.html) });
    expect(third.flash).toMatchObject({
      title: "Resend failed",
      description: "Only expired invitations can be resent",
    });
    expect(await count()).toBe(2);
  });

  test.each([
    ["R-022", "x", "Invitation not found", 404],
    ["R-022", "f".repeat(24), "Invitation not found", 404],
  ])("%s %s", async (_id, id, problem, status) => {
    const page = await open(`${SELLERS}/${id}/resend`, ada);
    expect(page.status).toBe(status);
    expect(page.text).toContain(problem);
  });

  test("R-019 R-023 R-022 the page of one that cannot be resent says why, and has no button", async () => {
    const { id, path } = await expired();
    expect((await open(`${BUYERS}/${id}/resend`, ada)).text).toContain("Invitation not found");
    await db.updateTable("invitations").set({ property_address_id: null }).execute();
    const missing = await open(path, ada);
    expect(missing.text).toContain("Original invitation data is missing.");
    await db.updateTable("invitations").set({ status: "clicked" }).execute();
    const clicked = await open(path, ada);
    expect(clicked.status).toBe(409);
    expect(clicked.text).toContain("Only expired invitations can be resent");
    expect(clicked.html).not.toContain('<button type="submit">Resend');
  });

  test("R-024 a database that fails", async () => {
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const { id, path } = await expired();
    const fields = confirmFields((await open(path, ada)).html);
    await sql`alter table addresses rename to away`.execute(db);
    const answer = await confirm(path, id, fields);
    const page = await open(path, ada);
    await sql`alter table away rename to addresses`.execute(db);
    expect(answer.flash).toMatchObject({ kind: "error", title: "Resend failed" });
    expect(page.status).toBe(500);
    expect(page.text).toContain("Resend failed");
  });
});

test("the list, and what lapses, are read from their indexes", async () => {
  const { property_address_id } = await invite(db);
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into users (email, first_name, last_name)
      select 'user.' || n, 'Una', 'Number' from generate_series(1, 20000) n`.execute(trx);
    await sql`insert into invitations (role, user_id, property_address_id, new_user, invited_by, status)
      select 'sell', id, ${property_address_id}, true, ${ada.id}, 'expired' from users
      where email like 'user.%'`.execute(trx);
  });
  await sql`analyze invitations, users`.execute(db);
  const plans = [
    await readPlan((watched) => listInvitations(watched, { role: "sell", limit: 20 })),
    await readPlan(expireInvitations),
  ];
  expect(plans[0]).toContain("invitations_list");
  for (const plan of plans) expect(plan).not.toContain("Seq Scan on invitations");
});
