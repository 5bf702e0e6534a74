import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { LinkButton, Paragraph, Title } from "./pieces.tsx";

/** To an address without an account that was entered in the sign-in form: the page itself does not tell (AMB-B07). */
export const signInNoAccount: Email<Record<string, never>> = {
  subject: () => `Signing in to ${PRODUCT_NAME}`,
  preview: () => "We found no account with this email address.",
  Body: ({ context }) => (
    <>
      <Title>We found no account</Title>
      <Paragraph>
        Somebody, perhaps you, asked to sign in to {PRODUCT_NAME} with this email address. There is
        no account with it.
      </Paragraph>
      <Paragraph>
        If you have an account, you may have used another address. If you are new here, you can sign
        up in a few minutes.
      </Paragraph>
      <LinkButton href={context.sign_up}>Sign up</LinkButton>
      <Paragraph>If it was not you, you can leave this email alone.</Paragraph>
    </>
  ),
};
