import { waitUrgency } from "#app/domain/shared/working-days.ts";
import { Form, useLocation } from "@remix-run/react";
import type { Intelligence } from "#app/domain/intelligence/intelligence.server.ts";
import { SEVERITY_LABELS } from "#app/domain/intelligence/parts.ts";
import { authorLabel } from "#app/domain/reports/labels.ts";
import { adminDate, adminMoment } from "#app/domain/shared/dates.ts";
import { pluralise, formatCount } from "#app/domain/shared/format.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { IfPermitted } from "../../shared/allowed.tsx";
import { textOrDash } from "../../shared/cells.tsx";

/** Renders the matter’s next step and who holds it, or an error (K-007). */
export function IntelligenceCard({
  id,
  card,
  folded = false,
}: {
  id: string;
  card: { known: IntelligenceView | null } | null;
  /** True if only the next step and the summary are open. */
  folded?: boolean;
}) {
  if (!card) return <Notification kind="error" title="Failed to load transaction intelligence" />;
  const { known } = card;
  return (
    <Card title="Transaction Intelligence">
      {known ? <Known known={known} folded={folded} /> : <p>No intelligence yet</p>}
      <div className="card-foot">
        {known ? (
          <p className="hint">
            Generated {known.generated}. {known.author}. {known.tokens}.
          </p>
        ) : null}
        <Refresh id={id} seen={known?.id ?? ""} />
      </div>
    </Card>
  );
}

function Known({ known, folded }: { known: IntelligenceView; folded: boolean }) {
  const lists = <Lists known={known} />;
  return (
    <>
      <p className="intelligence-next">
        <span className="hint">Next step</span> <strong>{known.next_step}</strong>
      </p>
      <p>{known.summary}</p>
      {folded ? <Details summary="Waits, blockers and dates">{lists}</Details> : lists}
    </>
  );
}

function Lists({
  known: { waiting_on, blockers, key_dates, people },
}: {
  known: IntelligenceView;
}) {
  return (
    <>
      <div className="intelligence-lists">
        <div>
          <h3>Waiting for</h3>
          <ul>
            {waiting_on.map(({ party, item, last_mentioned, days, tone }, index) => (
              <li key={index}>
                <span>
                  <b>{party}</b>, {item} <span className="hint">since {last_mentioned}</span>
                </span>
                <Badge tone={tone}>{days}</Badge>
              </li>
            ))}
            {waiting_on.length === 0 ? <li>No one</li> : null}
          </ul>
        </div>
        <div>
          <h3>Blockers</h3>
          <ul>
            {blockers.map(({ severity, tone, description }, index) => (
              <li key={index}>
                <span>{description}</span>
                <Badge tone={tone}>{severity}</Badge>
              </li>
            ))}
            {blockers.length === 0 ? <li>None</li> : null}
          </ul>
        </div>
      </div>
      <SummaryList
        layout="grid"
        rows={key_dates.map(({ term, description }) => ({
          term,
          description: textOrDash(description),
        }))}
      />
      <p className="hint">{people.join(" · ")}</p>
    </>
  );
}

function Refresh({ id, seen }: { id: string; seen: string }) {
  const { pathname } = useLocation();
  return (
    <IfPermitted needs="handle">
      <Form method="post" action={paths.admin.refreshIntelligence(id)} preventScrollReset>
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="from" value={pathname} />
        <SubmitButton kind="secondary" size="small">
          Refresh<span className="vh"> transaction intelligence</span>
        </SubmitButton>
      </Form>
    </IfPermitted>
  );
}

export type IntelligenceView = ReturnType<typeof intelligenceView>;

const WAIT_TONES = { red: "stop", amber: "act", none: "plain" } as const;
const SEVERITY_TONES = { high: "stop", medium: "act", low: "plain" } as const;

/**
 * Maps the intelligence to its card. `open_for` is separate, because it counts the days until
 * today, but the intelligence may be older.
 */
export function intelligenceView(known: Intelligence, open_for: string) {
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
      days: pluralise(days_waiting, "day"),
      tone: WAIT_TONES[waitUrgency(days_waiting)],
    })),
    blockers: known.blockers.map(({ severity, description }) => ({
      severity: SEVERITY_LABELS[severity],
      tone: SEVERITY_TONES[severity],
      description,
    })),
    key_dates: [
      { term: "Open for", description: open_for },
      {
        term: "Last email",
        description: last_email_days === null ? null : `${pluralise(last_email_days, "day")} ago`,
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
