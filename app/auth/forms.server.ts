import { z } from "zod";
import { emailAddress, signUpNames } from "#app/domain/fields/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/fields/phone.server.ts";
import { ROLES } from "#app/paths.ts";

/** The bot check's signals. */
const signals = {
  recaptcha_token: z.string().optional(),
  website: z.string().optional(),
  form_key: z.string().optional(),
};

/** What both forms carry besides what is typed: the signals and the flags of their address. */
const carried = { ...signals, prevent_email: z.string().optional() };

/** "Send email again", where nothing is typed. */
export const ResendLinkForm = z.object(signals);

/** Sign-up (B-039 to B-044). */
export const SignUpForm = mobilePhone(
  z.object({ ...signUpNames, ...phoneFields, email: emailAddress(), ...carried }),
);

/** Sign-in (B-055). */
export const SignInForm = z.object({
  email: emailAddress(),
  role: z.enum(ROLES).optional().catch(undefined),
  redirect_to: z.string().optional(),
  ...carried,
});
