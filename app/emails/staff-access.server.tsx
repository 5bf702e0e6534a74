import {
  readStaffEmail,
  staffAccessChangedEmail,
  type AccessChange,
} from "#app/domain/staff/staff.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { defineEmail } from "./email.ts";
import { Greeting, LinkButton, Paragraph } from "./pieces.tsx";

type Change = AccessChange;

/** Text of each change, and the page to check it; null if the reader can no longer sign in. */
const CHANGES: Readonly<
  Record<Change, { subject: string; said: string; leads: "sign_in" | "sign_ins" | null }>
> = {
  added: {
    subject: `Your ${PRODUCT_NAME} staff account is ready`,
    said: "An administrator has added you as a member of staff. Sign in with this email address.",
    leads: "sign_in",
  },
  roles: {
    subject: "Your roles have changed",
    said: "An administrator has changed your roles.",
    leads: "sign_in",
  },
  deactivated: {
    subject: "Your account has been deactivated",
    said: "An administrator has deactivated your account. You’ve been signed out everywhere.",
    leads: null,
  },
  brought_back: {
    subject: "Your account has been restored",
    said: "An administrator has restored your account. You can sign in again.",
    leads: "sign_in",
  },
  sessions_ended: {
    subject: "You have been signed out",
    said: "An administrator has signed you out everywhere.",
    leads: "sign_in",
  },
  factor_added: {
    subject: "A second factor was added",
    said: "A passkey or authenticator app was added to your account. We’ll ask for it when you sign in.",
    leads: "sign_ins",
  },
  factor_removed: {
    subject: "A second factor was removed",
    said: "A passkey or authenticator app was removed from your account.",
    leads: "sign_ins",
  },
  factor_reset: {
    subject: "Your second factor was reset",
    said: "An administrator has removed your passkeys, authenticator app and recovery codes, and signed you out. Sign in to set up new ones.",
    leads: "sign_in",
  },
  recovery_code_used: {
    subject: "A recovery code was used",
    said: "Someone signed in to your account with one of your recovery codes. That code no longer works.",
    leads: "sign_ins",
  },
};

const LINKS = { sign_in: "Sign in", sign_ins: "See where you are signed in" } as const;

/** Email to a member of staff whose access has changed. */
export const staff_access_changed = defineEmail(staffAccessChangedEmail, {
  read: readStaffEmail,
  subject: ({ change }) => CHANGES[change].subject,
  preview: ({ change }) => CHANGES[change].said,
  Body: ({ first_name, change, roles, context, ...links }) => {
    const { said, leads } = CHANGES[change];
    return (
      <>
        <Greeting name={first_name} />
        <Paragraph>{said}</Paragraph>
        {change === "added" || change === "roles" || change === "brought_back" ? (
          <Paragraph>
            {roles.length > 0 ? `Your roles: ${roles.join(", ")}.` : "You don’t have any roles."}
          </Paragraph>
        ) : null}
        {leads ? <LinkButton href={links[leads]}>{LINKS[leads]}</LinkButton> : null}
        <Paragraph>
          If you didn’t expect this, contact an administrator or email {context.support_email}{" "}
          straight away.
        </Paragraph>
      </>
    );
  },
});
