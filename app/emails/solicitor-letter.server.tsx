/** Letter to a solicitor, with a copy to the legal assistants (AMB-L01, AMB-L03). */

import { Link } from "@react-email/components";
import type { z } from "zod";
import { ASSIGNMENT_EMAILS } from "#app/domain/assignments/emails.ts";
import type { QueuedEmail } from "#app/queue/email.ts";
import { changedNames, type LetterPart, type LetterRow } from "#app/domain/assignments/letter.ts";
import { customerDate } from "#app/domain/shared/dates.ts";
import { readLetterOfEmail } from "#app/domain/assignments/letter.server.ts";
import { defineEmail } from "./email.ts";
import { EmailTo, PhoneTo } from "./facts.tsx";
import { Greeting, LinkButton, Paragraph, ReplyHint, Subtitle } from "./components.tsx";
import { attachInformation } from "./property-information-files.server.ts";
import { Steps } from "./steps.tsx";
import { streetOf } from "./street.ts";
import { colour } from "./style.ts";

const letter = (email: QueuedEmail<string, z.ZodType<{ letter_id: string }>>) =>
  defineEmail(email, {
    read: readLetterOfEmail,
    subject: ({ subject, references }) => (references.length === 1 ? streetOf(subject) : subject),
    heading: ({ heading }) => heading,
    preview: ({ missing }) =>
      missing.length > 0 ? `Still missing: ${missing.join(" ")}` : "The details we have so far.",
    cc: ({ cc }) => cc,
    files: ({ information }) =>
      information ? attachInformation(information) : Promise.resolve([]),
    Body: (letter) => (
      <>
        <Greeting name={letter.first_name} />
        {letter.first_sent_at ? (
          <Paragraph>
            We first sent you this letter on {customerDate(letter.first_sent_at)}. Anything that has
            changed since the last version is marked “New”. If you’ve already done something below,
            you don’t need to do it again.
          </Paragraph>
        ) : null}
        {letter.changes.length > 0 ? (
          <Paragraph>
            <strong>Changed since then:</strong> {`${changedNames(letter.changes).join("; ")}.`}
          </Paragraph>
        ) : null}
        <Paragraph>{letter.intro}</Paragraph>
        {letter.asks.length > 0 ? <Steps>{letter.asks}</Steps> : null}
        <Paragraph>We arrange the ID checks and order the searches.</Paragraph>
        <OwnPages pages={letter.pages} has_accepted={letter.has_accepted} />
        {letter.missing.length > 0 ? (
          <>
            <Subtitle>Still missing</Subtitle>
            {letter.missing.map((what) => (
              <Paragraph key={what}>{what}</Paragraph>
            ))}
          </>
        ) : null}
        {letter.parts.map((part) => (
          <Part key={part.title} {...part} />
        ))}
        {letter.comment ? (
          <>
            <Subtitle>Our comment</Subtitle>
            {letter.comment.split("\n").map((line, position) => (
              <Paragraph key={position}>{line}</Paragraph>
            ))}
          </>
        ) : null}
        <ReplyHint />
      </>
    ),
  });

export const seller_solicitor_instruction = letter(ASSIGNMENT_EMAILS.seller_solicitor_instruction);
export const buyer_solicitor_instruction = letter(ASSIGNMENT_EMAILS.buyer_solicitor_instruction);
export const purchase_intent_activated_solicitor = letter(
  ASSIGNMENT_EMAILS.purchase_intent_activated_solicitor,
);

/** Links to the firm’s private page of each matter. The address alone opens nothing. */
function OwnPages({
  pages,
  has_accepted,
}: {
  pages: readonly { home: string; url: string }[];
  has_accepted: boolean;
}) {
  const [only, ...others] = pages;
  if (!only) return null;
  return (
    <>
      <Paragraph>
        Your private page shows this instruction.{" "}
        {has_accepted
          ? "You can also download files and record your steps there."
          : "Once you’ve accepted, you can also download files and record your steps there."}{" "}
        To open the page, sign in with an email address of your team. We’ll email you a link.
      </Paragraph>
      {others.length === 0 ? (
        <LinkButton href={only.url}>Open your page</LinkButton>
      ) : (
        pages.map(({ home, url }) => (
          <Paragraph key={url}>
            <Link href={url}>{home}</Link>
          </Paragraph>
        ))
      )}
    </>
  );
}

function Part({ title, rows }: LetterPart) {
  return (
    <>
      <Subtitle>{title}</Subtitle>
      <table
        className="facts"
        width="100%"
        style={{ borderCollapse: "collapse", margin: "0 0 16px" }}
      >
        <tbody>
          {rows.map((row, position) => (
            <Fact key={position} {...row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const cell = {
  padding: "6px 0",
  borderTop: `1px solid ${colour.hair}`,
  fontSize: "16px",
  lineHeight: "23px",
  textAlign: "left",
  verticalAlign: "top",
} as const;

function Fact({ what, text, email, phone, is_new }: LetterRow) {
  const lines = text.split("\n").filter(Boolean);
  return (
    <tr>
      <th
        scope="row"
        className="mut rule"
        style={{
          ...cell,
          width: "34%",
          padding: "6px 12px 6px 0",
          fontWeight: 400,
          color: colour.muted,
        }}
      >
        {what}
      </th>
      <td className="ink rule" style={{ ...cell, color: colour.ink }}>
        {lines.map((line, position) => (
          <div key={position}>{line}</div>
        ))}
        {email ? (
          <div>
            <EmailTo address={email} />
          </div>
        ) : null}
        {phone ? (
          <div>
            <PhoneTo number={phone} />
          </div>
        ) : null}
        {is_new ? (
          <div>
            <strong>New</strong>
          </div>
        ) : null}
      </td>
    </tr>
  );
}
