/** Invitations that staff send. The links work for 7 days, any number of times (AMB-B09). */

import { INVITATION_DAYS } from "#app/domain/shared/invitations.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import {
  readInvitationEmail,
  INVITATION_EMAILS,
} from "#app/domain/invitations/invitations.server.ts";
import { invitationLetter } from "#app/domain/invitations/invitation-letter.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

function invitation(act: "sell" | "buy") {
  const letterOf = ({ invited_by, property }: { invited_by: string; property: string }) =>
    invitationLetter(act, { invited_by, property, street: streetOf(property) });
  return defineEmail(INVITATION_EMAILS[act], {
    read: async (db, ids, { makeInvitationLink }) => {
      const invited = await readInvitationEmail(db, ids);
      return { ...invited.contents, link: await makeInvitationLink(db, invited) };
    },
    subject: (invited) => letterOf(invited).subject,
    preview: ({ invited_by }) =>
      `${invited_by} has invited you. The link is valid for ${INVITATION_DAYS} days.`,
    Body: ({ first_name, link, offer, ...invited }) => {
      const { paragraphs, button, ending } = letterOf(invited);
      return (
        <>
          <Greeting name={first_name} />
          {paragraphs.map((text) => (
            <Paragraph key={text}>{text}</Paragraph>
          ))}
          {offer ? (
            <Paragraph>
              Your invitation includes the referral code {offer.code}. It covers the{" "}
              {formatPence(offer.worth_pence)} service fee (including VAT). We’ll apply it on the
              payment page.
            </Paragraph>
          ) : null}
          <LinkButton href={link}>{button}</LinkButton>
          <Paragraph>{ending}</Paragraph>
        </>
      );
    },
  });
}

export const invitation_seller = invitation("sell");

export const invitation_buyer = invitation("buy");
