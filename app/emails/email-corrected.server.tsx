/**
 * Emails to the old and the new address after staff have corrected an email address. Neither email
 * contains the other address.
 */

import {
  readEmailCorrected,
  emailCorrectedNewEmail,
  emailCorrectedOldEmail,
} from "#app/domain/people/correct-person.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

export const email_corrected_old = defineEmail(emailCorrectedOldEmail, {
  read: readEmailCorrected,
  subject: () => "We’ve changed your email address",
  preview: () => "We’ll email your new address from now on.",
  Body: ({ first_name, has_account, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Our team has changed the email address {PRODUCT_NAME} has for you. We’ll email your new
        address from now on.
      </Paragraph>
      {has_account ? (
        <Paragraph>
          You can no longer sign in with this address. Links we sent here no longer work, and you’ve
          been signed out everywhere.
        </Paragraph>
      ) : null}
      <Paragraph>
        If you didn’t ask for this, email {context.support_email} straight away.
      </Paragraph>
    </>
  ),
});

export const email_corrected_new = defineEmail(emailCorrectedNewEmail, {
  read: readEmailCorrected,
  subject: () => "We’ll now email you at this address",
  preview: () => "We’ll email you here from now on.",
  Body: ({ first_name, has_account, sign_in, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Our team has changed your email address on {PRODUCT_NAME} to this one. We’ll email you here
        from now on.
      </Paragraph>
      {sign_in === null ? null : (
        <>
          <Paragraph>
            {has_account
              ? "You can sign in with this address. The old one no longer works."
              : "You can sign in with this address. You don’t need to create an account. We’ll send you a link."}
          </Paragraph>
          <LinkButton href={sign_in}>Sign in</LinkButton>
        </>
      )}
      <Paragraph>
        If you didn’t ask for this, or don’t know us, email {context.support_email}.
      </Paragraph>
    </>
  ),
});
