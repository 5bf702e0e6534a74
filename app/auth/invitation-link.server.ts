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

/**
 * Shows the link of a pending invitation in the development outbox instead of sending the email
 * (AMB-B04).
 */
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
 * Creates the link of an invitation email. Its `token` signs the person in; its `inv` counts clicks
 * and decides which page an expired link shows (B-006 to B-010). We store only their hashes
 * (AMB-R07), so each attempt to send the email makes a new link, and only the newest link works.
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
