import {
  memorandumDeclinedEmail,
  readMemorandumDeclined,
} from "#app/domain/memoranda/decline-memorandum.server.ts";
import { Greeting, LinkButton, Paragraph, ReplyHint } from "./components.tsx";
import { defineEmail } from "./email.ts";

/** Email to an estate agent after staff have declined their memorandum of sale. */
export const memorandum_declined = defineEmail(memorandumDeclinedEmail, {
  read: readMemorandumDeclined,
  subject: ({ street }) => `We couldn’t record the sale: ${street}`,
  preview: ({ reason }) => reason,
  Body: ({ property, reason, page }) => (
    <>
      <Greeting name={null} />
      <Paragraph>We couldn’t record the sale of {property} from your memorandum of sale.</Paragraph>
      <Paragraph>
        <strong>{reason}</strong>
      </Paragraph>
      <Paragraph>
        We haven’t contacted the buyer. Please resolve this, with the seller or the buyer if you
        need to. Then send us the memorandum again on your office’s page.
      </Paragraph>
      <LinkButton href={page}>Open this sale</LinkButton>
      <ReplyHint />
    </>
  ),
});
