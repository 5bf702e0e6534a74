import type { Mended } from "#app/domain/paging/list-counts.server.ts";

/** What the nightly check says when triggers have looked on. */
export const NOTHING_TO_MEND: Mended = { paid: 0, listed: 0, referrals: 0, counts: [] };
