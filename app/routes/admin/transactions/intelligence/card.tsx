import { Form, useLocation } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { textOrDash } from "../../kit/cells.tsx";
import type { IntelligenceView } from "./view.ts";

/** What to do next and who holds it up; null when it could not be read (K-007). */
export function IntelligenceCard({
  id,
  card,
}: {
  id: string;
  card: { known: IntelligenceView | null } | null;
}) {
  if (!card) return <Notification kind="error" title="Failed to load transaction intelligence" />;
  const { known } = card;
  return (
    <Card title="Transaction Intelligence">
      {known ? <Known known={known} /> : <p>No intelligence yet</p>}
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

function Known({ known }: { known: IntelligenceView }) {
  const { summary, next_step, waiting_on, blockers, key_dates, people } = known;
  return (
    <>
      <p className="intelligence-next">
        <span className="hint">Next step</span> <strong>{next_step}</strong>
      </p>
      <p>{summary}</p>
      <div className="intelligence-lists">
        <div>
          <h3>Waiting on</h3>
          <ul>
            {waiting_on.map(({ party, item, last_mentioned, days, tone }, index) => (
              <li key={index}>
                <span>
                  <b>{party}</b>, {item} <span className="hint">since {last_mentioned}</span>
                </span>
                <Badge tone={tone}>{days}</Badge>
              </li>
            ))}
            {waiting_on.length === 0 ? <li>Nobody</li> : null}
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
    <Form method="post" action={paths.admin.refreshIntelligence(id)} preventScrollReset>
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="from" value={pathname} />
      <SubmitButton kind="secondary" size="small">
        Refresh<span className="vh"> transaction intelligence</span>
      </SubmitButton>
    </Form>
  );
}
