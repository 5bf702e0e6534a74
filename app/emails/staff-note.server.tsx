import { readNoteEmail, staffNoteEmail } from "#app/domain/stages/notes.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { DashboardLink, Greeting, Paragraph } from "./components.tsx";
import { streetOf } from "./street.ts";

/** Email to a customer with a note from staff about a stage. */
export const staff_note = defineEmail(staffNoteEmail, {
  read: readNoteEmail,
  subject: ({ author, property }) => `${author} has sent you a note: ${streetOf(property)}`,
  preview: ({ note }) => note,
  Body: ({ first_name, author, note, noun, property, dashboard }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        {author} at {PRODUCT_NAME} has sent you this note about your {noun} of {property}:
      </Paragraph>
      <Paragraph>“{note}”</Paragraph>
      <Paragraph>To answer, reply to this email.</Paragraph>
      <DashboardLink noun={noun} dashboard={dashboard} />
    </>
  ),
});
