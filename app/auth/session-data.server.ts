import { z } from "zod";
import { SignUpDetails } from "#app/domain/people/users.server.ts";
import type { StaffRole } from "#app/domain/staff/roles.ts";
import { ROLES } from "#app/paths.ts";

/** What a session holds. */

const Onboarding = z.object({
  intent: z.enum(ROLES).optional(),
  invitation_id: z.string().optional(),
});
/**
 * The customer's purpose and invitation. The address of a page names the sale or purchase, not the session (A-038 to
 *
 */
export type Onboarding = z.infer<typeof Onboarding>;

const Pending = z.object({
  page: z.enum(["sign-in", "sign-up"]),
  email: z.string(),
  role: z.enum(ROLES).optional(),
  prevent_email: z.boolean(),
  /** What else was typed at sign-up. */
  typed: SignUpDetails.optional(),
});
/** The link a visitor asked for, so that "Send email again" needs no address in the URL (AMB-B02). */
export type PendingLink = z.infer<typeof Pending>;

export const SessionData = z.object({
  onboarding: Onboarding.default({}),
  pending: Pending.optional(),
  /** Where the visitor was going when they asked for the link. */
  redirect_to: z.string().optional(),
  /** Invitation tokens already counted in this browser (AMB-B11), as ids. */
  counted_invitations: z.array(z.string()).default([]),
});
export type SessionData = z.infer<typeof SessionData>;

export type SignedIn = {
  id: string;
  type: "admin" | "customer";
  email: string;
  first_name: string;
  last_name: string;
  /** Came by an invitation, once or more. */
  invited: boolean;
  session_id: string;
  /** So recently that a second press of the same link is taken for a double click. */
  signed_in_recently: boolean;
  /** So recently that it proves who is there. */
  signed_in_freshly: boolean;
  /** What a member of staff may do; empty for a customer. */
  roles: readonly StaffRole[];
  has_second_factor: boolean;
  /** They have been asked for it so recently that they may do what cannot be undone. */
  second_factor_is_fresh: boolean;
  onboarding: Onboarding;
};

export type Session = {
  /** Hash of the cookie's id; the primary key of the row. */
  id: string;
  data: SessionData;
  user: SignedIn | null;
  /** Who has opened a link and has not shown their second factor yet: nobody is signed in until then. */
  awaiting: SignedIn | null;
};
