import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type Status = Selectable<DB["invitations"]>["status"];

/** Statuses of an invitation that has not been opened and can expire (AMB-R01). */
export const UNOPENED_STATUSES = ["pending", "sent"] as const satisfies readonly Status[];

/** Statuses of an invitation whose link still works (AMB-R01). */
export const OPEN_STATUSES = [...UNOPENED_STATUSES, "clicked"] as const satisfies readonly Status[];

export function isOpen(status: Status): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/**
 * Number of days after which an invitation and its link expire. The days are counted from when the
 * invitation was sent or, if it has not been sent, created (AMB-B09).
 */
export const INVITATION_DAYS = 7;

export const INVITED_SIDE = { sell: "seller", buy: "buyer" } as const;

/**
 * Number of minutes for which a one-time sign-in link works (AMB-B09). Links in invitations work
 * for INVITATION_DAYS.
 */
export const LINK_MINUTES = 30;
