import { z } from "zod";
import { emailAddress, signUpNames } from "#app/domain/people/person.server.ts";
import { mobilePhone, phoneFields } from "#app/domain/people/phone.server.ts";

/** What both forms carry besides what is typed: the bot check's signals and the flags of their address. */
const carried = {
  recaptcha_token: z.string().optional(),
  website: z.string().optional(),
  form_key: z.string().optional(),
  prevent_email: z.string().optional(),
};

/** Sign-up (B-039 to B-044). */
export const SignUpForm = mobilePhone(
  z.object({ ...signUpNames, ...phoneFields, email: emailAddress(), ...carried }),
);

/** Sign-in (B-055). */
export const SignInForm = z.object({
  email: emailAddress(),
  role: z.enum(["sell", "buy"]).optional().catch(undefined),
  redirect_to: z.string().optional(),
  ...carried,
});
