import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { dayInWords } from "#app/domain/shared/dates.ts";
import type { MovingDay } from "#app/domain/stages/pre-completion-tasks.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { paths } from "#app/paths.ts";
import { Details } from "#app/ui/details.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { StageLine } from "#app/ui/stages.tsx";
import type { Noun } from "./view.ts";

/** Shows that the matter is complete. This is the only page with the large fan of panes. */
export function Completion({
  noun,
  day,
  line_1,
  lead,
  after,
  stages,
  aside,
}: {
  noun: Noun;
  day: string;
  line_1: string;
  lead: string;
  after: readonly MovingDay[];
  stages: readonly ShownStage[] | null;
  aside: ReactNode;
}) {
  return (
    <>
      <section className="completion" aria-labelledby="completed">
        <div className="wrap">
          <div className="stack">
            <p>Completed on {dayInWords(day)}</p>
            <h1 id="completed" tabIndex={-1}>
              {line_1} is {noun === "sale" ? "sold" : "yours"}
            </h1>
            <p>{lead}</p>
            <p>
              <Link to={paths.welcomeBack()}>All your properties</Link>
            </p>
          </div>
          <LitFan />
        </div>
      </section>
      {stages ? (
        <section className="completion-stages" aria-label="All stages complete">
          <div className="wrap">
            {/* The heading has the day of completion. */}
            <StageLine
              stages={stages.map((stage) =>
                stage.name === "completion" ? { ...stage, short_day: null } : stage,
              )}
            />
          </div>
        </section>
      ) : null}
      <Page>
        <div className="split" data-kind="completed">
          <Days id="after" title="What happens next" days={after} />
          {aside}
        </div>
      </Page>
    </>
  );
}

export function BeforeMoving({ days }: { days: readonly MovingDay[] }) {
  return (
    <Details summary={<h2>Before you move</h2>}>
      <DayList days={days} />
    </Details>
  );
}

function Days({ id, title, days }: { id: string; title: string; days: readonly MovingDay[] }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <DayList days={days} />
    </section>
  );
}

function DayList({ days }: { days: readonly MovingDay[] }) {
  return (
    <ol className="moving-days">
      {days.map(({ when, what, text }) => (
        <li key={what}>
          <p>{when}</p>
          <div>
            <h3>{what}</h3>
            <p className="hint">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function LitFan() {
  return (
    <svg viewBox="0 0 240 185" width="240" height="185" aria-hidden="true" focusable="false">
      <g fill="#f2b33d">
        <path d="M8 118A112 112 0 0 1 17.9 72.1L85 103.2A38 38 0 0 0 82 118Z" />
        <path d="M52.5 28.6A112 112 0 0 1 92.2 9.5L109.8 81.4A38 38 0 0 0 97.8 87.2Z" />
        <path d="M147.8 9.5A112 112 0 0 1 187.5 28.6L142.2 87.2A38 38 0 0 0 130.2 81.4Z" />
        <path d="M222.1 72.1A112 112 0 0 1 232 118L158 118A38 38 0 0 0 155 103.2Z" />
      </g>
      <g fill="#ffc968">
        <path d="M20.4 66.8A112 112 0 0 1 47.9 32.3L94.9 89.5A38 38 0 0 0 86.6 99.9Z" />
        <path d="M97.9 8.2A112 112 0 0 1 142.1 8.2L126.7 80.6A38 38 0 0 0 113.3 80.6Z" />
        <path d="M192.1 32.3A112 112 0 0 1 219.6 66.8L153.4 99.9A38 38 0 0 0 145.1 89.5Z" />
      </g>
      <path fill="#fdf1d8" d="M91 118a29 29 0 0 1 58 0Z" />
      <path stroke="#f2b33d" strokeWidth="4" strokeLinecap="round" d="M4 123h232" />
      <path fill="#0e4f4a" d="M22 125v60h196v-60Z" />
      <path fill="#0a3b37" d="M46 140h64v45H46ZM130 140h64v45h-64Z" />
      <circle cx="120" cy="168" r="5" fill="#f2b33d" />
    </svg>
  );
}
