import { INVITATION_DAYS } from "#app/domain/fields/invitations.ts";
import { formatPence } from "#app/domain/fields/money.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

/** Invitations by staff. Their links may be opened more than once, for seven days (AMB-B09). */

export type InvitationProps = {
  first_name: string;
  /** Who invites. */
  invited_by: string;
  /** Its address on one line. */
  property: string;
  link: string;
  /** The referral code that comes with it, and the service fee that it pays. */
  offer: { code: string; worth_pence: number } | null;
};

function invitation(act: "sell" | "buy", what: string): Email<InvitationProps> {
  return {
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
  };
}

export const seller = invitation(
  "sell",
  "We ask a few questions about you and the property, which takes about five minutes. Then we introduce you to a solicitor by email.",
);

export const buyer = invitation(
  "buy",
  "We ask a few questions about you and how you will pay, which takes about five minutes. Then we introduce you to a solicitor by email.",
);
