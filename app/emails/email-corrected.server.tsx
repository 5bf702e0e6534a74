import { readEmailCorrected } from "#app/domain/people/correct-person.server.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

/**
 * To both addresses of a person whose email staff have corrected. Neither email names the other address, which may be a
 * stranger's.
 */

export const email_corrected_old = defineEmail({
  read: readEmailCorrected,
  subject: () => `We no longer write to you at this address`,
  preview: () => "Our team has corrected an email address.",
  Body: ({ first_name, has_account, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Our team has replaced this email address by another one. {PRODUCT_NAME} writes to you there
        from now on.
      </Paragraph>
      {has_account ? (
        <Paragraph>
          This address no longer signs in. Every link that we have sent to it, and everywhere that
          you were signed in, has ended.
        </Paragraph>
      ) : null}
      <Paragraph>If you did not ask for this, write to {context.support_email} at once.</Paragraph>
    </>
  ),
});

export const email_corrected_new = defineEmail({
  read: readEmailCorrected,
  subject: () => `We write to you at this address now`,
  preview: () => "Our team has corrected your email address.",
  Body: ({ first_name, has_account, sign_in, context }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Our team has put this email address on your record in place of another one. {PRODUCT_NAME}{" "}
        writes to you here from now on.
      </Paragraph>
      {sign_in === null ? null : (
        <>
          <Paragraph>
            {has_account
              ? "You sign in with this address now. The old one no longer works."
              : "You can sign in with this address. No account is needed beforehand: we send you a link."}
          </Paragraph>
          <LinkButton href={sign_in}>Sign in</LinkButton>
        </>
      )}
      <Paragraph>
        If you did not ask for this, or do not know us, write to {context.support_email}.
      </Paragraph>
    </>
  ),
});
