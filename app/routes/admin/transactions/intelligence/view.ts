import { adminDate, adminMoment } from "#app/domain/fields/dates.ts";
import { formatCount } from "#app/domain/fields/counts.ts";
import { counted } from "#app/domain/fields/words.ts";
import { SEVERITY_LABELS, waitUrgency } from "#app/domain/intelligence/parts.ts";
import type { Intelligence } from "#app/domain/intelligence/read-intelligence.server.ts";
import { authorLabel } from "#app/domain/reports/labels.ts";

export type IntelligenceView = ReturnType<typeof intelligenceView>;

const WAIT_TONES = { red: "stop", amber: "act", none: "plain" } as const;
const SEVERITY_TONES = { high: "stop", medium: "act", low: "plain" } as const;

/** Where a matter stands, as its card shows it: texts, ready to be read. */
export function intelligenceView(known: Intelligence) {
  const { key_dates, context, input_tokens, output_tokens } = known;
  const { target_completion_date, last_email_days } = key_dates;
  return {
    id: known.id,
    summary: known.summary,
    next_step: known.next_step,
    generated: adminMoment(known.generated_at),
    author: authorLabel(known.model),
    waiting_on: known.waiting_on.map(({ party, item, last_mentioned, days_waiting }) => ({
      party,
      item,
      last_mentioned: adminDate(last_mentioned),
      days: counted(days_waiting, "day"),
      tone: WAIT_TONES[waitUrgency(days_waiting)],
    })),
    blockers: known.blockers.map(({ severity, description }) => ({
      severity: SEVERITY_LABELS[severity],
      tone: SEVERITY_TONES[severity],
      description,
    })),
    key_dates: [
      { term: "Open for", description: counted(key_dates.transaction_open_days, "day") },
      {
        term: "Last email",
        description: last_email_days === null ? null : `${counted(last_email_days, "day")} ago`,
      },
      { term: "Next milestone", description: key_dates.next_milestone },
      {
        term: "Target completion",
        description: target_completion_date && adminDate(target_completion_date),
      },
    ],
    people: [
      ["Buyer", context.buyer],
      ["Seller", context.seller],
      ["Solicitor", context.solicitor],
      ["Agent", context.agent],
    ]
      .filter(([, name]) => name !== null)
      .map((person) => person.join(" ")),
    tokens: `${formatCount(input_tokens)} tokens in, ${formatCount(output_tokens)} out`,
  };
}
