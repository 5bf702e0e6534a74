import {
  readAnswerEmail,
  readCorrectionEmail,
  correctionAnsweredEmail,
  correctionRequestedEmail,
} from "#app/domain/privacy/corrections.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

/**
 * Email to the team about a request to correct personal data. By law we must answer within a month.
 */
export const correction_requested = defineEmail(correctionRequestedEmail, {
  read: readCorrectionEmail,
  subject: () => "A customer has asked us to correct their data",
  preview: ({ answer_by }) => `Answer by ${answer_by}.`,
  Body: ({ answer_by, page }) => (
    <>
      <Paragraph>
        By law we must answer within a month, so by {answer_by}. The request shows who the customer
        is and what is wrong.
      </Paragraph>
      <LinkButton href={page}>Open requests</LinkButton>
    </>
  ),
});

export const correction_answered = defineEmail(correctionAnsweredEmail, {
  read: readAnswerEmail,
  subject: ({ corrected }) =>
    corrected ? "We’ve corrected your data" : "We haven’t changed your data",
  preview: ({ corrected }) =>
    corrected ? "What we’ve changed." : "Why not, and what you can do next.",
  Body: ({ first_name, corrected, answer, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You told us some of your data was wrong.{" "}
        {corrected ? "We’ve corrected it:" : "We haven’t changed it, for this reason:"}
      </Paragraph>
      {answer.split("\n").map((line, position) => (
        <Paragraph key={position}>{line}</Paragraph>
      ))}
      <Paragraph>
        If you think this is wrong, email {context.support_email}. You can also complain to the
        Information Commissioner’s Office.
      </Paragraph>
    </>
  ),
});
