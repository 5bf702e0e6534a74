import { beforeEach, describe, expect, test } from "vitest";
import {
  cancelInvitation,
  readInvitationToCancel,
} from "#app/domain/invitations/cancel-invitation.server.ts";
import { trackClick } from "#app/domain/invitations/invitations.server.ts";
import { inspectToken } from "#app/auth/magic-links.server.ts";
import { openSealedLink } from "#app/auth/email-link.server.ts";
import { inTransaction } from "#db/connection.ts";
import { insertSaleAtStage } from "#tests/routes/account/matters.ts";
import { emptyTables, useTestDatabase } from "#tests/support/database.ts";
import { invite, inviteAndSend, readRow, staff } from "#tests/support/invitations.ts";
import { staffReader } from "#tests/support/readers.ts";

const { db } = useTestDatabase();
beforeEach(() => emptyTables(db));

type Place = { id: string; role: "sell" | "buy" };

async function cancel({ id, role }: Place, status?: string) {
  const { actor } = await staff(db, "Bob");
  const shown =
    status ?? (await readInvitationToCancel(db, staffReader(), { id, role })).invitation.status;
  await cancelInvitation(db, { id, role }, { actor, opened: { status: shown } });
  return actor;
}

const statusOf = async (id: string) => (await readRow(db, id)).status;

describe("cancelling an invitation (R-017, AMB-R01)", () => {
  test("cancelling an invitation disables its link, stops counting its clicks and writes an audit row", async () => {
    const invitation = await inviteAndSend(db);
    const { id, link, user_id } = invitation;
    const token = link.searchParams.get("token") ?? "";
    const holder = () => openSealedLink(token, (plain) => inspectToken(db, plain));
    expect(await holder()).toMatchObject({ invitation_id: id });
    const actor = await cancel(invitation);
    expect(await statusOf(id)).toBe("cancelled");
    expect(await holder()).toBeNull();
    const invitationToken = link.searchParams.get("inv") ?? "";
    expect(
      await inTransaction(db, (trx) => trackClick(trx, { invitationToken, userId: user_id })),
    ).toBeNull();
    const audit = await db
      .selectFrom("audit_log")
      .select(["actor_id", "fields"])
      .where("action", "=", "invitation_cancelled")
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toEqual([{ actor_id: actor.id, fields: ["status"] }]);
    await cancel(invitation, "Email Sent");
    expect(await statusOf(id)).toBe("cancelled");
  });

  test("cancelling an invitation withdraws an email that was not sent yet, and leaves one that was sent", async () => {
    const waiting = await invite(db);
    const emails = () => db.selectFrom("email_log").select(["status", "last_error"]).execute();
    await cancel(waiting);
    expect(await emails()).toEqual([{ status: "failed", last_error: "withdrawn" }]);
    const gone = await inviteAndSend(db);
    await db
      .updateTable("email_log")
      .set({ status: "sent" })
      .where("dedupe_key", "=", `invitation:${gone.id}`)
      .execute();
    await cancel(gone);
    expect(await emails()).toContainEqual({ status: "sent", last_error: null });
  });

  test("cancelling an invitation allows a new one for the same person and property", async () => {
    const email = "ina@example.test";
    await cancel(await inviteAndSend(db, { email }));
    const again = await inviteAndSend(db, { email });
    expect(await statusOf(again.id)).toBe("sent");
  });

  test.each(["expired", "cancelled", "completed"] as const)(
    "cancelling is rejected for an invitation that is %s",
    async (status) => {
      const invitation = await inviteAndSend(db);
      await db.updateTable("invitations").set({ status }).execute();
      const { refusal } = await readInvitationToCancel(db, staffReader(), invitation);
      expect(refusal).toBe("Only an open invitation that hasn’t been used yet can be cancelled");
      if (status !== "cancelled") {
        await expect(cancel(invitation)).rejects.toMatchObject({ message: refusal, status: 409 });
      }
      expect(await statusOf(invitation.id)).toBe(status);
    },
  );

  test("cancelling is rejected for an invitation whose customer has started a sale", async () => {
    const invitation = await inviteAndSend(db);
    const transaction_id = await insertSaleAtStage(db, invitation.user_id);
    await db.updateTable("invitations").set({ status: "clicked", transaction_id }).execute();
    await expect(cancel(invitation)).rejects.toMatchObject({ status: 409 });
    expect(await statusOf(invitation.id)).toBe("clicked");
  });

  test("cancelling is rejected for an invitation whose status changed after it was shown", async () => {
    const invitation = await inviteAndSend(db);
    await db.updateTable("invitations").set({ status: "clicked", link_click_count: 1 }).execute();
    await expect(cancel(invitation, "Email Sent")).rejects.toThrow("Someone else has changed");
    expect(await statusOf(invitation.id)).toBe("clicked");
    await cancel(invitation, "Magic Link clicked - 1 time(s)");
    expect(await statusOf(invitation.id)).toBe("cancelled");
  });

  test.each(["", "x", "f".repeat(24)])(
    "cancelling is rejected for an unknown invitation: %j (R-022)",
    async (id) => {
      await expect(cancel({ id, role: "sell" }, "Email Sent")).rejects.toMatchObject({
        message: "Invitation not found",
        status: 404,
      });
    },
  );

  test("a seller's invitation cannot be cancelled as a buyer's invitation (R-022)", async () => {
    const { id } = await inviteAndSend(db);
    await expect(cancel({ id, role: "buy" }, "Email Sent")).rejects.toMatchObject({ status: 404 });
    expect(await statusOf(id)).toBe("sent");
  });
});
