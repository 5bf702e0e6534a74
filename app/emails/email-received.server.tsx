import {
  readArrivalEmail,
  emailReceivedEmail,
} from "#app/domain/inbound-emails/received-email-events.server.ts";
import { defineEmail } from "./email.ts";
import { LinkButton, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

/** Email to the team for each email that a person sent about a matter. */
export const email_received = defineEmail(emailReceivedEmail, {
  read: readArrivalEmail,
  subject: ({ property }) => `New email: ${streetOf(property)}`,
  heading: ({ property }) => `We’ve received an email about ${property}`,
  preview: ({ from }) => `From ${from}.`,
  Body: ({ from, is_verified, subject, page }) => (
    <>
      <Paragraph>
        From: {from}
        {is_verified ? "" : " (sender not verified)"}
      </Paragraph>
      <Paragraph>Subject: {subject || "No subject"}</Paragraph>
      <Paragraph>
        Do not reply to this email, because the sender won’t get your reply. Answer on the matter’s
        page, on the Messages tab.
      </Paragraph>
      <LinkButton href={page}>Read the email</LinkButton>
    </>
  ),
});
