import { customerMoment } from "#app/domain/shared/dates.ts";
import {
  readAlertEmail,
  alertBegunEmail,
  alertOverEmail,
} from "#app/domain/operations/alerts.server.ts";
import { defineEmail } from "./email.ts";
import { LinkButton, Paragraph } from "./components.tsx";

/** Email to the team when a problem that needs a person starts. Sent once for each problem. */
export const alert_begun = defineEmail(alertBegunEmail, {
  read: readAlertEmail,
  subject: ({ title }) => title,
  preview: ({ what_to_do }) => what_to_do,
  Body: ({ what_to_do, began_at, page }) => (
    <>
      <Paragraph>{what_to_do}</Paragraph>
      <Paragraph>
        First seen on {customerMoment(began_at)}. The alert will close automatically once the
        problem is resolved. We’ll email you again when it has closed.
      </Paragraph>
      <LinkButton href={page}>View alert</LinkButton>
    </>
  ),
});

/** Email to the team when a problem is resolved. */
export const alert_over = defineEmail(alertOverEmail, {
  read: readAlertEmail,
  subject: ({ title }) => `Resolved: ${title}`,
  heading: () => "Alert resolved",
  preview: () => "You don’t need to do anything else.",
  Body: ({ title, began_at, ended_at, page }) => (
    <>
      <Paragraph>
        “{title}” has been resolved. It started on {customerMoment(began_at)}
        {ended_at ? ` and ended on ${customerMoment(ended_at)}` : ""}.
      </Paragraph>
      <LinkButton href={page}>View details</LinkButton>
    </>
  ),
});
