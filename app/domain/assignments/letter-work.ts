/** The parts of a letter to a solicitor about ID checks and searches. */

import type { ClientCheck } from "./client-checks.server.ts";
import { dayInWords } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { productName } from "#app/domain/searches/labels.ts";
import type { LetterMatter } from "./instructed-matters.server.ts";
import type { LetterPart, LetterRow } from "./letter.ts";
import type { LetterFacts, SearchState } from "./letter-facts.server.ts";
import { row, rowsOfEach } from "./letter-row.ts";

/**
 * Returns the state of each client’s ID check, and the addresses that the reports go to.
 * @param recipients addresses that the firm’s group has given us
 */
export function checksPart(
  matters: readonly LetterMatter[],
  recipients: readonly string[],
): LetterPart | null {
  const checks = rowsOfEach(matters, ({ facts }) => facts.checks.map(checkRow));
  if (checks.length === 0) return null;
  return {
    title: "ID checks by Thirdfort",
    rows: [...checks, row("Reports go to", recipients.length > 0 ? recipients.join("\n") : null)],
  };
}

const checkRow = (check: ClientCheck): LetterRow =>
  row(
    check.person_type === "giftor" ? `${fullName(check)} (giftor)` : fullName(check),
    [checkText(check), reportText(check)].filter(Boolean).join("\n"),
  );

/**
 * Returns the state of a check for a law firm. Results that are not clear are for our team and for
 * Thirdfort’s report.
 */
function checkText({ person_type, status, result, updated_at }: ClientCheck): string {
  const on = updated_at ? ` on ${dayInWords(updated_at)}` : "";
  switch (status) {
    case null:
    case "aborted":
      return "Not ordered yet";
    case "pending":
      return person_type === "giftor" ? "Sent to the giftor" : "Sent to your client";
    case "failed":
      return "We’re reviewing it";
    case "complete":
      return result === null || result === "clear" ? `Clear${on}` : "We’re reviewing it";
  }
}

function reportText({ status, report_to }: ClientCheck): string | null {
  if (status !== "complete") return null;
  return report_to === null
    ? "No law firm has the report"
    : `Thirdfort sent the report to ${report_to}`;
}

/** Returns the state of each search. */
export const searchesPart = (matters: readonly LetterMatter[]): LetterPart => ({
  title: "Searches",
  rows: rowsOfEach(matters, ({ facts }) => searchRows(facts)),
});

function searchRows({ searches, searches_ordered_on: day }: LetterFacts): LetterRow[] {
  if (searches.length === 0) {
    return [row("Searches", day ? `Ordered on ${dayInWords(day)}` : "Not ordered yet")];
  }
  return searches.map((search) =>
    row(
      productName(search.product_id),
      `${searchText(search)}\nOneSearch reference ${search.reference}`,
    ),
  );
}

function searchText({ status, estimated_completion, completion_date }: SearchState): string {
  switch (status) {
    case "complete":
      return completion_date ? `Back on ${dayInWords(completion_date)}` : "Back";
    case "cancelled":
      return "Cancelled";
    case "in progress":
      return estimated_completion
        ? `Ordered, expected by ${dayInWords(estimated_completion)}`
        : "Ordered, day of the result not known";
  }
}
