import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type Status = Selectable<DB["invitations"]>["status"];

/** Statuses of an unopened invitation, which can expire (AMB-R01). */
export const UNOPENED_STATUSES = ["pending", "sent"] as const satisfies readonly Status[];

/** Statuses of an invitation whose link still works (AMB-R01). */
export const OPEN_STATUSES = [...UNOPENED_STATUSES, "clicked"] as const satisfies readonly Status[];

export function isOpen(status: Status): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Days from sending (or creation, if unsent) until an invitation and its link expire (AMB-B09). */
export const INVITATION_DAYS = 7;

export const INVITED_SIDE = { sell: "seller", buy: "buyer" } as const;

/** Lifetime of a one-time sign-in link (AMB-B09). Invitation links work for INVITATION_DAYS. */
export const LINK_MINUTES = 30;
