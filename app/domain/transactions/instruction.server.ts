import type { Db } from "#db/connection.ts";
import { readInstructedGroup, readInstructedMatters } from "./instructed-matters.server.ts";
import type { SolicitorLetter } from "./letter.ts";
import { hasSolicitor, writeLetterWords } from "./letter-words.server.ts";
import type { Side } from "./assigned-sides.ts";

type Acting = { seller_lawyer_group_id: string | null; buyer_lawyer_group_id: string | null };

/** Which letter it is, and about what. */
export type LetterToWrite = {
  side: Side;
  /** The homes of one seller are in one letter; of a purchase there is one. */
  transaction_ids: readonly string[];
  /** The purchase of a letter to the buyer's side; null of one to the seller's, which tells of the active one. */
  purchase_intent_id: string | null;
  /** Says that a purchase which the solicitor knows continues, instead of instructing them. */
  is_activation?: boolean;
  /** Who acts for both sides of a matter, where it is not who is assigned now. */
  acting?: (assigned: Acting) => Acting;
  /** Staff's words; those that were written at the assignment, when not given. */
  comment?: string | null;
};

/**
 * The letter to the solicitor of one side with all that they need to act (AMB-L01, AMB-L03): the one reader for every
 * time that it is sent.
 *
 * @returns the letter, and the lawyer group that it is for; null when no one of them can be written to
 * @throws Error when one of the matters, or the purchase, is gone
 */
export async function readInstruction(
  db: Db,
  { side, transaction_ids, purchase_intent_id, ...letter }: LetterToWrite,
): Promise<{ letter: SolicitorLetter; lawyer_group_id: string } | null> {
  const { acting = (assigned: Acting) => assigned, is_activation = false, comment } = letter;
  const rows = await readInstructedMatters(db, transaction_ids, purchase_intent_id);
  if (rows.length < transaction_ids.length) throw new Error("A matter of this letter is gone");
  const matters = [];
  for (const row of rows) {
    const { seller_lawyer_group_id, buyer_lawyer_group_id } = acting(row);
    matters.push({
      ...row,
      groups: {
        seller: await readInstructedGroup(db, seller_lawyer_group_id),
        buyer: await readInstructedGroup(db, buyer_lawyer_group_id),
      },
    });
  }
  const [first] = matters;
  const group = first?.groups[side];
  if (!first || !group || !hasSolicitor(group)) return null;
  const words = writeLetterWords({
    side,
    matters,
    group,
    is_activation,
    comment: comment === undefined ? first[`${side}_comments`] : comment,
  });
  return { letter: words, lawyer_group_id: group.id };
}
