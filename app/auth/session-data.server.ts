import { z } from "zod";
import { SignUpDetails } from "#app/domain/people/users.server.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { ROLES } from "#app/paths.ts";

const Onboarding = z.object({
  intent: z.enum(ROLES).optional(),
  invitation_id: z.string().optional(),
});
/**
 * The customer's role (seller or buyer) and invitation. The sale is identified by the URL, not by
 * the session.
 */
export type Onboarding = z.infer<typeof Onboarding>;

const Pending = z.object({
  page: z.enum(["sign-in", "sign-up"]),
  email: z.string(),
  role: z.enum(ROLES).optional(),
  prevent_email: z.boolean(),
  typed: SignUpDetails.optional(),
});
/**
 * Request for a link, stored so that "Send email again" works without an email address in the URL
 * (AMB-B02).
 */
export type PendingLink = z.infer<typeof Pending>;

export const SessionData = z.object({
  onboarding: Onboarding.default({}),
  pending: Pending.optional(),
  redirect_to: z.string().optional(),
  /** Ids of the invitations whose clicks in this browser have been counted (AMB-B11). */
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
   * True for 5 minutes after sign-in. A second click on the link in that time counts as a double
   * click.
   */
  signed_in_recently: boolean;
  /** True for 15 minutes after sign-in. In that time the sign-in still proves who the user is. */
  signed_in_freshly: boolean;
  roles: readonly StaffRole[];
  has_second_factor: boolean;
  /**
   * True for 10 minutes after the user passed the second factor. In that time the user may take
   * actions that can't be undone.
   */
  second_factor_is_fresh: boolean;
  onboarding: Onboarding;
};

export type Session = {
  /** Hash of the id in the cookie. The hash is the primary key of the session's row. */
  id: string;
  data: SessionData;
  user: SignedIn | null;
  /** User who has not yet passed the second factor; `user` is null until then. */
  awaitingSecondFactor: SignedIn | null;
};
