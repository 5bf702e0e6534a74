import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { keepNumberWithStreet } from "#app/domain/shared/address.ts";
import { stageNumber } from "#app/domain/transactions/stage-facts.ts";
import type { CardKind, ActionCard } from "#app/domain/stages/card-type.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { CardFacts, StageFan, StageList } from "#app/ui/stages.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { BeforeMoving, Completion } from "./completion.tsx";
import { Dates, type DatesView } from "./dates.tsx";
import { ReturnedDocuments } from "./returned-documents.tsx";
import { type Person, SheetPart, type Solicitor, SolicitorDetails, PeopleFacts } from "./sheet.tsx";
import { CoParties } from "./co-parties.tsx";
import type { Noun, ProgressView } from "./view.ts";

/** Renders the dashboard of a complete sale or purchase (F-032). */
export function DashboardPage({
  title,
  noun,
  first_name,
  lead,
  matter,
  facts,
  progress,
  dates,
  solicitor,
  people = [],
  report,
  card,
  next_email_by,
  stages,
  action,
  documents,
  costs,
  children,
}: {
  title: string;
  noun: Noun;
  first_name: string;
  lead: string | null;
  matter: { id: string; address: string; line_1: string };
  facts: ReactNode;
  progress: ProgressView;
  dates: DatesView;
  /**
   * Solicitor of the reader. "unknown" if the matter continues without the reader, because that
   * solicitor may act for the new buyer.
   */
  solicitor: Solicitor | null | "unknown";
  people?: readonly Person[];
  report?: ReactNode;
  card: ActionCard;
  /**
   * Day of our next email, such as "Friday 4 December", for a reader who can’t be shown a better
   * date.
   */
  next_email_by: string | null;
  /** Stages of the matter; null for a buyer who is not the active one. */
  stages: readonly ShownStage[] | null;
  action?: ReactNode;
  /** Link to the documents of the reader’s side. */
  documents?: ReactNode;
  costs: ReactNode;
  children: ReactNode;
}) {
  const { stage, completion, rows } = progress;
  const isCompleted = stage === "completed" && completion !== null;
  const isOver = stage === "completed" || stage === "aborted";
  const welcome = [`Welcome, ${first_name}.`, lead].filter(Boolean).join(" ");
  const aside = (
    <aside className="sheet" aria-label={`Details of your ${noun}`}>
      <SheetPart title={`Your ${noun}`}>
        <p>{facts}</p>
      </SheetPart>
      {rows.length > 0 ? (
        <SheetPart title="Progress">
          <SummaryList layout="side" rows={rows} />
        </SheetPart>
      ) : null}
      {progress.facts.checks.length > 1 ? (
        <SheetPart title={`Other people on this ${noun}`}>
          <CoParties checks={progress.facts.checks} isOver={isOver} />
        </SheetPart>
      ) : null}
      {dates.rows.length > 0 || (dates.is_own && !isOver) ? (
        <SheetPart title="Dates">
          <Dates {...dates} />
        </SheetPart>
      ) : null}
      {report ? <SheetPart title="Property report">{report}</SheetPart> : null}
      {solicitor === "unknown" ? null : (
        <PeopleFacts people={people}>
          <SolicitorDetails solicitor={solicitor} isOver={isCompleted || card.kind === "over"} />
        </PeopleFacts>
      )}
      <SheetPart title="Costs">
        {costs}
        <p>
          <Link to={`${paths.home()}#costs`}>All costs and who pays them</Link>
        </p>
      </SheetPart>
      <SheetPart title="Questions?">
        <EmailSupport matter={matter} />
      </SheetPart>
    </aside>
  );
  if (isCompleted) {
    const day = { noun, day: completion, line_1: matter.line_1, lead: welcome };
    return <Completion {...day} stages={stages} aside={aside} />;
  }
  return (
    <Page title={keepNumberWithStreet(title)} lead={welcome} back={paths.welcomeBack()}>
      <div className="split" data-kind="dashboard">
        <div className="stack" data-gap="l">
          <NextActionCard
            card={card}
            next_email_by={next_email_by}
            stages={stages}
            isOwn={dates.is_own}
            action={action}
          />
          {documents}
          {stage === "exchanged" && card.kind !== "over" ? (
            <BeforeMoving days={progress.before_moving} />
          ) : null}
          {stages && card.kind !== "over" ? <Stages stages={stages} /> : null}
          {card.kind === "over" ? null : children}
        </div>
        {aside}
      </div>
    </Page>
  );
}

function NextActionCard({
  card: { kind, title, text, due, task, papers, in_parallel, current_holder, why, note },
  next_email_by,
  stages,
  isOwn,
  action,
}: {
  card: ActionCard;
  next_email_by: string | null;
  stages: readonly ShownStage[] | null;
  /** True if the reader is the customer. False for staff, who can’t act for the customer. */
  isOwn: boolean;
  action: ReactNode;
}) {
  if (kind === "over") {
    return (
      <Card title={title}>
        <p>{text}</p>
        {why ? <p>{why}</p> : null}
        <p>
          <Link to={paths.welcomeBack()}>All your properties</Link>
        </p>
      </Card>
    );
  }
  return (
    <Card
      title={title}
      tone="next"
      badge={
        <>
          {stages ? <StageNumber stages={stages} /> : null}
          <NextActionBadge kind={kind} />
        </>
      }
    >
      <CardFacts due={due} current_holder={in_parallel ? null : current_holder} />
      {kind === "note" ? null : <p>{text}</p>}
      {note ? (
        <div className="stage-note">
          <p>“{note.note}”</p>
          <p>
            <a href={`#note-${note.id}`}>
              {kind === "note" ? "See this note in the stages below" : note.left}
            </a>
          </p>
        </div>
      ) : null}
      {task ? (
        <div className="meanwhile">
          <p className="hint">You also need to</p>
          <h3>{task.title}</h3>
          <CardFacts due={task.due} current_holder={null} />
        </div>
      ) : null}
      {papers ? <ReturnedDocuments papers={papers} isOwn={isOwn} /> : null}
      {action}
      {in_parallel ? (
        <div className="meanwhile">
          <p className="hint">What’s happening now</p>
          <h3>{in_parallel.title}</h3>
          <CardFacts current_holder={current_holder} />
          <p>{in_parallel.text}</p>
        </div>
      ) : null}
      {why ? <p>{why}</p> : null}
      {next_email_by ? (
        <p>We’ll email you by {next_email_by}, or sooner if something changes.</p>
      ) : null}
    </Card>
  );
}

function StageNumber({ stages }: { stages: readonly ShownStage[] }) {
  const stage = stages.find(({ state }) => state === "now" || state === "stopped");
  if (!stage) return null;
  return (
    <>
      <StageFan states={stages.map(({ state }) => state)} />
      <p className="hint">
        {stage.state === "stopped" ? "Fell through at stage" : "Stage"} {stageNumber(stage.name)}
      </p>
    </>
  );
}

function Stages({ stages }: { stages: readonly ShownStage[] }) {
  return (
    <section className="stack" aria-labelledby="stages">
      <h2 id="stages">The seven stages</h2>
      <StageList stages={stages} />
    </section>
  );
}

/** Renders a badge that says who must act next, or that no one must. */
export function NextActionBadge({ kind }: { kind: Exclude<CardKind, "over"> }) {
  return ACTOR_BADGES[kind];
}

const ACTOR_BADGES: Record<Exclude<CardKind, "over">, ReactNode> = {
  yours: <Badge tone="act">Your turn</Badge>,
  papers: <Badge tone="act">Documents to return</Badge>,
  money: <Badge tone="act">Money needed</Badge>,
  note: <Badge tone="act">Read our note</Badge>,
  ready: <Badge tone="act">Get ready to move</Badge>,
  solicitors: <Badge tone="wait">Nothing to do unless you’re asked</Badge>,
  others: <Badge tone="wait">Nothing to do for now</Badge>,
};

/** Renders a link to email us, with the matter in the email’s subject (F-032, AMB-F07). */
function EmailSupport({ matter: { id, address } }: { matter: { id: string; address: string } }) {
  const email = useSupportEmail();
  if (!email) return null;
  const subject = encodeURIComponent(`Matter ${id}: ${address}`);
  return (
    <>
      <p>
        <a className="button" data-kind="secondary" href={`mailto:${email}?subject=${subject}`}>
          Email Support
        </a>
      </p>
      <p>{email}</p>
    </>
  );
}
