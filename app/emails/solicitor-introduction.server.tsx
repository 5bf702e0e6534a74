import {
  readBuyerIntroduction,
  readSellerIntroduction,
} from "#app/domain/assignments/assignment-emails.server.ts";
import type { Db } from "#db/connection.ts";
import { contactLines, teamFacts } from "./contact.ts";
import {
  COMPLETE_ID_CHECK_BY_NOW,
  FILL_IN_TA_FORMS,
  SIGN_ENGAGEMENT_LETTER,
} from "./customer-steps.ts";
import { defineEmail } from "./email.ts";
import { DashboardLink, Facts, Greeting, Homes, Paragraph, Steps, Subtitle } from "./pieces.tsx";

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
    subject: ({ property }) => `Your solicitor for ${property}`,
    preview: ({ team }) => `${team.law_firm} does the legal work of your ${noun}.`,
    cc: ({ cc }) => cc,
    Body: ({ first_names, cc, property, homes, team, dashboard }) => (
      <>
        <Greeting name={first_names} />
        <Paragraph>
          We would like to introduce your solicitor for the {noun} of {property}. They do the legal
          work, and will write to you soon.
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
  COMPLETE_ID_CHECK_BY_NOW,
  FILL_IN_TA_FORMS,
]);

export const buyer_introduction = introduction("purchase", readBuyerIntroduction, [
  SIGN_ENGAGEMENT_LETTER,
  COMPLETE_ID_CHECK_BY_NOW,
  "Your solicitor will review the searches and the title, and report to you.",
]);

/** To the buyers whose solicitor is assigned: what to have ready, and how to send it. */
export const buyer_additional_info = defineEmail({
  read: readBuyerIntroduction,
  subject: ({ property }) => `What to have ready for your purchase of ${property}`,
  preview: () => "The documents your solicitor asks for, and how to send them securely.",
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
        <>Proof of identity and of your address for each buyer.</>
        <>Bank statements that show where the money comes from, of the last six months.</>
        <>Your mortgage offer or decision in principle, if you borrow.</>
        <>A letter from whoever gives you money towards the purchase, and their identity.</>
      </Steps>
      <Subtitle>How to send documents securely</Subtitle>
      <Steps>
        <>Use the secure link or portal that your solicitor gives you, not an ordinary email.</>
        <>
          Before you pay anything, telephone your solicitor on the number below to check the bank
          details.
        </>
        <>Nobody changes bank details by email: if you are told so, telephone us.</>
      </Steps>
      <Facts facts={[["Your solicitor", contactLines(team.solicitor)]]} />
    </>
  ),
});
