import { makeInvitationLink } from "#app/auth/invitation-link.server.ts";
import {
  createInvitation,
  type NewInvitation,
} from "#app/domain/invitations/new-invitations.server.ts";
import {
  markInvitationSent,
  readInvitationEmail,
} from "#app/domain/invitations/invitations.server.ts";
import type { Db } from "#db/connection.ts";
import { homeAddress } from "#tests/support/sales.ts";
import { signIn } from "#tests/support/sign-in.ts";

export const invitedPerson = {
  email: "ina@example.test",
  first_name: "Ina",
  middle_name: "May",
  last_name: "Invited",
  phone_number: "+447400123456",
};

export const toSell = { role: "sell", address: homeAddress, referral_code: null } as const;

export async function staff(db: Db, first_name = "Ada") {
  const { id, cookie } = await signIn(db, { type: "admin", first_name, last_name: "Marsh" });
  return { id, cookie, actor: { id, request_id: "request" } };
}

type Change = Partial<NewInvitation> & { email?: string };

export async function invite(db: Db, { email, ...change }: Change = {}) {
  const { actor } = await staff(db);
  const customer = { ...invitedPerson, email: email ?? `${crypto.randomUUID()}@example.test` };
  const id = await createInvitation(
    db,
    { customer, to: toSell, prevent_email: false, ...change },
    { actor },
  );
  return { ...(await readRow(db, id)), actor };
}

/** Invites a new person, marks the email as sent and returns the link in it. */
export async function inviteAndSend(db: Db, change: Change = {}) {
  const { id, actor } = await invite(db, change);
  const link = await makeInvitationLink(db, await readInvitationEmail(db, { invitation_id: id }));
  await markInvitationSent(db, { invitation_id: id });
  return { ...(await readRow(db, id)), actor, link: new URL(link) };
}

export function readRow(db: Db, id: string) {
  return db.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function letDaysPass(db: Db, id: string, days: number) {
  const earlier = (at: Date) => new Date(at.getTime() - days * 24 * 60 * 60 * 1000);
  const { created_at, email_sent_at } = await readRow(db, id);
  await db
    .updateTable("invitations")
    .set({
      created_at: earlier(created_at),
      email_sent_at: email_sent_at && earlier(email_sent_at),
    })
    .where("id", "=", id)
    .execute();
  const tokens = await db
    .selectFrom("magic_link_tokens")
    .select(["id", "expires_at"])
    .where("invitation_id", "=", id)
    .execute();
  for (const token of tokens) {
    await db
      .updateTable("magic_link_tokens")
      .set({ expires_at: earlier(token.expires_at) })
      .where("id", "=", token.id)
      .execute();
  }
}
