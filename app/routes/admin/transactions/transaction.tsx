import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { slugOf } from "#app/domain/actions/notified.ts";
import { readStillOpen } from "#app/domain/actions/still-open.server.ts";
import { listUndoable } from "#app/domain/actions/undo-action.server.ts";
import { listUndelivered } from "#app/domain/deliveries/undelivered.server.ts";
import type { ChaseTarget } from "#app/domain/chases/chase-words.ts";
import { readChases } from "#app/domain/chases/chases.server.ts";
import { listEvents } from "#app/domain/events/events.server.ts";
import { countUnreadEmails } from "#app/domain/inbound-emails/received-emails.server.ts";
import { readBuyerFound } from "#app/domain/purchases/buyer-found.server.ts";
import { listOtherMatters } from "#app/domain/people/other-matters.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { listRequestedDocuments } from "#app/domain/tasks/stage-tasks.server.ts";
import { listTasks } from "#app/domain/tasks/tasks.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FoldingCard } from "#app/ui/folding-card.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { DialogLink } from "../shared/dialog-link.tsx";
import { RecordTabs } from "../shared/record-tabs.tsx";
import { StaffPage } from "../shared/staff-page.tsx";
import { EventRows, eventView, type EventView } from "./events/event-rows.tsx";
import { ChaseLinks } from "./chases/chase-links.tsx";
import { requireActor } from "../shared/open-record.server.ts";
import { FROM_OVERVIEW } from "./from-overview.ts";
import { HandOverLink } from "./hand-over-link.tsx";
import { KeyInformation } from "./key-information.tsx";
import { OtherMatters } from "./other-matters.tsx";
import { ActionLink } from "./actions/action-link.tsx";
import { undoableView, UndoNotices } from "./actions/undo-notices.tsx";
import { EndingNotice, openAtVendors } from "./ending-notice.tsx";
import { Notices, type NoticesView, noticesView } from "./notices.tsx";
import { openTransaction } from "./open-transaction.server.ts";
import type { RecordContext } from "./record-context.ts";
import { RecordMilestone } from "./stages/record-milestone.tsx";
import { TasksCard } from "./tasks/tasks-card.tsx";
import { tasksView } from "./tasks/view.ts";
import { transactionTabs } from "./tabs.tsx";
import { TagList } from "./marks.tsx";
import { IfPermitted } from "../shared/allowed.tsx";
import type { TransactionView } from "./view.ts";

export const handle: PageHandle = {
  title: (page) => fromData("title_with_number")(page) || titleFromData("Transaction")(page),
};

const LATEST = 5;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  if (!opened.record)
    return data(
      {
        ...{ ...opened, title_with_number: "", latest: null, notices: null, others: null },
        ...{ tell_firms: null, work: null, undoable: null, open_at_vendors: null },
      },
      init ?? {},
    );
  const { id, stage } = opened.record;
  const reader = await requireActor(request, "look");
  const latest = await nullIfFailed(readLatestEvents(reader, id), {
    what: "reading the latest events",
  });
  const notices = await nullIfFailed(readNotices(reader, id), {
    what: "reading what did not arrive and what nobody has read",
  });
  const others = await nullIfFailed(listOtherMatters(db, reader, id), {
    what: "reading the other matters of these people",
  });
  const tell_firms = await nullIfFailed(readTellFirms(reader, opened.record), {
    what: "reading whether the buyer found email is to be sent",
  });
  const work = await nullIfFailed(readWork(reader, id, stage), { what: "reading the tasks" });
  const undoable = await nullIfFailed(listUndoable(db, reader, id).then(undoableView), {
    what: "reading the actions that can be undone",
  });
  const open_at_vendors =
    opened.record.ending?.kind === "ended"
      ? await nullIfFailed(readStillOpen(db, reader, id).then(openAtVendors), {
          what: "reading what is still open at vendors",
        })
      : null;
  const title_with_number = `${opened.title} (${opened.record.number})`;
  const read = { latest, notices, others, tell_firms, work, undoable, open_at_vendors };
  return data({ ...opened, title_with_number, ...read }, init ?? {});
}

/** Reads the tasks of a matter, and the firms that can be asked about their step. */
async function readWork(
  reader: StaffReader,
  id: string,
  { next, step }: Pick<TransactionView["stage"], "next" | "step">,
) {
  const tasks = await listTasks(db, reader, id);
  const requests = await listRequestedDocuments(db, reader, id);
  const { chases, targets } = await readChases(db, reader, id);
  const parts = { tasks, requests, chases, step: next && step };
  return { targets, tasks: tasksView(parts, new Date()) };
}

/**
 * Returns true if the next step is to email the firms about the buyer for the first time. A sale
 * that has fallen through is looking for a buyer again.
 */
async function readTellFirms(reader: StaffReader, { id, purchase_count, stage }: TransactionView) {
  const { next } = stage;
  if (purchase_count === 0 || next === "find_buyer" || FIRMS_KNOW_BUYER.includes(next))
    return false;
  const { refusal, last_sent_at, purchase } = await readBuyerFound(db, reader, id);
  return refusal === null && last_sent_at === null && purchase?.is_active === true;
}

async function readNotices(reader: StaffReader, id: string) {
  const undelivered = await listUndelivered(db, reader, id);
  return noticesView(id, { undelivered, unread: await countUnreadEmails(db, reader, id) });
}

async function readLatestEvents(reader: StaffReader, id: string) {
  const { items } = await listEvents(db, reader, id, { limit: LATEST });
  return items.map(eventView);
}

export default function TransactionPage() {
  const {
    title,
    record: transaction,
    latest,
    notices,
    others,
    tell_firms,
    work,
    undoable,
    open_at_vendors,
  } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <StaffPage
      title={title}
      trail={[{ label: "Transactions", to: paths.admin.transactions() }]}
      badges={transaction ? <Marks transaction={transaction} /> : null}
    >
      {transaction ? (
        <>
          <StageStrip
            transaction={transaction}
            wrong={notices?.undelivered[0] ?? null}
            chased={work?.targets ?? []}
            tellFirms={tell_firms === true}
          />
          <div className="record-notices">
            {transaction.ending ? (
              <EndingNotice
                id={transaction.id}
                ending={transaction.ending}
                open={open_at_vendors}
                undoable={undoable ?? []}
              />
            ) : null}
            {undoable ? <UndoNotices id={transaction.id} actions={undoable} /> : null}
            {notices ? <Notices notices={notices} /> : null}
          </div>
          <RecordTabs label="Transaction" tabs={transactionTabs} record={transaction} />
          {isOverview(pathname, transaction.id) ? (
            <Outlet
              context={
                {
                  transaction,
                  latest,
                  others,
                  tasks: work && work.tasks,
                } satisfies RecordContext
              }
            />
          ) : (
            <div className="record">
              <div className="stack">
                <Outlet />
              </div>
              <aside className="stack" aria-label="About this matter">
                <TasksCard id={transaction.id} tasks={work && work.tasks} />
                {/* The events tab already shows these events, and more of them. */}
                {pathname === paths.admin.transactionTab.events(transaction.id) ? null : (
                  <LatestEvents id={transaction.id} events={latest} />
                )}
                <OtherMatters others={others} />
                <KeyInformation transaction={transaction} />
              </aside>
            </div>
          )}
        </>
      ) : null}
    </StaffPage>
  );
}

/**
 * Steps before which the firms are still to be emailed about the buyer. Later, they know the buyer.
 */
const FIRMS_KNOW_BUYER: readonly (string | null)[] = [
  "raise_enquiries",
  "answer_enquiries",
  "exchange",
  "complete",
  null,
];

/** Returns true for the overview, and for the dialogs over it. */
function isOverview(pathname: string, id: string) {
  const overview = paths.admin.transaction(id);
  const tabs = Object.values(paths.admin.transactionTab).map((to) => to(id));
  return pathname === overview || !tabs.some((tab) => `${pathname}/`.startsWith(`${tab}/`));
}

/** Renders a matter’s badges (K-003 to K-006) and tags (AMB-J10). */
function Marks({ transaction }: { transaction: TransactionView }) {
  const { id, number, group, paid, payment_badge, refund_badge, legals_started, tags, ending } =
    transaction;
  const completed = transaction.stage.place === "completed";
  return (
    <div className="cluster record-marks">
      <span>{number}</span>
      {group ? <Badge>Group Transaction</Badge> : null}
      <Badge tone={paid ? "done" : "act"}>{payment_badge}</Badge>
      {refund_badge ? <Badge tone="act">{refund_badge}</Badge> : null}
      {legals_started ? <Badge tone="done">Legals started on {legals_started}</Badge> : null}
      {tags.length > 0 ? (
        <>
          <span className="vh">Tags:</span>
          <TagList tags={tags} />
        </>
      ) : null}
      <DialogLink needs="handle" id="edit-tags" to={paths.admin.transactionTags(id)} kind="quiet">
        Edit tags
      </DialogLink>
      {ending || completed ? null : (
        <ActionLink id={id} kind="pause_matter">
          Pause matter
        </ActionLink>
      )}
      {ending?.kind === "ended" || completed ? null : (
        <ActionLink id={id} kind="end_matter">
          End matter
        </ActionLink>
      )}
    </div>
  );
}

function StageStrip({
  transaction: { id, stage, has_order, handler },
  wrong,
  chased,
  tellFirms,
}: {
  transaction: TransactionView;
  /** Email address that bounced. No email reaches the person until the address is corrected. */
  wrong: NoticesView["undelivered"][number] | null;
  /** Firms that have a step and can be asked about it. */
  chased: readonly ChaseTarget[];
  /** True if the firms have not yet been emailed about the buyer. */
  tellFirms: boolean;
}) {
  const { label, number, states, next, step, also_open, holder, days, urgency } = stage;
  const { place, target, open_for } = stage;
  return (
    <div className="stage-strip" role="group" aria-label="Progress of this matter">
      <dl>
        <dt>{number === null ? "Stage" : `Stage ${number} of ${states.length}`}</dt>
        <dd>
          <Arches states={states} />
          <b>{label}</b>
        </dd>
        <dd>
          <Link to={paths.admin.stages.page(id)}>Stages and notes</Link>
        </dd>
      </dl>
      <dl className="stage-next">
        <dt>Next step</dt>
        <dd>
          <b>
            {wrong && next !== "send_letter"
              ? wrong.step
              : tellFirms
                ? "Email the solicitors and the estate agent about the buyer"
                : step}
          </b>
        </dd>
        {wrong || tellFirms || next ? (
          <dd className="stage-press">
            <IfPermitted needs="handle">
              {wrong ? (
                <ButtonLink to={wrong.to} size="small" preventScrollReset>
                  {wrong.press}
                </ButtonLink>
              ) : tellFirms ? (
                <div className="cluster">
                  <ButtonLink
                    to={admin.buyerFound(id, FROM_OVERVIEW)}
                    size="small"
                    preventScrollReset
                  >
                    Send buyer found email
                  </ButtonLink>
                  {next ? (
                    <NextStepButton id={id} next={next} hasOrder={has_order} kind="secondary" />
                  ) : null}
                </div>
              ) : next ? (
                <NextStepButton id={id} next={next} hasOrder={has_order} />
              ) : null}
            </IfPermitted>
          </dd>
        ) : null}
        {tellFirms && !wrong ? <dd className="hint">Also open: {step}</dd> : null}
        {also_open.map((open) => (
          <dd key={open.step} className="hint">
            Also open: {open.step} ({open.holder}
            {open.since ? `, since ${open.since}` : null})
          </dd>
        ))}
      </dl>
      <dl>
        <dt>Waiting for</dt>
        <dd>
          <b>{holder}</b>
        </dd>
        {days ? (
          <dd>
            for <span data-urgency={urgency}>{days}</span>
          </dd>
        ) : null}
        {chased.length > 0 ? (
          <dd className="cluster stage-chase">
            <ChaseLinks id={id} targets={chased} />
          </dd>
        ) : null}
      </dl>
      <dl>
        <dt>Completion</dt>
        <dd>
          <b>{target}</b>
        </dd>
        {place === "completed" ? null : <dd>Open for {open_for}</dd>}
      </dl>
      <dl>
        <dt>Handler</dt>
        <dd>
          <b>{handler ?? "No handler"}</b>
        </dd>
        <dd>
          <HandOverLink id={id} label={handler === null ? "Assign" : "Hand over"} />
        </dd>
      </dl>
    </div>
  );
}

function Arches({ states }: { states: TransactionView["stage"]["states"] }) {
  return (
    <span className="stage-arches" aria-hidden="true">
      {states.map(({ name, state }) => (
        <i key={name} data-state={state} />
      ))}
    </span>
  );
}

type Next = NonNullable<TransactionView["stage"]["next"]>;

function NextStepButton({
  id,
  next,
  hasOrder,
  kind = "primary",
}: {
  id: string;
  next: Next;
  hasOrder: boolean;
  kind?: "primary" | "secondary";
}) {
  if (isRecordedByButton(next))
    return <RecordMilestone id={id} name={RECORDED_STEPS[next]} kind={kind} />;
  // A seller who has not reached the payment page has no order.
  const { label, to } = next === "pay" && !hasOrder ? NO_ORDER : NEXT[next];
  return (
    <ButtonLink to={to(id)} kind={kind} size="small" preventScrollReset>
      {label}
    </ButtonLink>
  );
}

const RECORDED_STEPS = {
  send_contract_pack: "contract_pack_sent_on",
  raise_enquiries: "enquiries_raised_on",
  answer_enquiries: "enquiries_answered_on",
} as const;

const isRecordedByButton = (next: Next): next is keyof typeof RECORDED_STEPS =>
  Object.hasOwn(RECORDED_STEPS, next);

const { admin } = paths;

const NEXT: Record<
  Exclude<Next, keyof typeof RECORDED_STEPS>,
  { label: string; to: (id: string) => string }
> = {
  pay: { label: "View order", to: admin.transactionTab.orders },
  choose_solicitor: { label: "Assign solicitors", to: admin.assignSolicitors },
  assign_solicitors: { label: "Assign solicitors", to: admin.assignSolicitors },
  replace_solicitor: { label: "View solicitors", to: admin.transactionTab.solicitors },
  check_memorandum: {
    label: "Check memorandum",
    to: (id: string) => admin.actions.take(id, slugOf("agree_sale")),
  },
  send_letter: { label: "View letters", to: admin.transactionTab.solicitors },
  find_buyer: { label: "View buyers", to: admin.transactionTab.buyers },
  order_checks: { label: "Order checks", to: admin.transactionTab.thirdfort },
  look_at_checks: { label: "Review checks", to: admin.transactionTab.thirdfort },
  settle_check: { label: "Resolve order", to: admin.transactionTab.thirdfort },
  pass_check: { label: "View checks", to: admin.transactionTab.thirdfort },
  order_searches: { label: "Order searches", to: admin.transactionTab.searches },
  return_searches: { label: "View searches", to: admin.transactionTab.searches },
  property_information: {
    label: "View answers",
    to: admin.transactionTab["property-information"],
  },
  prepare_contract_pack: { label: "Record contract pack ready", to: admin.stages.packReady },
  exchange: { label: "View solicitors", to: admin.transactionTab.solicitors },
  complete: { label: "View dates", to: admin.transactionTab.buyers },
};

const NO_ORDER = { label: "View sellers", to: admin.transactionTab.sellers };

function LatestEvents({ id, events }: { id: string; events: EventView[] | null }) {
  return (
    <FoldingCard title="Latest events">
      {events ? (
        <EventRows events={events} />
      ) : (
        <Notification kind="error" title="There was an error while fetching the latest events" />
      )}
      <p className="record-link">
        <Link to={paths.admin.transactionTab.events(id, { events: "all" })}>All events</Link>
      </p>
    </FoldingCard>
  );
}
