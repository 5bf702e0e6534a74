import { contactLines } from "./contact.ts";
import type { Email } from "./email.ts";
import { Facts, Greeting, Paragraph, Steps, Subtitle } from "./pieces.tsx";
import type { SolicitorIntroductionProps } from "./solicitor-introduction.tsx";

/** To the buyers whose solicitor is assigned: what to have ready, and how to send it. */

export type BuyerAdditionalInfoProps = Omit<SolicitorIntroductionProps, "dashboard">;

export const buyerAdditionalInfo: Email<BuyerAdditionalInfoProps> = {
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
};
