import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { keepNumberWithStreet } from "#app/domain/shared/address.ts";
import type { MatterContact } from "#app/domain/handlers/contact.ts";
import type { MovingDay } from "#app/domain/stages/pre-completion-tasks.ts";
import type { ActionCard } from "#app/domain/stages/card-type.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { paths } from "#app/paths.ts";
import { Details } from "#app/ui/details.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { BeforeMoving, Completion } from "./completion.tsx";
import { Contact } from "./contact.tsx";
import { Dates, type DatesView } from "./dates.tsx";
import { NextActionCard } from "./next-action-card.tsx";
import type { ReadyView } from "./ready-list.tsx";
import { SevenStages } from "./seven-stages.tsx";
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
  contact,
  facts,
  progress,
  dates,
  solicitor,
  people = [],
  report,
  card,
  next_email_by,
  asked = [],
  stages,
  after,
  ready = null,
  own_task = null,
  links = [],
  action,
  costs,
  steps_title,
  children,
}: {
  title: string;
  noun: Noun;
  first_name: string;
  lead: string | null;
  matter: { id: string; address: string; line_1: string };
  /** Handler of the matter, and its number; null for a reader whose purchase has ended. */
  contact: MatterContact | null;
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
  /** Sentences about our questions to firms about the current step. */
  asked?: readonly string[];
  /** Stages of the matter; null for a buyer who is not the active one. */
  stages: readonly ShownStage[] | null;
  /** Tasks of the reader after completion. */
  after: readonly MovingDay[];
  /** How ready a sale without a buyer is. */
  ready?: ReadyView | null;
  /** Sentence about what else the reader can do now. */
  own_task?: string | null;
  /** Other pages of this matter. */
  links?: readonly { label: string; to: string }[];
  action?: ReactNode;
  costs: ReactNode;
  steps_title: string;
  children: ReactNode;
}) {
  const { stage, completion, rows } = progress;
  const isCompleted = stage === "completed" && completion !== null;
  const isOver = stage === "completed" || stage === "aborted";
  const welcome = [`Welcome, ${first_name}.`, lead].filter(Boolean).join(" ");
  const aside = (
    <aside className="sheet" aria-label={`Details of your ${noun}`}>
      {solicitor === "unknown" ? null : (
        <PeopleFacts people={people}>
          <SolicitorDetails solicitor={solicitor} isOver={isOver || card.kind === "over"} />
        </PeopleFacts>
      )}
      <SheetPart title="Costs">
        {costs}
        <p>
          <Link to={`${paths.home()}#costs`}>All costs and who pays them</Link>
        </p>
      </SheetPart>
      <SheetPart title={contact?.name ? "Your contact" : "Questions?"}>
        {contact ? <Contact contact={contact} noun={noun} line_1={matter.line_1} /> : null}
        <EmailSupport matter={matter} />
      </SheetPart>
      <details>
        <summary>
          <ChevronRight />
          More about your {noun}
        </summary>
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
        {dates.rows.length > 0 || (dates.is_own && !isOver && card.kind !== "over") ? (
          <SheetPart title="Dates">
            <Dates {...dates} />
          </SheetPart>
        ) : null}
        {report ? <SheetPart title="Property report">{report}</SheetPart> : null}
      </details>
    </aside>
  );
  if (isCompleted) {
    const day = { noun, day: completion, line_1: matter.line_1, lead: welcome };
    return <Completion {...day} after={after} stages={stages} aside={aside} />;
  }
  return (
    <Page title={keepNumberWithStreet(title)} lead={welcome} back={paths.welcomeBack()}>
      {links.length > 0 ? <Links noun={noun} links={links} /> : null}
      <div className="split" data-kind="dashboard">
        <div className="stack">
          <NextActionCard
            card={card}
            next_email_by={next_email_by}
            asked={asked}
            stages={stages}
            ready={ready}
            own_task={own_task}
            isOwn={dates.is_own}
            action={action}
          />
          {stages && card.kind !== "over" ? (
            <SevenStages stages={stages} hasBuyer={ready === null} />
          ) : null}
          {card.kind === "over" ? null : (
            <div className="folds">
              {stage === "exchanged" && progress.before_moving.length > 0 ? (
                <BeforeMoving days={progress.before_moving} />
              ) : null}
              {children ? <Details summary={<h2>{steps_title}</h2>}>{children}</Details> : null}
            </div>
          )}
        </div>
        {aside}
      </div>
    </Page>
  );
}

function Links({ noun, links }: { noun: Noun; links: readonly { label: string; to: string }[] }) {
  return (
    <nav className="matter-pages" aria-label={`Pages of your ${noun}`}>
      <ul className="cluster">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Renders a link to email us, with the matter in the email’s subject (F-032, AMB-F07). */
function EmailSupport({ matter: { id, address } }: { matter: { id: string; address: string } }) {
  const email = useSupportEmail();
  if (!email) return null;
  const subject = encodeURIComponent(`Matter ${id}: ${address}`);
  return (
    <>
      <p>
        <a className="tap" href={`mailto:${email}?subject=${subject}`}>
          Email Support
        </a>
      </p>
      <p>{email}</p>
    </>
  );
}
