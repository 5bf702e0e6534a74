import { beforeEach, describe, expect, test } from "vitest";
import {
  expireInvitations,
  markInvitationSent,
  trackClick,
} from "#app/domain/invitations/invitations.server.ts";
import type { InvitationRole } from "#app/domain/invitations/labels.ts";
import { resendInvitation } from "#app/domain/invitations/new-invitations.server.ts";
import { raceSixAtLock } from "#tests/support/concurrency.ts";
import { inTransaction } from "#db/connection.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import {
  invite,
  inviteAndSend,
  letDaysPass,
  readRow,
  staff,
  toSell,
} from "#tests/support/invitations.ts";
import { insertCode } from "#tests/support/payments.ts";
import { createHomeForSale } from "#tests/support/purchases.ts";
import { homeAddress } from "#tests/support/sales.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

const email = "ina@example.test";
const count = async () => (await db.selectFrom("invitations").select("id").execute()).length;
describe("the status of an invitation (AMB-R01)", () => {
  test("an invitation counts as sent once Postmark has accepted its email (R-013, R-014)", async () => {
    const { id } = await invite(db);
    await markInvitationSent(db, { invitation_id: id });
    const sent = await readRow(db, id);
    expect(sent).toMatchObject({ status: "sent", email_sent_at: expect.any(Date) });
    await markInvitationSent(db, { invitation_id: id });
    expect((await readRow(db, id)).email_sent_at).toEqual(sent.email_sent_at);
  });

  test("an invitation keeps the status clicked if its link is used before the sending is recorded (R-015)", async () => {
    const { id } = await invite(db);
    await db.updateTable("invitations").set({ status: "clicked" }).execute();
    await markInvitationSent(db, { invitation_id: id });
    expect(await readRow(db, id)).toMatchObject({
      status: "clicked",
      email_sent_at: expect.any(Date),
    });
  });

  test.each([
    ["pending", 8, "expired"],
    ["pending", 6, "pending"],
    ["sent", 8, "expired"],
    ["sent", 6, "sent"],
    ["clicked", 100, "clicked"],
    ["cancelled", 100, "cancelled"],
    ["completed", 100, "completed"],
  ] as const)(
    "an invitation that is %s has, %i days later, the status %s (R-016)",
    async (status, days, then) => {
      const { id } = await inviteAndSend(db);
      const email_sent_at = status === "pending" ? null : new Date();
      await db.updateTable("invitations").set({ status, email_sent_at }).execute();
      await letDaysPass(db, id, days);
      expect(await expireInvitations(db)).toBe(then === status ? 0 : 1);
      expect((await readRow(db, id)).status).toBe(then);
    },
  );

  test("an invitation expires seven days after it was sent, not after it was created", async () => {
    const { id } = await inviteAndSend(db);
    await letDaysPass(db, id, 8);
    await db.updateTable("invitations").set({ email_sent_at: new Date() }).execute();
    expect(await expireInvitations(db)).toBe(0);
  });
});

describe("resending an invitation (R-019 to R-023, AMB-R06)", () => {
  async function expired(change: Parameters<typeof invite>[1] = {}) {
    const { id, role } = await inviteAndSend(db, change);
    await letDaysPass(db, id, 8);
    await expireInvitations(db);
    return { id, role };
  }

  const resend = async (place: { id: string; role: InvitationRole }, by = "Bob") => {
    const { actor } = await staff(db, by);
    return { actor, id: await resendInvitation(db, place, { actor }) };
  };

  test("resending creates a pending invitation by the person who resends it, and the old one stays expired (R-020)", async () => {
    await insertCode(db, "FRIEND10");
    const place = await expired({ email, to: { ...toSell, referral_code: "FRIEND10" } });
    const { id, actor } = await resend(place);
    const [before, after] = [await readRow(db, place.id), await readRow(db, id)];
    expect(before.status).toBe("expired");
    expect(after).toMatchObject({
      status: "pending",
      is_resend: true,
      new_user: false,
      invited_by: actor.id,
      user_id: before.user_id,
      property_address_id: before.property_address_id,
      referral_code: "FRIEND10",
    });
    const log = await db.selectFrom("email_log").select(["recipient", "props"]).execute();
    expect(log).toContainEqual({ recipient: email, props: { invitation_id: id } });
    const audit = await db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toEqual([{ action: "invitation_resent", actor_id: actor.id }]);
  });

  test.each(["pending", "sent", "clicked", "cancelled", "completed"] as const)(
    "resending is rejected for an invitation that is %s (R-019)",
    async (status) => {
      const { id } = await inviteAndSend(db);
      await db.updateTable("invitations").set({ status }).execute();
      await expect(resend({ id, role: "sell" })).rejects.toMatchObject({
        message: "Only expired invitations can be resent",
        status: 409,
      });
      expect(await count()).toBe(1);
    },
  );

  test.each(["", "x", "f".repeat(24)])(
    "resending is rejected for an unknown invitation: %j (R-022)",
    async (id) => {
      await expect(resend({ id, role: "sell" })).rejects.toMatchObject({
        message: "Invitation not found",
        status: 404,
      });
    },
  );

  test("a seller's invitation cannot be resent as a buyer's invitation (R-022)", async () => {
    const { id } = await expired();
    await expect(resend({ id, role: "buy" })).rejects.toThrow("Invitation not found");
  });

  test("resending is rejected for an invitation without a property (R-023)", async () => {
    const place = await expired();
    await db.updateTable("invitations").set({ property_address_id: null }).execute();
    await expect(resend(place)).rejects.toThrow("Original invitation data is missing.");
  });

  test("six concurrent requests resend an invitation once", async () => {
    const place = await expired();
    const results = await raceSixAtLock(db, "audit_log", () =>
      resend(place).then(
        () => "done",
        (error: unknown) => error,
      ),
    );
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    expect(await count()).toBe(2);
    await expect(resend(place)).rejects.toThrow("This invitation has already been resent");
  });

  test("resending is allowed if there is a newer invitation to a different property, but not to the same one (AMB-R06)", async () => {
    const place = await expired({ email });
    const elsewhere = { ...homeAddress, line_1: "5 Castle Lane" };
    await invite(db, { email, to: { ...toSell, address: elsewhere } });
    const again = await resend(place);
    expect(await readRow(db, again.id)).toMatchObject({ is_resend: true });
    await db.deleteFrom("invitations").where("id", "=", again.id).execute();
    await invite(db, { email });
    await expect(resend(place)).rejects.toThrow("This invitation has already been resent");
  });

  test("resending is rejected for a blocked customer and for a property that is no longer for sale", async () => {
    const { property_id } = await createHomeForSale(db);
    const place = await expired({ email, to: { role: "buy", property_id } });
    await db
      .updateTable("users")
      .set({ deactivated_at: new Date() })
      .where("email", "=", email)
      .execute();
    await expect(resend(place)).rejects.toThrow("This customer is blocked and cannot be invited");
    await db.updateTable("users").set({ deactivated_at: null }).execute();
    await db
      .updateTable("transactions")
      .set({ terms_accepted_at: null, terms_version: null })
      .execute();
    await expect(resend(place)).rejects.toThrow("no longer for sale with Fanlight");
    expect(await count()).toBe(1);
  });

  test("an old invitation expires when it is resent, even before the nightly job", async () => {
    const { id } = await inviteAndSend(db);
    await letDaysPass(db, id, 8);
    await resend({ id, role: "sell" });
    expect((await readRow(db, id)).status).toBe("expired");
  });
});

test("a click on an expired invitation is not counted (R-015, B-067)", async () => {
  const { id, link, user_id } = await inviteAndSend(db);
  await db.updateTable("invitations").set({ status: "expired" }).execute();
  const invitationToken = link.searchParams.get("inv")!;
  expect(
    await inTransaction(db, (trx) => trackClick(trx, { invitationToken, userId: user_id })),
  ).toBe(null);
  expect((await readRow(db, id)).link_click_count).toBe(0);
});
