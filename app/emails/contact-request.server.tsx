import { readContactRequest, contactRequestEmail } from "#app/domain/contact/contact.server.ts";
import { formatPhone } from "#app/domain/shared/phone.ts";
import { defineEmail } from "./email.ts";
import { Facts } from "./facts.tsx";
import { Paragraph } from "./components.tsx";

/** Email to the team with a message from the contact form. A reply to it goes to the visitor. */
export const contact_request = defineEmail(contactRequestEmail, {
  read: (db, { contact_request_id }) => readContactRequest(db, contact_request_id),
  subject: ({ full_name }) => `Contact form: ${full_name}`,
  heading: () => "Message from the contact form",
  preview: () => "Reply within 24 hours.",
  replyTo: ({ email }) => email,
  Body: ({ full_name, email, mobile_number, message, referrer }) => (
    <>
      <Paragraph>
        We promise an answer within 24 hours. Your reply to this email goes to {full_name}.
      </Paragraph>
      <Facts
        facts={[
          ["Full name", full_name],
          ["Email address", email],
          ["Mobile number", mobile_number ? formatPhone(mobile_number) : "Not given"],
          ["Message", message],
          ["How they heard about us", referrer],
        ]}
      />
    </>
  ),
});
