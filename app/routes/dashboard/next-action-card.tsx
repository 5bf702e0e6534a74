import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ActionCard, CardKind } from "#app/domain/stages/card-type.ts";
import type { ShownStage } from "#app/domain/stages/describe-stages.ts";
import { stageNumber } from "#app/domain/transactions/stage-facts.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { CardFacts, StageFan } from "#app/ui/stages.tsx";
import { taskHeading } from "./own-task.ts";
import { ReadyList, type ReadyView } from "./ready-list.tsx";
import { ReturnedDocuments } from "./returned-documents.tsx";

/**
 * Renders what the reader must do next or, if nothing, what is happening. For a sale without a
 * buyer, the heading says how much is ready, and the parts are listed next to it.
 */
export function NextActionCard({
  card: shown,
  next_email_by,
  asked,
  stages,
  ready,
  own_task,
  isOwn,
  action,
}: {
  card: ActionCard;
  next_email_by: string | null;
  /** Sentences about our questions to firms about the current step. */
  asked: readonly string[];
  stages: readonly ShownStage[] | null;
  ready: ReadyView | null;
  /** Sentence about what else the reader can do now; null if nothing. */
  own_task: string | null;
  /** True if the reader is the customer. False for staff, who can’t act for the customer. */
  isOwn: boolean;
  action: ReactNode;
}) {
  const isOthers = shown.kind === "others" || shown.kind === "solicitors";
  // The reader’s own task leads, and what others do is next to it.
  const leads = own_task !== null && isOthers;
  const card = leads ? ownCard(shown, own_task) : shown;
  const { kind, title, text, due, task, papers, in_parallel, current_holder, why, note } = card;
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
  // Next to the list of parts, there is room for one task and its text.
  const isReturned = papers?.statement != null;
  // A second task without documents is the one that the button is for.
  const isActionBelow = task !== null && papers === null;
  const isTaskBelow = papers !== null && (due.length > 0 || isReturned);
  // A note about what others do doesn’t stand among the words about the reader’s documents.
  const isNoteBelow = kind !== "note" && (ready !== null || in_parallel !== null);
  const tasks = (
    <>
      {task ? (
        <div className="meanwhile">
          <p className="hint">You also need to</p>
          <h3>{task.title}</h3>
          {papers?.about ? <p className="hint">{papers.about}</p> : null}
        </div>
      ) : null}
      {papers ? <ReturnedDocuments papers={papers} isOwn={isOwn} /> : null}
    </>
  );
  const facts = (
    <>
      <CardFacts
        due={due}
        current_holder={in_parallel || (ready && kind === "yours") ? null : current_holder}
      />
      {in_parallel ? null : <Asked asked={asked} />}
      {kind === "note" || text === "" ? null : <p>{text}</p>}
      {kind === "note" ? (
        <p>
          {IF_THE_NOTE_ASKS}
          {own_task ? null : " We don’t need anything else from you now."}
        </p>
      ) : null}
      {note && !isNoteBelow ? <StageNote note={note} isTitle={kind === "note"} /> : null}
      {task || isReturned ? null : tasks}
    </>
  );
  const own = (
    <div className="own-task">
      {own_task && !leads ? (
        <p>
          <strong>{own_task}</strong>
        </p>
      ) : null}
      {isActionBelow ? null : action}
    </div>
  );
  const other =
    task || isReturned ? (
      <div className="other-task">
        {tasks}
        {isActionBelow ? action : null}
      </div>
    ) : null;
  const more = (
    <>
      {note && isNoteBelow ? <StageNote note={note} isShort={ready !== null} /> : null}
      {in_parallel ? (
        <Details
          open={card.is_own_check}
          summary={
            <h3>
              <span className="hint">What’s happening now</span> {in_parallel.title}
            </h3>
          }
        >
          {ready ? null : <CardFacts current_holder={current_holder} />}
          <Asked asked={asked} />
          <p>{in_parallel.text}</p>
          {why ? <p>{why}</p> : null}
        </Details>
      ) : why ? (
        <Details summary={kind === "yours" ? "What it costs you" : "Why it takes this long"}>
          <p>{why}</p>
        </Details>
      ) : null}
      {next_email_by ? (
        <p>We’ll email an update by {next_email_by}, or sooner if something changes.</p>
      ) : null}
    </>
  );
  if (ready) {
    return (
      <Card tone="next" title={ready.title} badge={<p className="hint">{ready.kicker}</p>}>
        <div className="ready-card">
          <div className="stack" data-gap="s">
            <NextActionBadge kind={kind} />
            {title === ready.title ? null : <h3>{title}</h3>}
            {facts}
            {isTaskBelow ? null : own}
          </div>
          {isTaskBelow ? own : null}
          {other}
          <ReadyList parts={ready.parts} />
        </div>
        {more}
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
      {facts}
      {own}
      {other}
      {more}
    </Card>
  );
}

const IF_THE_NOTE_ASKS = "If our note asks you for something, please do it as soon as you can.";

/** Returns a card with the reader’s own task, next to what others do on the matter. */
function ownCard(card: ActionCard, own_task: string): ActionCard {
  const { title, text } = card;
  return {
    ...card,
    kind: "yours",
    title: taskHeading(own_task),
    text: "",
    due: [],
    in_parallel: { title, text },
  };
}

function StageNote({
  note: { id, note, left },
  isTitle = false,
  isShort = false,
}: {
  note: NonNullable<ActionCard["note"]>;
  /** True if the card’s title says who left the note. */
  isTitle?: boolean;
  /** True to show only a link to the note. */
  isShort?: boolean;
}) {
  const link = <a href={`#note-${id}`}>{isTitle ? "See this note in the stages below" : left}</a>;
  if (isShort) return <p>{link}</p>;
  return (
    <div className="stage-note">
      <p>“{note}”</p>
      <p>{link}</p>
    </div>
  );
}

function Asked({ asked }: { asked: readonly string[] }) {
  return asked.map((text) => <p key={text}>{text}</p>);
}

function StageNumber({ stages }: { stages: readonly ShownStage[] }) {
  const stage = stages.find(({ state }) => state === "now" || state === "stopped");
  if (!stage) return null;
  return (
    <>
      <StageFan states={stages.map(({ state }) => state)} />
      <p className="hint">
        {stage.state === "stopped" ? "Stopped at stage" : "Stage"} {stageNumber(stage.name)}
      </p>
    </>
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
