import { readAnswerEmail, readCorrectionEmail } from "#app/domain/privacy/corrections.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the team, since a request that is not answered within a month breaks the law. */
export const correction_requested = defineEmail({
  read: readCorrectionEmail,
  subject: () => "A customer asks for a correction",
  preview: ({ answer_by }) => `It has to be answered by ${answer_by}.`,
  Body: ({ answer_by, page }) => (
    <>
      <Title>A customer asks for a correction</Title>
      <Paragraph>
        The law gives us a month: it has to be answered by {answer_by}. The page says who it is and
        what is wrong.
      </Paragraph>
      <LinkButton href={page}>Open the requests</LinkButton>
    </>
  ),
});

export const correction_answered = defineEmail({
  read: readAnswerEmail,
  subject: ({ corrected }) =>
    corrected ? "We have corrected what we hold about you" : "About the correction you asked for",
  preview: () => "What became of it.",
  Body: ({ first_name, corrected, answer, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You told us that something is wrong in what we hold about you.{" "}
        {corrected ? "We have corrected it:" : "It stays as it is:"}
      </Paragraph>
      {answer.split("\n").map((line, position) => (
        <Paragraph key={position}>{line}</Paragraph>
      ))}
      <Paragraph>
        If you think that this is not right, write to {context.support_email}. You can also complain
        to the Information Commissioner&apos;s Office.
      </Paragraph>
    </>
  ),
});
