/** Emails with a sign-in link, for people who sign up or sign in, and for staff (AMB-B09). */

import { LINK_MINUTES } from "#app/domain/shared/invitations.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { Email } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

type MagicLinkProps = {
  /**
   * Null until the reader has proved that the mailbox is theirs, because anyone may have typed this
   * name.
   */
  first_name: string | null;
  link: string;
};

const VALIDITY = `The link is valid for ${LINK_MINUTES} minutes`;

function Validity({ otherwise }: { otherwise: string }) {
  return (
    <>
      <Paragraph>{VALIDITY} and can only be used once.</Paragraph>
      <Paragraph>{otherwise}</Paragraph>
    </>
  );
}

export const magic_link_sign_up: Email<Pick<MagicLinkProps, "link">> = {
  subject: () => `Welcome to ${PRODUCT_NAME}: confirm your email`,
  heading: () => `Welcome to ${PRODUCT_NAME}`,
  preview: () => `One click and you can get started. ${VALIDITY}.`,
  Body: ({ link }) => (
    <>
      <Paragraph>
        Thank you for choosing {PRODUCT_NAME}. Please confirm that this is your email address, and
        we’ll take you straight to your first questions. They take about 5 minutes, and we save your
        answers as you go.
      </Paragraph>
      <LinkButton href={link}>Confirm and get started</LinkButton>
      <Validity otherwise="If you didn’t sign up, ignore this email. Nothing will happen unless someone uses the link." />
    </>
  ),
};

export const magic_link_sign_in: Email<MagicLinkProps> = {
  subject: () => `Your ${PRODUCT_NAME} sign-in link`,
  preview: () => `No password needed. ${VALIDITY}.`,
  Body: ({ first_name, link }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>Here’s the sign-in link you asked for. You don’t need a password.</Paragraph>
      <LinkButton href={link}>Sign in</LinkButton>
      <Validity otherwise="If you didn’t ask to sign in, ignore this email. Your account is safe." />
    </>
  ),
};

export const magic_link_admin: Email<MagicLinkProps> = {
  subject: () => `Your ${PRODUCT_NAME} staff sign-in link`,
  preview: () => `Use it to sign in to the back office. ${VALIDITY}.`,
  Body: ({ first_name, link }) => (
    <>
      <Greeting name={first_name} />
      <Paragraph>Here’s your sign-in link for the back office.</Paragraph>
      <LinkButton href={link}>Sign in to the back office</LinkButton>
      <Validity otherwise="If you didn’t ask for this link, let the team know. Someone has entered your email address." />
    </>
  ),
};

/** Email with the link that opens the page of a law firm, to a person in its lawyer group. */
export const magic_link_firm: Email<{ side: "seller" | "buyer"; home: string; link: string }> = {
  subject: ({ home }) => `Your link to the page for ${home}`,
  heading: () => "Open your page",
  preview: () => `No password needed. ${VALIDITY}.`,
  Body: ({ side, home, link }) => (
    <>
      <Paragraph>
        Here’s the link you asked for. It opens your firm’s private page about the{" "}
        {side === "seller" ? "sale" : "purchase"} of {home}.
      </Paragraph>
      <LinkButton href={link}>Open your page</LinkButton>
      <Validity otherwise="If you didn’t ask for this link, ignore this email. Don’t forward it: the link works for anyone who has it." />
    </>
  ),
};

/** Email with the link that opens the page of an estate agent’s office, to a person there. */
export const magic_link_agent: Email<{ office: string; link: string }> = {
  subject: () => "Your link to your office’s page",
  heading: () => "Open your office’s page",
  preview: () => `No password needed. ${VALIDITY}.`,
  Body: ({ office, link }) => (
    <>
      <Paragraph>
        Here’s the link you asked for. It opens the private page with the sales of {office}.
      </Paragraph>
      <LinkButton href={link}>Open your office’s page</LinkButton>
      <Validity otherwise="If you didn’t ask for this link, ignore this email. Don’t forward it: the link works for anyone who has it." />
    </>
  ),
};

/** Email to an address that has no account. The sign-in page does not say so (AMB-B07). */
export const sign_in_no_account: Email<Record<string, never>> = {
  subject: () => `No ${PRODUCT_NAME} account for this email address`,
  heading: () => "We couldn’t find an account",
  preview: () => "Someone tried to sign in with it.",
  Body: ({ context }) => (
    <>
      <Paragraph>
        Someone tried to sign in to {PRODUCT_NAME} with this email address, but there’s no account
        for it.
      </Paragraph>
      <Paragraph>
        If it was you, you may have signed up with a different email address. If you’re new here,
        you can sign up in a few minutes.
      </Paragraph>
      <LinkButton href={context.sign_up}>Sign up</LinkButton>
      <Paragraph>If it wasn’t you, ignore this email.</Paragraph>
    </>
  ),
};
