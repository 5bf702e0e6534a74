import { z } from "zod";
import { deleteDraft, readDraft, saveDraft } from "#app/domain/drafts/drafts.server.ts";
import { isoTimestamp } from "#app/domain/fields/dates.server.ts";
import type { Db } from "#db/connection.ts";

/** Said to who would go on without. */
export const ACCEPT_TERMS = "Please accept the terms and conditions to continue";

/**
 * One box to tick (AMB-C11). The id of the sale or purchase intent is checked where the acceptance is written down
 * (C-087, D-062).
 */
export const termsForm = z.object({
  terms_and_conditions: z.literal("on", {
    error: ACCEPT_TERMS,
  }),
  id: z.string().default(""),
  /** Of the answers that were shown above the box. */
  version: z.string().optional(),
});

const Pending = z.object({ accepted_at: isoTimestamp() });

/**
 * Terms that a person has accepted and that could not be written down (AMB-C10): they go on to the last step, and
 * before it does anything the acceptance is tried again. For sales and for purchases alike.
 *
 * @param draftOf where the acceptance of this matter waits
 * @param accept how it is written down
 */
export function pendingTerms<Target extends object>(
  draftOf: (target: Target) => { user_id: string; form: string },
  accept: (db: Db, acceptance: Target & { accepted_at: Date }) => Promise<void>,
) {
  async function since(db: Db, target: Target): Promise<Date | null> {
    const { user_id, form } = draftOf(target);
    const pending = Pending.safeParse(await readDraft(db, user_id, form)).data;
    return pending ? new Date(pending.accepted_at) : null;
  }

  /** Drops an acceptance that is still waiting. */
  async function forget(db: Db, target: Target): Promise<void> {
    const { user_id, form } = draftOf(target);
    await deleteDraft(db, user_id, form);
  }

  return {
    forget,

    /** Remembers that the box was ticked now. */
    async keep(db: Db, target: Target): Promise<void> {
      const { user_id, form } = draftOf(target);
      const pending = { accepted_at: new Date().toISOString() } satisfies z.input<typeof Pending>;
      await saveDraft(db, user_id, form, pending);
    },

    async isWaiting(db: Db, target: Target): Promise<boolean> {
      return (await since(db, target)) !== null;
    },

    /**
     * Writes down an acceptance that is still waiting, with the time at which the box was ticked.
     *
     * @throws whatever hindered it; then the last step may not be taken.
     */
    async record(db: Db, target: Target): Promise<void> {
      const accepted_at = await since(db, target);
      if (!accepted_at) return;
      await accept(db, { ...target, accepted_at });
      await forget(db, target);
    },
  };
}
