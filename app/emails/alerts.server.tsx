import { customerMoment } from "#app/domain/fields/dates.ts";
import { readAlertEmail } from "#app/domain/operations/alerts.server.ts";
import { defineEmail } from "./email.ts";
import { LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To the team, once for each thing that a person must see to. */
export const alert_begun = defineEmail({
  read: readAlertEmail,
  subject: ({ title }) => title,
  preview: ({ what_to_do }) => what_to_do,
  Body: ({ title, what_to_do, began_at, page }) => (
    <>
      <Title>{title}</Title>
      <Paragraph>{what_to_do}</Paragraph>
      <Paragraph>
        It was seen on {customerMoment(began_at)}. You are not told again until it is over.
      </Paragraph>
      <LinkButton href={page}>See to it</LinkButton>
    </>
  ),
});

/** To the team, when that is so no more. */
export const alert_over = defineEmail({
  read: readAlertEmail,
  subject: ({ title }) => `Over: ${title}`,
  preview: () => "There is nothing left to do about it.",
  Body: ({ title, began_at, ended_at, page }) => (
    <>
      <Title>It is over</Title>
      <Paragraph>
        “{title}” is not so any more. It began on {customerMoment(began_at)}
        {ended_at ? ` and ended on ${customerMoment(ended_at)}` : ""}.
      </Paragraph>
      <LinkButton href={page}>Open the page</LinkButton>
    </>
  ),
});
