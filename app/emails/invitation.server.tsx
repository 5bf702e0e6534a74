import { INVITATION_DAYS } from "#app/domain/fields/invitations.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { readInvitationEmail } from "#app/domain/invitations/invitations.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { EmailIds } from "#app/queue/emails.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

/** Invitations by staff. Their links may be opened more than once, for seven days (AMB-B09). */

function invitation(act: "sell" | "buy", what: string) {
  return defineEmail({
    read: async (db, ids: EmailIds["invitation_seller"], { makeInvitationLink }) => {
      const invited = await readInvitationEmail(db, ids);
      return { ...invited.contents, link: await makeInvitationLink(db, invited) };
    },
    subject: ({ property }) => `Your invitation to ${act} ${property}`,
    preview: ({ invited_by }) =>
      `${invited_by} has invited you. The link is valid for ${INVITATION_DAYS} days.`,
    Body: ({ first_name, invited_by, property, link, offer }) => (
      <>
        <Greeting name={first_name} />
        <Paragraph>
          {invited_by} has invited you to {act} {property} with {PRODUCT_NAME}.
        </Paragraph>
        <Paragraph>{what}</Paragraph>
        {offer ? (
          <Paragraph>
            The referral code {offer.code} comes with your invitation. It pays the service fee of{" "}
            {formatPence(offer.worth_pence)} for you, VAT included, and is applied by itself when
            you come to the payment.
          </Paragraph>
        ) : null}
        <LinkButton href={link}>Accept the invitation</LinkButton>
        <Paragraph>
          The link is valid for {INVITATION_DAYS} days, and is meant for you alone.
        </Paragraph>
      </>
    ),
  });
}

export const invitation_seller = invitation(
  "sell",
  "We ask a few questions about you and the property, which takes about five minutes. Then we will introduce you to a solicitor by email.",
);

export const invitation_buyer = invitation(
  "buy",
  "We ask a few questions about you and how you will pay, which takes about five minutes. Then we will introduce you to a solicitor by email.",
);
