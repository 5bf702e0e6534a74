import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { expireInvitations, listInvitations } from "#app/domain/invitations/invitations.server.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import {
  invite,
  inviteAndSend,
  letDaysPass,
  readRow,
  staff,
  toSell,
} from "#tests/support/invitations.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { insertCode } from "#tests/support/payments.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { readPlan } from "#tests/support/query-plan.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { open } from "../pages.ts";
import { staffReader } from "#tests/support/readers.ts";
import { BUYERS, listResendableIds, rows, SELLERS } from "./rows.ts";

const { db } = useTestDatabase();
let ada: Awaited<ReturnType<typeof staff>>;
beforeEach(async () => {
  await emptyTables(db);
  ada = await staff(db);
});

describe("the lists of invitations (R-001 to R-012 I-017 I-020 I-046 I-047)", () => {
  test("the invitation lists have the specified columns, buttons and menu entries (R-001 to R-009 R-012)", async () => {
    await insertCode(db, "FRIEND10");
    const sent = await inviteAndSend(db, {
      email: "ina@example.test",
      to: { ...toSell, referral_code: "FRIEND10" },
    });
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
      "Email",
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
        "ina@example.test",
        "Magic Link clicked - 2 time(s)",
        "Cancel the invitation to Ina May Invited",
        "01/07/2026 13:05",
        "4 Castle Lane, York, YO1 7HZ",
        "Ada Marsh",
        "FRIEND10",
      ],
    ]);
    expect(html).toMatch(new RegExp(`href="${SELLERS}/add"[^>]*>Invite New Seller</a>`));
    const buyers = await open(BUYERS, ada);
    expect(rows(buyers.html)).toEqual([]);
    expect(buyers.text).toContain("No buyer invitations yet.");
    expect(buyers.html).toMatch(new RegExp(`href="${BUYERS}/add"[^>]*>Invite New Buyer</a>`));
    for (const [path, label] of [
      [SELLERS, "Sellers Invitations"],
      [BUYERS, "Buyers Invitations"],
    ]) {
      expect(buyers.html).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>${label}</a>`));
    }
  });

  test("the page that cancels an invitation has the person’s name in its title", async () => {
    const { id } = await inviteAndSend(db);
    expect((await open(`${SELLERS}/${id}/cancel`, ada)).title).toContain("Ina May Invited");
  });

  test("the invitation lists do not contain token hashes (X-059)", async () => {
    await inviteAndSend(db);
    const { html } = await open(SELLERS, ada);
    expect(html).not.toContain("token");
  });

  test("the buyers’ invitation list shows the address of each property (R-005)", async () => {
    const { property_id } = await createHomeForSale(db, { line_1: "12 Arch Street" });
    await invite(db, { to: { role: "buy", property_id } });
    const [row] = rows((await open(BUYERS, ada)).html);
    expect(row).toContain("12 Arch Street, York, YO1 7HZ");
    expect(row).toContain("user created, email not sent yet");
  });

  test("the invitation lists are ordered by last change, and “Load More” reaches the end of each list (R-011)", async () => {
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
    // A URL with a count loads as many rows as staff had loaded before.
    const grown = await open(`${SELLERS}?count=40`, ada);
    expect(rows(grown.html)).toHaveLength(40);
    expect(grown.text).toContain("Showing 40 of 45 items");
    await db
      .updateTable("invitations")
      .set({ referral_code: null })
      .where("id", "=", seen[44]!)
      .execute();
    expect((await open(SELLERS, ada)).html).toMatch(new RegExp(`^.*?id="row-${seen[44]}"`, "s"));
  });

  test.each(["after=x", `after=${"f".repeat(24)}`, "shown=-1", "after=%00"])(
    "the invitation lists start at the first row for the invalid query ?%s",
    async (query) => {
      await invite(db);
      const { status, html } = await open(`${SELLERS}?${query}`, ada);
      expect(status).toBe(200);
      expect(rows(html)).toHaveLength(1);
    },
  );

  test("the invitation lists show an invitation as expired after 8 days, with a resend button, and mark emails that failed (R-016)", async () => {
    const lapsed = await inviteAndSend(db);
    await letDaysPass(db, lapsed.id, 8);
    const refused = await invite(db);
    await db
      .updateTable("email_log")
      .set({ status: "failed" })
      .where("props", "@>", JSON.stringify({ invitation_id: refused.id }))
      .execute();
    const { html } = await open(SELLERS, ada);
    const statuses = rows(html).map(([, , status]) => status);
    expect(statuses).toContain("Magic Link Expired");
    expect(statuses).toContain("user created, email not sent yet We couldn’t send the email");
    expect(listResendableIds(html)).toEqual([lapsed.id]);
    expect((await readRow(db, lapsed.id)).status).toBe("expired");
  });

  test("the invitation lists show an error if they cannot be read", async () => {
    expectError(/relation "addresses" does not exist/);
    const { status, text } = await withoutTable(db, "addresses", () => open(SELLERS, ada));
    expect(status).toBe(500);
    expect(text).toContain("There was an error while fetching the invitations");
  });
});

test("reading the invitation list and expiring invitations use an index", async () => {
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
    await readPlan((watched) =>
      listInvitations(watched, staffReader(), { role: "sell", limit: 20 }),
    ),
    await readPlan(expireInvitations),
  ];
  expect(plans[0]).toContain("invitations_list");
  for (const plan of plans) expect(plan).not.toContain("Seq Scan on invitations");
});
