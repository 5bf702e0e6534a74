import {
  firmAnsweredEmail,
  readAnsweredEmail,
  readChaseEmail,
} from "#app/domain/chases/chase-emails.server.ts";
import { firmChaseEmail } from "#app/domain/chases/chases.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

/** Email that asks a firm about its step. Staff have seen its words before. */
export const firm_chase = defineEmail(firmChaseEmail, {
  read: readChaseEmail,
  subject: ({ letter }) => letter.subject,
  preview: () => "One question, which you can answer without an account.",
  cc: ({ cc }) => cc,
  Body: ({ letter, url }) => (
    <>
      {[letter.greeting, ...letter.paragraphs].map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      <LinkButton href={url}>{letter.button}</LinkButton>
      {letter.after.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </>
  ),
});

/** Email to the handler of a matter about a firm’s answer. */
export const firm_answered = defineEmail(firmAnsweredEmail, {
  read: readAnsweredEmail,
  subject: ({ firm, property }) => `${firm} answered: ${streetOf(property)}`,
  preview: ({ answer }) => answer,
  Body: ({ first_name, property, firm, question, answer, note, answered_by, next, page }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {answered_by} at {firm} has answered our question about {property}.
      </Paragraph>
      <Paragraph>
        <strong>{question}</strong>
        <br />
        {answer}
      </Paragraph>
      {note ? <Paragraph>“{note}”</Paragraph> : null}
      <Paragraph>{next}</Paragraph>
      <LinkButton href={page}>Open the matter</LinkButton>
    </>
  ),
});
