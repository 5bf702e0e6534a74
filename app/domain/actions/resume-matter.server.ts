import { z } from "zod";
import { findNewerSale } from "#app/domain/payments/duplicate-property.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import { defineAction } from "./action.ts";
import { describeEnd, NOT_ENDED, readEnd, showEnd, storedEnd, writeEnd } from "./ending.server.ts";
import { undoInstead } from "./undo-instead.server.ts";

/** Resumes a matter that staff have ended, and the purchase that was aborted with it. */
export const resumeMatter = defineAction({
  kind: "resume_matter",
  title: "Resume this matter",
  event: "sale_resumed",
  form: z.object({}).transform(() => NOT_ENDED),
  stored: storedEnd,
  read: readEnd,
  write: writeEnd,
  show: showEnd,
  describe: describeEnd,
  async refusal({ ended_on }, { transaction_id }, db) {
    if (ended_on === null) return "This matter hasn’t ended.";
    const newer = await findNewerSale(db, transaction_id, ended_on);
    if (newer) {
      const matter = formatMatterNumber(newer.number);
      return newer.is_sold
        ? `This home has been sold since then (${matter}).`
        : `This home is being sold in another matter (${matter}). Only one sale of a home can be open.`;
    }
    return undoInstead(db, { transaction_id, kind: "end_matter" });
  },
  undoRefusal: ({ end }) => (end === "completed" ? "This sale has completed since." : null),
});
