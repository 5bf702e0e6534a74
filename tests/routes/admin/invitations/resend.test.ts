import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { inviteAndSend, letDaysPass, staff } from "#tests/support/invitations.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { withoutTable } from "#tests/support/missing-table.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { BUYERS, listResendableIds, rows, SELLERS } from "./rows.ts";

const { db } = useTestDatabase();
let ada: Awaited<ReturnType<typeof staff>>;
beforeEach(async () => {
  await emptyTables(db);
  ada = await staff(db);
});

const email = "ina@example.test";

const count = async () => (await db.selectFrom("invitations").select("id").execute()).length;

describe("resending an invitation (R-010 R-019 to R-025 I-039)", () => {
  async function expired() {
    const { id } = await inviteAndSend(db, { email });
    await letDaysPass(db, id, 8);
    await open(SELLERS, ada);
    return { id, path: `${SELLERS}/${id}/resend` };
  }

  const confirm = (path: string, fields: Record<string, string>) =>
    postAndReadFlash(path, ada, fields);

  test("resending an invitation requires confirmation, and a double submit resends it once (R-020 R-021 R-025 AMB-R06)", async () => {
    const { path } = await expired();
    const page = await open(path, ada);
    expect(page.text).toContain(
      `We’ll email Ina May Invited (${email}) a new invitation for 4 Castle Lane`,
    );
    const fields = confirmFields(page.html);
    const done = {
      location: SELLERS,
      flash: {
        kind: "success",
        title: "Invitation resent",
        description: "You've successfully resent the invitation to the seller.",
      },
    };
    expect(await confirm(path, fields)).toEqual(done);
    expect(await confirm(path, fields)).toEqual(done);
    expect(await count()).toBe(2);
    const { html } = await open(SELLERS, ada);
    expect(listResendableIds(html)).toEqual([]);
    expect(rows(html).map(([, , status]) => status)).toEqual([
      "user created, email not sent yet",
      "Magic Link Expired",
    ]);
  });

  test("the message after resending a buyer’s invitation names the buyer (R-025)", async () => {
    const { property_id } = await createHomeForSale(db);
    const { id } = await inviteAndSend(db, { to: { role: "buy", property_id } });
    await letDaysPass(db, id, 8);
    await open(BUYERS, ada);
    const path = `${BUYERS}/${id}/resend`;
    expect(await confirm(path, confirmFields((await open(path, ada)).html))).toMatchObject({
      location: BUYERS,
      flash: { description: "You've successfully resent the invitation to the buyer." },
    });
  });

  test("resending an invitation shows the reason for refusing if the invitation was already resent or has not expired (R-019 R-024)", async () => {
    const { id, path } = await expired();
    const [first, second] = [await open(path, ada), await open(path, ada)];
    await confirm(path, confirmFields(first.html));
    expect(await confirm(path, confirmFields(second.html))).toEqual({
      location: SELLERS,
      flash: {
        kind: "error",
        title: "Resend failed",
        description: "This invitation has already been resent",
      },
    });
    await db.updateTable("invitations").set({ status: "clicked" }).where("id", "=", id).execute();
    const third = await confirm(path, { ...confirmFields(second.html) });
    expect(third.flash).toMatchObject({
      title: "Resend failed",
      description: "Only expired invitations can be resent",
    });
    expect(await count()).toBe(2);
  });

  test.each([
    ["R-022", "x", "Invitation not found", 404],
    ["R-022", "f".repeat(24), "Invitation not found", 404],
  ])(
    "resending an invitation with the id $1 answers $3 with the error $2 ($0)",
    async (_id, id, problem, status) => {
      const page = await open(`${SELLERS}/${id}/resend`, ada);
      expect(page.status).toBe(status);
      expect(page.text).toContain(problem);
    },
  );

  test("the page that resends an invitation shows the reason and no button if the invitation cannot be resent (R-019 R-023 R-022)", async () => {
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

  test("the resend page shows “Resend failed” if the database fails (R-024)", async () => {
    expectError(/relation "addresses" does not exist/);
    const { path } = await expired();
    const fields = confirmFields((await open(path, ada)).html);
    await withoutTable(db, "addresses", async () => {
      const answer = await confirm(path, fields);
      expect(answer.flash).toMatchObject({ kind: "error", title: "Resend failed" });
      const page = await open(path, ada);
      expect(page.status).toBe(500);
      expect(page.text).toContain("Resend failed");
    });
  });
});
