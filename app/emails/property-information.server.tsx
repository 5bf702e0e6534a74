/** Email with which staff share the sellers’ answers about the property, as a PDF and as data. */

import { PROPERTY_INFORMATION_EMAILS } from "#app/domain/property-information/emails.ts";
import { readSharedLetter } from "#app/domain/property-information/letters.server.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { Greeting, LinkButton, Paragraph, ReplyHint } from "./components.tsx";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Gaps } from "./confirmed-information.tsx";
import { attachInformation } from "./property-information-files.server.ts";
import { streetOf } from "./street.ts";

export const property_information_shared = defineEmail(
  PROPERTY_INFORMATION_EMAILS.property_information_shared,
  {
    read: readSharedLetter,
    subject: ({ property }) => `Property information: ${streetOf(property)}`,
    preview: () => "The sellers’ answers about the property are attached.",
    cc: ({ cc }) => cc,
    files: attachInformation,
    Body: ({ first_name, property, reference, recipient, confirmed_at, gaps, agent_page }) => (
      <>
        <Greeting name={first_name} />
        <Paragraph>
          The sellers of {property} have agreed that we can share their answers about the property
          with you.
          {confirmed_at ? ` They confirmed their answers on ${customerDate(confirmed_at)}.` : null}
        </Paragraph>
        <Paragraph>
          The answers are attached as a PDF. The JSON file has the same facts in the format of the
          Property Data Trust Framework.
        </Paragraph>
        <Paragraph>
          {recipient === "estate_agent"
            ? "You don’t need to do anything. The questions are our own. If an answer looks wrong, reply to this email."
            : "The questions are our own. You don’t need to reply. The seller’s solicitor may also send you their own forms."}
        </Paragraph>
        <Gaps gaps={gaps}>
          {recipient === "estate_agent"
            ? "If a buyer needs one of these, their solicitor will ask the seller’s solicitor."
            : "If you need one of these, or have a question about an answer, ask the seller’s solicitor."}
        </Gaps>
        {agent_page ? (
          <>
            <Paragraph>Your office’s page of this sale shows its stage and dates.</Paragraph>
            <LinkButton href={agent_page}>Open this sale</LinkButton>
          </>
        ) : null}
        <Facts facts={[["Our reference", reference]]} />
        <ReplyHint />
      </>
    ),
  },
);
