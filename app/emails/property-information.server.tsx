/** Emails with the sellers’ answers about the property, as a PDF and as data. */

import { PROPERTY_INFORMATION_EMAILS } from "#app/domain/property-information/emails.ts";
import {
  readSharedLetter,
  readSolicitorLetter,
} from "#app/domain/property-information/letters.server.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { Greeting, Paragraph, ReplyHint, Subtitle } from "./components.tsx";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { attachInformation } from "./property-information-files.server.ts";
import { streetOf } from "./street.ts";

const inSentence = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);

export const property_information_confirmed = defineEmail(
  PROPERTY_INFORMATION_EMAILS.property_information_confirmed,
  {
    read: readSolicitorLetter,
    subject: ({ property, changed }) =>
      changed.length > 0
        ? `Property information has changed: ${streetOf(property)}`
        : `Property information: ${streetOf(property)}`,
    preview: ({ changed }) =>
      changed.length > 0
        ? "Answers have changed since the sellers confirmed them."
        : "The sellers have confirmed their answers about the property.",
    cc: ({ cc }) => cc,
    files: attachInformation,
    Body: ({ first_name, property, reference, sellers, confirmed_at, changed, gaps }) => (
      <>
        <Greeting name={first_name} />
        {changed.length > 0 ? (
          <>
            <Paragraph>
              Answers about {property} have changed since the sellers confirmed them. The attached
              PDF marks each changed answer. If you have an earlier PDF from us, use this one
              instead.
            </Paragraph>
            <Facts
              facts={changed.map(({ label, first_name: by, answered_at }) => [
                label,
                `Changed by ${by} on ${customerDate(answered_at)}`,
              ])}
            />
          </>
        ) : (
          <Paragraph>
            {inSentence(sellers)} answered our questions about {property}
            {confirmed_at ? ` and confirmed the answers on ${customerDate(confirmed_at)}` : null}.
            The answers are attached as a PDF. The JSON file has the same facts in the format of the
            Property Data Trust Framework.
          </Paragraph>
        )}
        <Paragraph>
          {changed.length > 0
            ? "If you’ve used the earlier answers for the contract pack, please check what needs to change."
            : "You can use the answers for the contract pack, even if there is no buyer yet. When the pack is ready, reply to this email."}
        </Paragraph>
        <Paragraph>
          The questions are our own. They don’t replace your own forms. If you need those too,
          please send them to your clients.
        </Paragraph>
        <Gaps gaps={gaps}>If you need one of these for the contract pack, ask your clients.</Gaps>
        <Facts facts={[["Our reference", reference]]} />
        <ReplyHint />
      </>
    ),
  },
);

export const property_information_shared = defineEmail(
  PROPERTY_INFORMATION_EMAILS.property_information_shared,
  {
    read: readSharedLetter,
    subject: ({ property }) => `Property information: ${streetOf(property)}`,
    preview: () => "The sellers’ answers about the property are attached.",
    cc: ({ cc }) => cc,
    files: attachInformation,
    Body: ({ first_name, property, reference, recipient, confirmed_at, gaps }) => (
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
        <Facts facts={[["Our reference", reference]]} />
        <ReplyHint />
      </>
    ),
  },
);

/** Number of gaps in an email. The PDF lists all of them. */
const MAX_GAPS = 5;

/** Lists what is not known, and then says whom to ask. */
function Gaps({ gaps, children }: { gaps: readonly string[]; children: string }) {
  if (gaps.length === 0) return null;
  const others = gaps.length - MAX_GAPS;
  return (
    <>
      <Subtitle>Not known yet</Subtitle>
      {gaps.slice(0, MAX_GAPS).map((gap) => (
        <Paragraph key={gap}>{gap}</Paragraph>
      ))}
      {others > 0 ? <Paragraph>The PDF lists {others} more.</Paragraph> : null}
      <Paragraph>{children}</Paragraph>
    </>
  );
}
