import { Link, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { formatCount } from "#app/domain/fields/words.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import type { RematchView } from "./view.ts";

const POLL_MS = 1_000;

/** How far a run has come. With scripts the page asks by itself, without them there is a link. */
export function RematchProgress({ run }: { run: RematchView | null }) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  // Anew with each answer, which brings another `run`.
  useEffect(() => {
    if (!run) return;
    const timer = setTimeout(revalidate, POLL_MS);
    return () => clearTimeout(timer);
  }, [run, revalidate]);
  return (
    <div className="rematch-progress stack" data-gap="s">
      {/* Always there, so that what comes and goes in it is heard; the numbers would be heard every second. */}
      <p role="status">{run ? `Under way: ${run.title}` : ""}</p>
      {run ? (
        <>
          <progress
            aria-label="Emails looked at"
            value={run.checked}
            max={Math.max(run.total, 1)}
          />
          <p>
            {run.checked} of {run.total} emails looked at.
          </p>
          {hydrated ? null : (
            <p>
              <Link to={paths.admin.unmatchedEmails()}>Refresh</Link>
            </p>
          )}
        </>
      ) : null}
    </div>
  );
}

/** What became of the last run of a kind (T-004, T-005). */
export function RematchResult({ run }: { run: RematchView }) {
  return (
    <Card title={`Result: ${run.title}`}>
      <p className="hint">{run.started}</p>
      {run.failure ? (
        <>
          <Notification kind="error" title={run.failure} />
          <p>
            {run.checked} of {run.total} emails were looked at. What was matched stays matched.
          </p>
        </>
      ) : (
        <div className="rematch-counts stack">
          <SummaryList layout="grid" rows={toRows(run.counts)} />
          <h3>Match types</h3>
          {run.match_types.length > 0 ? (
            <SummaryList layout="grid" rows={toRows(run.match_types)} />
          ) : (
            <p>No email belongs to a transaction.</p>
          )}
        </div>
      )}
    </Card>
  );
}

function toRows(counts: readonly [string, number][]) {
  return counts.map(([term, count]) => ({ term, description: formatCount(count) }));
}
