/** Invitations that staff send. The links work for 7 days, any number of times (AMB-B09). */

import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import {
  readInvitationEmail,
  INVITATION_EMAILS,
} from "#app/domain/invitations/invitations.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

function invitation(act: "sell" | "buy", what: string) {
  return defineEmail(INVITATION_EMAILS[act], {
    read: async (db, ids, { makeInvitationLink }) => {
      const invited = await readInvitationEmail(db, ids);
      return { ...invited.contents, link: await makeInvitationLink(db, invited) };
    },
    subject: ({ property }) => `Your invitation to ${act} ${streetOf(property)}`,
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
            Your invitation includes the referral code {offer.code}. It covers the{" "}
            {formatPence(offer.worth_pence)} service fee (including VAT). We’ll apply it on the
            payment page.
          </Paragraph>
        ) : null}
        <LinkButton href={link}>Accept invitation</LinkButton>
        <Paragraph>The link is valid for {INVITATION_DAYS} days and is only for you.</Paragraph>
      </>
    ),
  });
}

export const invitation_seller = invitation(
  "sell",
  "We’ll ask you a few questions about yourself and the property. It takes about 5 minutes. Once the service fee is paid, we’ll introduce you to a solicitor by email.",
);

export const invitation_buyer = invitation(
  "buy",
  "We’ll ask you a few questions about yourself and how you’ll pay. It takes about 5 minutes. Once your purchase is confirmed, we’ll introduce you to a solicitor by email.",
);
