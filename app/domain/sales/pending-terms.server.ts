import { z } from "zod";
import { deleteDraft, readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import type { Db } from "#db/connection.ts";
import { acceptTerms } from "./accept-terms.server.ts";

/**
 * Terms that a seller has accepted and that could not be written down (AMB-C10): they go on to the payment, and before
 * any money is taken the acceptance is tried again.
 */
const Pending = z.object({ accepted_at: z.iso.datetime() });

function form(transaction_id: string) {
  return `sell/terms-and-conditions:${transaction_id}`;
}

/** Remembers that the box was ticked now. */
export async function keepPendingTerms(
  db: Db,
  target: { transaction_id: string; seller_id: string },
): Promise<void> {
  const pending = { accepted_at: new Date().toISOString() } satisfies z.input<typeof Pending>;
  await saveDraft(db, target.seller_id, form(target.transaction_id), pending);
}

export async function hasPendingTerms(
  db: Db,
  target: { transaction_id: string; seller_id: string },
): Promise<boolean> {
  return (await pendingSince(db, target)) !== null;
}

/**
 * Writes down an acceptance that is still waiting, with the time at which the box was ticked.
 *
 * @throws whatever hindered it; then no money may be taken.
 */
export async function recordPendingTerms(
  db: Db,
  target: { transaction_id: string; seller_id: string },
): Promise<void> {
  const accepted_at = await pendingSince(db, target);
  if (!accepted_at) return;
  await acceptTerms(db, { ...target, accepted_at });
  await deleteDraft(db, target.seller_id, form(target.transaction_id));
}

async function pendingSince(db: Db, target: { transaction_id: string; seller_id: string }) {
  const draft = await readDraft(db, target.seller_id, form(target.transaction_id));
  const pending = Pending.safeParse(draft).data;
  return pending ? new Date(pending.accepted_at) : null;
}
