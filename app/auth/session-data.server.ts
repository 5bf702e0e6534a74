import { z } from "zod";
import { SignUpDetails } from "#app/domain/people/users.server.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { ROLES } from "#app/paths.ts";

const Onboarding = z.object({
  intent: z.enum(ROLES).optional(),
  invitation_id: z.string().optional(),
});
/** Intent and invitation. The URL, not the session, identifies the sale. */
export type Onboarding = z.infer<typeof Onboarding>;

const Pending = z.object({
  page: z.enum(["sign-in", "sign-up"]),
  email: z.string(),
  role: z.enum(ROLES).optional(),
  prevent_email: z.boolean(),
  typed: SignUpDetails.optional(),
});
/** Requested link, stored so that "Send email again" needs no address in the URL (AMB-B02). */
export type PendingLink = z.infer<typeof Pending>;

export const SessionData = z.object({
  onboarding: Onboarding.default({}),
  pending: Pending.optional(),
  redirect_to: z.string().optional(),
  /** Ids of invitations already counted in this browser (AMB-B11). */
  counted_invitations: z.array(z.string()).default([]),
});
export type SessionData = z.infer<typeof SessionData>;

export type SignedIn = {
  id: string;
  type: "admin" | "customer";
  email: string;
  first_name: string;
  last_name: string;
  invited: boolean;
  session_id: string;
  /**
   * True within 5 minutes of signing in, when a second click on the link counts as a double click.
   */
  signed_in_recently: boolean;
  /** True within 15 minutes of signing in, while the sign-in still proves identity. */
  signed_in_freshly: boolean;
  roles: readonly StaffRole[];
  has_second_factor: boolean;
  /** True within 10 minutes of the second factor, when the user may do what cannot be undone. */
  second_factor_is_fresh: boolean;
  onboarding: Onboarding;
};

export type Session = {
  /** Hash of the cookie's id; primary key of the row. */
  id: string;
  data: SessionData;
  user: SignedIn | null;
  /** User who has not passed their second factor yet; `user` is null until then. */
  awaitingSecondFactor: SignedIn | null;
};
