import { LINK_MINUTES } from "#app/domain/fields/invitations.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { Greeting, LinkButton, Paragraph, Title } from "./pieces.tsx";

/** The links that sign a person in: after signing up, on return, and for staff (AMB-B09). */

type MagicLinkProps = {
  /** Null until the mailbox is proved: the name may be typed by anyone. */
  first_name: string | null;
  link: string;
};

const VALIDITY = `The link is valid for ${LINK_MINUTES} minutes`;

function Validity({ otherwise }: { otherwise: string }) {
  return (
    <>
      <Paragraph>{VALIDITY} and can be used once.</Paragraph>
      <Paragraph>{otherwise}</Paragraph>
    </>
  );
}

export const magic_link_sign_up: Email<Pick<MagicLinkProps, "link">> = {
  subject: () => `Welcome to ${PRODUCT_NAME}: confirm your email`,
  preview: () => `One press, and you can get started. ${VALIDITY}.`,
  Body: ({ link }) => (
    <>
      <Title>Welcome</Title>
      <Paragraph>
        Thank you for choosing {PRODUCT_NAME}. Please confirm that this is your email address, and
        we will take you straight to your first questions. They take about five minutes, and what
        you have sent is there when you come back.
      </Paragraph>
      <LinkButton href={link}>Confirm and get started</LinkButton>
      <Validity otherwise="If you did not sign up, you can leave this email alone. Nothing happens unless the link is used." />
    </>
  ),
};

export const magic_link_sign_in: Email<MagicLinkProps> = {
  subject: () => `Your ${PRODUCT_NAME} sign-in link`,
  preview: () => `No password needed. ${VALIDITY}.`,
  Body: ({ first_name, link }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>
        Here is the link you asked for. It signs you in, and no password is needed.
      </Paragraph>
      <LinkButton href={link}>Sign in</LinkButton>
      <Validity otherwise="If you did not ask to sign in, you can leave this email alone. Your account is safe." />
    </>
  ),
};

export const magic_link_admin: Email<MagicLinkProps> = {
  subject: () => `Your ${PRODUCT_NAME} staff sign-in link`,
  preview: () => `Signs you in to the back office. ${VALIDITY}.`,
  Body: ({ first_name, link }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>Here is your link to the back office.</Paragraph>
      <LinkButton href={link}>Sign in to the back office</LinkButton>
      <Validity otherwise="If you did not ask for it, please tell the team: somebody has entered your email address." />
    </>
  ),
};

/** To an address without an account that was entered in the sign-in form: the page itself does not tell (AMB-B07). */
export const sign_in_no_account: Email<Record<string, never>> = {
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
