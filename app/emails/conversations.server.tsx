import {
  conversationAnswerEmail,
  readAnswerEmail,
  readAnswerFiles,
} from "#app/domain/conversations/answer.server.ts";
import { noteMentionEmail, readMentionEmail } from "#app/domain/conversations/notes.server.ts";
import {
  messageReceivedEmail,
  readMessageEmail,
} from "#app/domain/conversations/own-messages.server.ts";
import { readOverdueEmail, updateOverdueEmail } from "#app/domain/conversations/overdue.server.ts";
import { answerByText } from "#app/domain/conversations/answer-by.ts";
import { LinkButton, Paragraph } from "./components.tsx";
import { defineEmail } from "./email.ts";

/** Answer of a colleague in a conversation, as they wrote it. */
export const conversation_answer = defineEmail(conversationAnswerEmail, {
  read: readAnswerEmail,
  subject: ({ subject }) => subject,
  preview: ({ text }) => text.slice(0, 140),
  from: ({ author }) => author,
  cc: ({ copies }) => copies,
  thread: ({ thread }) => thread,
  files: ({ documents }) => readAnswerFiles(documents),
  Body: ({ text }) => (
    <>
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <Paragraph key={index}>
          <Lines text={paragraph} />
        </Paragraph>
      ))}
    </>
  ),
});

function Lines({ text }: { text: string }) {
  const [first, ...others] = text.split("\n");
  return (
    <>
      {first}
      {others.map((line, index) => (
        <span key={index}>
          <br />
          {line}
        </span>
      ))}
    </>
  );
}

/** Email to a colleague whom an internal note mentions, or to the stand-in. */
export const note_mention = defineEmail(noteMentionEmail, {
  read: readMentionEmail,
  subject: ({ author, away, line_1 }) => `${author} mentioned ${away ?? "you"}: ${line_1}`,
  preview: () => "The note is on the matter’s page.",
  Body: ({ author, away, line_1, page }) => (
    <>
      <Paragraph>
        {author} has mentioned {away ?? "you"} in an internal note about {line_1}.
        {away ? ` You’re the stand-in for ${away} today.` : null}
      </Paragraph>
      <LinkButton href={page}>Read the note</LinkButton>
    </>
  ),
});

/** Email to the person who answers, after a customer or a law firm wrote on their page. */
export const message_received = defineEmail(messageReceivedEmail, {
  read: readMessageEmail,
  subject: ({ kind, line_1 }) =>
    kind === "update_request" ? `Update requested: ${line_1}` : `New message: ${line_1}`,
  preview: ({ author }) => `From ${author}.`,
  Body: ({ kind, author, line_1, answer_by, page }) => (
    <>
      <Paragraph>
        {kind === "update_request"
          ? `${author} has asked for an update about ${line_1}.`
          : `${author} has written a message about ${line_1}.`}
      </Paragraph>
      {answer_by ? <Paragraph>Answer by {answerByText(answer_by)}.</Paragraph> : null}
      <LinkButton href={page}>Answer the message</LinkButton>
    </>
  ),
});

/** Email to the handler, with a copy to the stand-in and the leads, about an overdue answer. */
export const update_overdue = defineEmail(updateOverdueEmail, {
  read: readOverdueEmail,
  subject: ({ line_1 }) => `Update overdue: ${line_1}`,
  preview: ({ author }) => `${author} is still waiting for an answer.`,
  cc: ({ copies }) => copies,
  Body: ({ author, line_1, asked_at, answer_by, page }) => (
    <>
      <Paragraph>
        {author} asked for an update about {line_1} on {answerByText(asked_at)}.
      </Paragraph>
      <Paragraph>
        The page said that we’d answer by {answerByText(answer_by)}. No one has answered yet.
      </Paragraph>
      <LinkButton href={page}>Answer the message</LinkButton>
    </>
  ),
});
