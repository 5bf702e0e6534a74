import {
  readOwnDetailsChanged,
  ownDetailsChangedEmail,
} from "#app/domain/people/own-details.server.ts";
import { defineEmail } from "./email.ts";
import { Greeting, Paragraph } from "./components.tsx";

/**
 * Email to the sign-in address, because someone else may have used the signed-in browser to change
 * the details.
 */
export const own_details_changed = defineEmail(ownDetailsChangedEmail, {
  read: readOwnDetailsChanged,
  subject: ({ changed }) => `You’ve changed your ${changed}`,
  preview: () => "If you didn’t change this, tell us straight away.",
  Body: ({ first_name, changed, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        You’ve changed your {changed} on your account and in your sales and purchases in progress.
        We’ll use the new details from now on.
      </Paragraph>
      <Paragraph>
        An ID check that’s already under way keeps the details we ordered it with. If you no longer
        have that phone, tell us and we’ll order the check again.
      </Paragraph>
      <Paragraph>If you didn’t change this, email {context.support_email} straight away.</Paragraph>
    </>
  ),
});
