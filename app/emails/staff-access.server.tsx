import {
  readStaffEmail,
  staffAccessChangedEmail,
  type AccessChange,
} from "#app/domain/staff/staff.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./components.tsx";

type Change = AccessChange;

/** Subject, text and link for each change. The link is null if the reader can no longer sign in. */
const CHANGES: Readonly<
  Record<Change, { subject: string; text: string; link: "sign_in" | "sign_ins" | null }>
> = {
  added: {
    subject: `Your ${PRODUCT_NAME} staff account is ready`,
    text: "An administrator has added you as a member of staff. Sign in with this email address.",
    link: "sign_in",
  },
  roles: {
    subject: "Your roles have changed",
    text: "An administrator has changed your roles.",
    link: "sign_in",
  },
  deactivated: {
    subject: "Your account has been deactivated",
    text: "An administrator has deactivated your account. You’ve been signed out everywhere.",
    link: null,
  },
  brought_back: {
    subject: "Your account has been restored",
    text: "An administrator has restored your account. You can sign in again.",
    link: "sign_in",
  },
  sessions_ended: {
    subject: "You have been signed out",
    text: "An administrator has signed you out everywhere.",
    link: "sign_in",
  },
  factor_added: {
    subject: "A second factor was added",
    text: "A passkey or authenticator app was added to your account. We’ll ask for it when you sign in.",
    link: "sign_ins",
  },
  factor_removed: {
    subject: "A second factor was removed",
    text: "A passkey or authenticator app was removed from your account.",
    link: "sign_ins",
  },
  factor_reset: {
    subject: "Your second factor was reset",
    text: "An administrator has removed your passkeys, authenticator app and recovery codes, and signed you out. Sign in to set up new ones.",
    link: "sign_in",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    text: "Someone signed in to your account with one of your recovery codes. That code no longer works.",
    link: "sign_ins",
  },
};

const LINKS = { sign_in: "Sign in", sign_ins: "See where you are signed in" } as const;

/** Email to a member of staff whose access has changed. */
export const staff_access_changed = defineEmail(staffAccessChangedEmail, {
  read: readStaffEmail,
  subject: ({ change }) => CHANGES[change].subject,
  preview: ({ change }) => CHANGES[change].text,
  Body: ({ first_name, change, roles, context, ...links }) => {
    const { text, link } = CHANGES[change];
    return (
      <>
        <Greeting name={first_name} />
        <Paragraph>{text}</Paragraph>
        {change === "added" || change === "roles" || change === "brought_back" ? (
          <Paragraph>
            {roles.length > 0 ? `Your roles: ${roles.join(", ")}.` : "You don’t have any roles."}
          </Paragraph>
        ) : null}
        {link ? <LinkButton href={links[link]}>{LINKS[link]}</LinkButton> : null}
        <Paragraph>
          If you didn’t expect this, contact an administrator or email {context.support_email}{" "}
          straight away.
        </Paragraph>
      </>
    );
  },
});
