import {
  readBuyerIntroduction,
  readSellerIntroduction,
} from "#app/domain/assignments/assignment-emails.server.ts";
import type { Db } from "#db/connection.ts";
import { contactLines, teamFacts } from "./contact.ts";
import {
  CHECK_BANK_DETAILS,
  COMPLETE_ID_CHECK,
  FILL_IN_TA_FORMS,
  NO_NEW_BANK_DETAILS,
  SIGN_ENGAGEMENT_LETTER,
} from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import { DashboardLink, Facts, Greeting, Homes, Paragraph, Steps, Subtitle } from "./pieces.tsx";
import { streetOf } from "./street.ts";

/** To the sellers, or to the buyers, when staff have assigned their solicitor. */

type Introduction = Awaited<ReturnType<typeof readBuyerIntroduction>> & {
  /** The addresses of several homes. */
  homes?: string[];
};

function introduction<Ids>(
  noun: "sale" | "purchase",
  read: (db: Db, ids: Ids) => Promise<Introduction>,
  steps: string[],
) {
  return defineEmail({
    read,
    subject: ({ property }) => `Your solicitor for ${streetOf(property)}`,
    preview: ({ team }) => `${team.law_firm} is doing the legal work for your ${noun}.`,
    cc: ({ cc }) => cc,
    Body: ({ first_names, cc, property, homes, team, dashboard }) => (
      <>
        <Greeting name={first_names} />
        <Paragraph>
          Meet your solicitor for the {noun} of {property}. They’ll do the legal work and will be in
          touch soon.
        </Paragraph>
        <Homes homes={homes} />
        <Facts facts={teamFacts(team)} />
        <Subtitle>What happens next</Subtitle>
        <Steps>{steps}</Steps>
        <DashboardLink {...{ noun, cc, dashboard }} />
      </>
    ),
  });
}

export const seller_introduction = introduction("sale", readSellerIntroduction, [
  SIGN_ENGAGEMENT_LETTER,
  COMPLETE_ID_CHECK,
  FILL_IN_TA_FORMS,
]);

export const buyer_introduction = introduction("purchase", readBuyerIntroduction, [
  SIGN_ENGAGEMENT_LETTER,
  COMPLETE_ID_CHECK,
  "Your solicitor will review the searches and title, and tell you what they find.",
]);

/** To the buyers whose solicitor is assigned: what to have ready, and how to send it. */
export const buyer_additional_info = defineEmail({
  read: readBuyerIntroduction,
  subject: ({ property }) => `Documents to have ready: ${streetOf(property)}`,
  preview: () => "The documents your solicitor will need, and how to send them securely.",
  cc: ({ cc }) => cc,
  Body: ({ first_names, property, team }) => (
    <>
      <Greeting name={first_names} />
      <Paragraph>
        Your solicitor at {team.law_firm} will ask you for documents about your purchase of{" "}
        {property}. Having them ready saves time.
      </Paragraph>
      <Subtitle>What to have ready</Subtitle>
      <Steps>
        <>Proof of identity and proof of address for each buyer.</>
        <>Bank statements for the last 6 months showing where your money comes from.</>
        <>Your mortgage offer or agreement in principle, if you’re getting a mortgage.</>
        <>
          A gifted deposit letter from anyone giving you money towards the purchase, and their proof
          of identity.
        </>
      </Steps>
      <Subtitle>How to send documents securely</Subtitle>
      <Steps>
        <>Use the secure link or portal that your solicitor gives you, not an ordinary email.</>
        <>{CHECK_BANK_DETAILS}</>
        <>{NO_NEW_BANK_DETAILS}</>
      </Steps>
      <Facts facts={[["Your solicitor", contactLines(team.solicitor)]]} />
    </>
  ),
});
