import { Link } from "@react-email/components";
import type { LetterPart, LetterRow } from "#app/domain/assignments/letter.ts";
import { customerDate } from "#app/domain/fields/dates.ts";
import { readLetterOfEmail } from "#app/domain/assignments/letter.server.ts";
import { mailto } from "#app/ui/mailto.ts";
import { defineEmail } from "./email.ts";
import { Greeting, JustAnswer, Paragraph, Steps, Subtitle } from "./pieces.tsx";
import { colour } from "./style.ts";

/** To the solicitor of either side, their assistants in copy: all that they need to act (AMB-L01, AMB-L03). */

const letter = defineEmail({
  read: readLetterOfEmail,
  /** An answer finds its matter by the id in its subject. */
  subject: ({ subject, references }) =>
    references.length === 1 ? `${subject} (our reference ${references.join()})` : subject,
  preview: ({ missing }) =>
    missing.length > 0 ? `Still missing: ${missing.join(" ")}` : "The details we have so far.",
  cc: ({ cc }) => cc,
  Body: (letter) => (
    <>
      <Greeting name={letter.first_name} />
      <Paragraph>
        <strong>{letter.heading}</strong>
      </Paragraph>
      {letter.first_sent_at ? (
        <Paragraph>
          We first sent you this letter on {customerDate(letter.first_sent_at)}. Anything that has
          changed since the last version is marked “New”.
        </Paragraph>
      ) : null}
      <Paragraph>{letter.intro}</Paragraph>
      {letter.asks.length > 0 ? <Steps>{letter.asks}</Steps> : null}
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
      <JustAnswer />
    </>
  ),
});

export {
  letter as seller_solicitor_instruction,
  letter as buyer_solicitor_instruction,
  letter as purchase_intent_activated_solicitor,
};

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
      <td style={{ ...cell, color: colour.ink }}>
        {lines.map((line, position) => (
          <div key={position}>{line}</div>
        ))}
        {email ? (
          <div>
            <Link href={mailto(email)} style={{ color: colour.pine }}>
              {email}
            </Link>
          </div>
        ) : null}
        {phone ? (
          <div>
            <Link href={`tel:${phone.replaceAll(" ", "")}`} style={{ color: colour.pine }}>
              {phone}
            </Link>
          </div>
        ) : null}
        {is_new ? <strong>New</strong> : null}
      </td>
    </tr>
  );
}
