import {
  instructionDeclinedEmail,
  readDeclinedEmail,
} from "#app/domain/firm-pages/answer-instruction.server.ts";
import { LinkButton, Paragraph } from "./components.tsx";
import { defineEmail } from "./email.ts";

/** Email to the handler of a matter after a law firm has declined the instruction. */
export const instruction_declined = defineEmail(instructionDeclinedEmail, {
  read: readDeclinedEmail,
  subject: ({ firm, street }) => `${firm} has declined: ${street}`,
  preview: ({ reason }) => reason,
  Body: ({ firm, side, street, reason, note, answered_by, page }) => (
    <>
      <Paragraph>
        {answered_by} at {firm} has declined the instruction to act for the {side} of {street}.
      </Paragraph>
      <Paragraph>
        <strong>{reason}</strong>
      </Paragraph>
      {note ? <Paragraph>“{note}”</Paragraph> : null}
      <Paragraph>
        Customers can’t see the reason. Choose another firm, then tell the customers.
      </Paragraph>
      <LinkButton href={page}>Replace the solicitor</LinkButton>
    </>
  ),
});
