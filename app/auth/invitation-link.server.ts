import {
  INVITATION_EMAILS,
  readInvitationEmail,
  type InvitationEmail,
} from "#app/domain/invitations/invitations.server.ts";
import { randomId, sha256 } from "#app/platform/secrets.server.ts";
import type { Db } from "#db/connection.ts";
import { sendSealedLink } from "./email-link.server.ts";
import { issueToken } from "./magic-links.server.ts";
import { sendEmailNow } from "./send-email-now.server.ts";

/** Puts an invitation's link into the development outbox instead of sending it (AMB-B04). It stays pending. */
export async function withholdInvitation(db: Db, ids: { invitation_id: string }): Promise<void> {
  const email = await readInvitationEmail(db, ids);
  await sendEmailNow(db, {
    name: INVITATION_EMAILS[email.role].name,
    recipient: email.recipient,
    user_id: email.user_id,
    props: { ...email.contents, link: await makeInvitationLink(db, email) },
    withhold: true,
  });
}

/**
 * Makes the link of an invitation's email: `token` signs in, `inv` is only for counting clicks and for the page of a link
 * that is too old (B-006 to B-010). Neither is kept anywhere but as a hash (AMB-R07), so a link is made anew each time the
 * email is tried, and only the newest opens something.
 */
export async function makeInvitationLink(
  db: Db,
  { invitation_id, user_id, role }: InvitationEmail,
): Promise<string> {
  const inv = randomId();
  await db
    .updateTable("invitations")
    .set({ token_hash: sha256(inv) })
    .where("id", "=", invitation_id)
    .execute();
  const token = await issueToken(db, { user_id, purpose: "invitation", role, invitation_id });
  const links: string[] = [];
  await sendSealedLink(token, (link) => {
    for (const [name, value] of Object.entries({ type: "customer", role, inv })) {
      link.searchParams.set(name, value);
    }
    links.push(link.href);
    return Promise.resolve();
  });
  return links.join("");
}
