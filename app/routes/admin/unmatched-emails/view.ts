import {
  MATCH_TYPE_LABELS,
  REMATCH_FAILURES,
  REMATCH_LABELS,
} from "#app/domain/inbound-emails/labels.ts";
import type { ListedEmail } from "#app/domain/inbound-emails/list-emails.server.ts";
import type { readRematches } from "#app/domain/inbound-emails/read-rematches.server.ts";
import { adminMoment } from "#app/domain/fields/dates.ts";
import { formatCount } from "#app/domain/fields/counts.ts";

type Rematch = Awaited<ReturnType<typeof readRematches>>[number];
export type RematchView = ReturnType<typeof rematchView>;

/** A run as its panel shows it (T-004, T-005). */
export function rematchView(run: Rematch) {
  return {
    kind: run.kind,
    title: REMATCH_LABELS[run.kind],
    status: run.status,
    failure: run.status === "failed" ? REMATCH_FAILURES[run.kind] : null,
    started: `Started ${adminMoment(run.started_at)}${run.started_by ? ` by ${run.started_by}` : ""}`,
    total: run.total,
    checked: run.checked,
    counts: [
      ["Total", run.total],
      ["New matches", run.new_matches],
      ["Still unmatched", run.still_unmatched],
      ["Changed matches", run.changed_matches],
      ["Unchanged matches", run.unchanged_matches],
    ] satisfies [string, number][],
    match_types: run.match_types.map(([type, count]): [string, number] => [
      MATCH_TYPE_LABELS[type],
      count,
    ]),
  };
}

export type EmailView = ReturnType<typeof emailView>;

/** An email that came in, as text. */
export function emailView({ match_type, received_at, ...email }: ListedEmail) {
  const { from_name, from_email } = email;
  return {
    id: email.id,
    subject: email.subject || "No subject",
    from: from_name ? `${from_name} (${from_email})` : from_email,
    received: adminMoment(received_at),
    matched_by: match_type && MATCH_TYPE_LABELS[match_type],
    text: email.text_body,
  };
}

/** "3 unmatched emails" (T-001). */
export function countText(count: number): string {
  if (count === 0) return "No unmatched emails";
  return count === 1 ? "1 unmatched email" : `${formatCount(count)} unmatched emails`;
}
