import type { Selectable } from "kysely";
import type { DB } from "#db/types.d.ts";

type Status = Selectable<DB["invitations"]>["status"];

/** Of an invitation that no one has opened: it may expire (AMB-R01). */
export const UNOPENED = ["pending", "sent"] as const satisfies readonly Status[];

/** Of an open invitation: its link opens something, and it may still lead to what it is for (AMB-R01). */
export const OPEN = [...UNOPENED, "clicked"] as const satisfies readonly Status[];

export function isOpen(status: Status): boolean {
  return OPEN.some((open) => open === status);
}

/**
 * How long an invitation waits for its customer, after it was sent; one that was never sent, after it was made. Its
 * link lives as long (AMB-B09).
 */
export const INVITATION_DAYS = 7;

/** Whom an invitation to sell, or to buy, is for. */
export const INVITED = { sell: "seller", buy: "buyer" } as const;

/** How long a link works that signs a person in, for which it works once (AMB-B09). Invitations have days. */
export const LINK_MINUTES = 30;
