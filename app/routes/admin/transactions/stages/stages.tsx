import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { DomainError } from "#app/domain/errors.ts";
import { adminDate, adminMoment, londonDay } from "#app/domain/shared/dates.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { listDocumentsReturned } from "#app/domain/returned-documents/returned-documents.server.ts";
import { recordStageDate } from "#app/domain/purchases/significant-dates.server.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import { NOTE_READER_LABELS } from "#app/domain/stages/note-readers.ts";
import { listStageNotes } from "#app/domain/stages/notes.server.ts";
import { describeStages, type ShownStage } from "#app/domain/stages/describe-stages.ts";
import {
  readTransaction,
  type Transaction,
} from "#app/domain/transactions/read-transaction.server.ts";
import {
  PURCHASE_DATE_LABELS,
  STAGE_DATES,
  type StageDate,
} from "#app/domain/transactions/significant-dates.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { StageList } from "#app/ui/stages.tsx";
import { db } from "#db/connection.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { requireActor, pageOrList } from "../../shared/open-record.server.ts";
import { IfPermitted } from "../../shared/allowed.tsx";
import { DialogLink, WithDialog } from "../../shared/dialog-link.tsx";
import { StaffPage } from "../../shared/staff-page.tsx";
import { RecordMilestone } from "./record-milestone.tsx";
import { openTransaction } from "../open-transaction.server.ts";

export const handle: PageHandle = { title: titleFromData("Transaction"), part: () => "Stages" };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, params.id);
  const { title, record } = opened;
  if (!record) return data({ title, id: null, ...NOTHING }, init ?? {});
  const { id } = record;
  const reader = await requireActor(request, "look");
  const today = londonDay(new Date());
  const [matter, history, notes, returned] = await Promise.all([
    memo(`transaction ${id}`, () => readTransaction(db, reader, id)),
    readStageHistory(db),
    listStageNotes(db, reader, id),
    listDocumentsReturned(db, reader, id),
  ]);
  const facts = matter.stage_facts;
  const stages = describeStages({
    facts,
    completes_on: matter.purchase?.completed ?? null,
    history,
    notes: notes.map((note) => ({
      ...note,
      first_name: `${note.first_name}, for ${NOTE_READER_LABELS[note.reader].toLowerCase()}`,
    })),
    reader: "staff",
    today,
  });
  const open_milestones = facts.purchase ? STAGE_DATES.filter((name) => !facts.days[name]) : [];
  const { contract_pack_ready_on: ready_on } = matter;
  const pack = { ready_on: ready_on && adminDate(ready_on), can_record: canRecordPack(matter) };
  const papers = returned.map(({ id: person_id, side, date_time, law_firm, ...person }) => ({
    id: `${side} ${person_id}`,
    text: `${fullName(person)} (${side}): returned to ${law_firm}`,
    on: adminMoment(date_time),
  }));
  return data({ title, id, stages, presses: open_milestones, pack, papers }, init ?? {});
}

/** A pack that was sent to a buyer was ready, so its date is no longer asked for. */
function canRecordPack({ stage_facts, contract_pack_ready_on }: Transaction): boolean {
  const { days, has_solicitor } = stage_facts;
  return has_solicitor.seller && !contract_pack_ready_on && !days.contract_pack_ready_on;
}

const Step = z.enum(STAGE_DATES);

/**
 * Records that a step, such as "Contract pack sent", was done today. Each step is recorded at most
 * once.
 */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const { data: name } = Step.safeParse(formText(await readForm(request), "step"));
  const to = backTo(id);
  const title = name ? PURCHASE_DATE_LABELS[name] : "Error";
  return runAction({
    async run() {
      if (!name) throw new DomainError("Use one of the buttons");
      return recordStageDate(db, id, { name, today: londonDay(new Date()), actor });
    },
    done: ({ day, known }) => ({
      to,
      title: `${title}: ${adminDate(day)}`,
      description: known
        ? "This date has already been recorded."
        : "If this is wrong, clear the date in the significant dates on the Buyers tab.",
    }),
    failed: { to, title: `${title}: not recorded` },
    failure: "Failed to record this date. Please try again.",
    here: to,
  });
}

function backTo(id = "") {
  return pageOrList(id, paths.admin.stages.page, paths.admin.transactions);
}

type Papers = { id: string; text: string; on: string };

type Pack = { ready_on: string | null; can_record: boolean };

const NOTHING: { stages: ShownStage[]; presses: StageDate[]; pack: Pack; papers: Papers[] } = {
  stages: [],
  presses: [],
  pack: { ready_on: null, can_record: false },
  papers: [],
};

export default function Stages() {
  const page = useLoaderData<typeof loader>();
  const { title, id, stages, presses: open_milestones, pack, papers } = page;
  return (
    <StaffPage
      title={id ? `Stages for ${title}` : title}
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        ...(id ? [{ label: title, to: paths.admin.transaction(id) }] : []),
      ]}
    >
      {id ? (
        <WithDialog>
          <div className="stack">
            <ContractPack id={id} pack={pack} />
            {open_milestones.length > 0 ? (
              <IfPermitted needs="handle">
                <Card title="Record an update from a solicitor">
                  <p className="hint">
                    Each button records today’s date. To use another date or correct a mistake, edit
                    the significant dates on the Buyers tab.
                  </p>
                  <div className="cluster">
                    {open_milestones.map((name) => (
                      <RecordMilestone key={name} id={id} name={name} kind="secondary" />
                    ))}
                  </div>
                </Card>
              </IfPermitted>
            ) : null}
            <Card title="Engagement letters and TA forms that customers say they’ve returned">
              {papers.length > 0 ? (
                <ul>
                  {papers.map(({ id: paperId, text, on }) => (
                    <li key={paperId}>
                      {text} <span className="hint">{on}</span>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className="hint">No customer has marked these as returned yet.</p>
              )}
            </Card>
            <Card
              title="The seven stages"
              actions={
                <DialogLink needs="handle" id="add-note" to={paths.admin.stages.addNote(id)}>
                  Add a note
                </DialogLink>
              }
            >
              <StageList
                stages={stages}
                ended="Aborted"
                noteActions={(note) => (
                  <DialogLink
                    needs="handle"
                    id={`take-back-${note.id}`}
                    to={paths.admin.stages.takeBackNote(id, note.id)}
                    what={`“${note.note}”`}
                    kind="quiet"
                  >
                    Delete
                  </DialogLink>
                )}
              />
            </Card>
          </div>
        </WithDialog>
      ) : null}
    </StaffPage>
  );
}

function ContractPack({ id, pack: { ready_on, can_record } }: { id: string; pack: Pack }) {
  if (!ready_on && !can_record) return null;
  return (
    <Card title="Contract pack">
      {ready_on ? (
        <p>
          Ready on {ready_on}{" "}
          <DialogLink
            needs="handle"
            id="undo-pack-ready"
            to={paths.admin.stages.undoPackReady(id)}
            what="contract pack ready"
            kind="quiet"
          >
            Undo
          </DialogLink>
        </p>
      ) : (
        <>
          <p className="hint">
            Record when the seller’s solicitor has the contract pack ready. It needs no buyer.
          </p>
          <div>
            <DialogLink needs="handle" id="pack-ready" to={paths.admin.stages.packReady(id)}>
              Record contract pack ready
            </DialogLink>
          </div>
        </>
      )}
    </Card>
  );
}
