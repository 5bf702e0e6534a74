import { z } from "zod";
import { emailAddress, signUpNames } from "#app/domain/shared/names.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/shared/phone.server.ts";
import { ROLES } from "#app/paths.ts";

const signals = {
  recaptcha_token: z.string().optional(),
  website: z.string().optional(),
  form_key: z.string().optional(),
};

const carried = { ...signals, prevent_email: z.string().optional() };

export const ResendLinkForm = z.object(signals);

/** Values of the sign-up form (B-039 to B-044). */
export const SignUpForm = mobilePhone(
  z.object({ ...signUpNames, ...phoneFields, email: emailAddress(), ...carried }),
);

/** Values of the sign-in form (B-055). */
export const SignInForm = z.object({
  email: emailAddress(),
  role: z.enum(ROLES).optional().catch(undefined),
  redirect_to: z.string().optional(),
  ...carried,
});

/** Values of the sign-in form of a law firm’s page. */
export const FirmSignInForm = z.object({ email: emailAddress(), ...carried });
