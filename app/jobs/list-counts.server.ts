import { z } from "zod";
import * as counts from "#app/domain/paging/list-counts.server.ts";
import { report } from "#app/observability/report.server.ts";
import { withPatientDatabase } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Hourly: folds the changes into each number, so that few rows make it up. */
export const foldListCounts = defineJob({
  name: "fold-list-counts",
  payload: z.object({}),
  at: "37 * * * *",
  async run() {
    const folded = await withPatientDatabase(counts.foldListCounts);
    return `Rows of list counts combined: ${folded}.`;
  },
});

/** Nightly, and after rows were inserted without triggers: corrects the numbers of the lists by their rows. */
export const checkListCounts = defineJob({
  name: "check-list-counts",
  payload: z.object({}),
  at: "47 3 * * *",
  missed: "fill=1d&max=3",
  async run() {
    const mended = await withPatientDatabase(counts.mendListCounts);
    const { paid, listed, referrals, counts: different } = mended;
    if (paid + listed + referrals + different.length === 0) {
      return "All list counts are correct.";
    }
    const said = `Corrected: whether a matter is paid (${paid}), what lists show of a matter (${listed}), referrals (${referrals}) and list counts (${different.length}${examples(different)}).`;
    report(new Error(said), { what: "counts of the lists" });
    return said;
  },
});

const MAX_EXAMPLES = 5;

/** Filters hold ids only. */
function examples(different: readonly counts.CountDifference[]) {
  const said = different
    .slice(0, MAX_EXAMPLES)
    .map(({ list, filter, kept, found }) => `${list} ${filter}: ${kept} instead of ${found}`);
  return said.length > 0 ? `, such as ${said.join("; ")}` : "";
}
