import { beforeEach, describe, expect, test } from "vitest";
import { breakWrites } from "#tests/support/break-writes.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { inviteAndSend, readRow, staff } from "#tests/support/invitations.ts";
import { expectError } from "#tests/support/log-guard.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { confirmFields } from "../fields.ts";
import { open, postAndReadFlash } from "../pages.ts";
import { BUYERS, rows, SELLERS } from "./rows.ts";

const { db } = useTestDatabase();
let ada: Awaited<ReturnType<typeof staff>>;
beforeEach(async () => {
  await emptyTables(db);
  ada = await staff(db);
});

const confirm = (path: string, fields: Record<string, string>) =>
  postAndReadFlash(path, ada, fields);

describe("cancelling an invitation (R-017 AMB-R01)", () => {
  test("cancelling an invitation requires confirmation, and a double submit gets the same response", async () => {
    const email = "ina@example.test";
    const { id } = await inviteAndSend(db, { email });
    const path = `${SELLERS}/${id}/cancel`;
    const list = await open(SELLERS, ada);
    expect(list.html).toMatch(new RegExp(`href="${path}"[^>]*>Cancel<`));
    const { text, html, status } = await open(path, ada);
    expect(status).toBe(200);
    expect(text).toContain(
      `This cancels the invitation to Ina May Invited (${email}) for 4 Castle Lane`,
    );
    expect(text).toContain("Current status: Email Sent.");
    const done = { location: SELLERS, flash: { kind: "success", title: "Invitation cancelled" } };
    const fields = confirmFields(html);
    expect(await confirm(path, fields)).toEqual(done);
    expect(await confirm(path, fields)).toEqual(done);
    const after = await open(SELLERS, ada);
    expect(rows(after.html)[0]).toEqual(expect.arrayContaining(["cancelled", "– None"]));
    expect(after.html).not.toContain(path);
  });

  test("a buyer’s invitation can be cancelled", async () => {
    const { property_id } = await createHomeForSale(db);
    const { id } = await inviteAndSend(db, { to: { role: "buy", property_id } });
    const path = `${BUYERS}/${id}/cancel`;
    expect(await confirm(path, confirmFields((await open(path, ada)).html))).toMatchObject({
      location: BUYERS,
    });
    expect((await readRow(db, id)).status).toBe("cancelled");
  });

  test("cancelling an invitation requires a new confirmation after its link was clicked, and is refused after payment", async () => {
    const { id } = await inviteAndSend(db);
    const path = `${SELLERS}/${id}/cancel`;
    const fields = confirmFields((await open(path, ada)).html);
    const set = (status: "clicked" | "completed") =>
      db.updateTable("invitations").set({ status, link_click_count: 1 }).execute();
    await set("clicked");
    expect(await confirm(path, fields)).toMatchObject({
      location: path,
      flash: { kind: "warning", title: "Nothing has been done yet" },
    });
    const again = await open(path, ada);
    expect(again.text).toContain("Current status: Magic Link clicked - 1 time(s).");
    await set("completed");
    const over = await open(path, ada);
    expect(over.text).toContain("Only an open invitation that hasn’t been used yet");
    expect(confirmFields(over.html)).toEqual({});
    const { opened = "" } = confirmFields(again.html);
    const completed = opened.replace(/Magic Link clicked[^"]*/, "Completed (transaction paid)");
    expect(await confirm(path, { opened: completed })).toMatchObject({
      location: SELLERS,
      flash: { kind: "error", title: "Invitation not cancelled" },
    });
    expect((await readRow(db, id)).status).toBe("completed");
  });

  test.each(["x", "f".repeat(24)])(
    "cancelling an invitation answers 404 for the id %s (R-022)",
    async (id) => {
      const page = await open(`${SELLERS}/${id}/cancel`, ada);
      expect(page.status).toBe(404);
      expect(page.text).toContain("Invitation not found");
    },
  );

  test("an invitation stays open and an error is shown if its cancellation cannot be saved", async () => {
    expectError(/the table is broken/);
    const { id } = await inviteAndSend(db);
    const path = `${SELLERS}/${id}/cancel`;
    const fields = confirmFields((await open(path, ada)).html);
    const mend = await breakWrites(db, "audit_log");
    const answer = await confirm(path, fields);
    await mend();
    expect(answer).toMatchObject({
      location: SELLERS,
      flash: { kind: "error", title: "Invitation not cancelled" },
    });
    expect((await readRow(db, id)).status).toBe("sent");
  });
});
