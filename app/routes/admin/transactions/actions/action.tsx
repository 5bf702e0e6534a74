import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ActionValues, ActionChoice } from "#app/domain/actions/action.ts";
import { isCollected } from "#app/domain/actions/firm-news-of-action.server.ts";
import { type ActionKind, READER_LABELS } from "#app/domain/actions/notified.ts";
import { readOpenMemorandum } from "#app/domain/memoranda/memoranda.server.ts";
import { planAction, readAction, requireAction } from "#app/domain/actions/plan-action.server.ts";
import { readStillOpen } from "#app/domain/actions/still-open.server.ts";
import { takeAction, UNDO_MINUTES } from "#app/domain/actions/take-action.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { fromData, type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { openTransaction } from "../open-transaction.server.ts";
import { LETTERS_FIELD } from "../letter-ticks.tsx";
import { respondToPlan } from "../respond-to-plan.server.ts";
import { ActionForm } from "./action-form.tsx";
import { ConfirmAction } from "./confirm-action.tsx";
import { endingView } from "./ending-view.ts";
import { memorandumCard, memorandumFields } from "./memorandum-view.ts";
import { OPEN_EFFECTS, openItems } from "./open-items.ts";

export const handle: PageHandle = { title: titleFromData("Transaction"), part: fromData("part") };

const FAILURE = "There was an error while changing the matter";

export async function loader({ request, params: { id = "", action = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openTransaction(request, id, "handle");
  const { record, title } = opened;
  if (!record) return data({ title, part: "", page: null }, init ?? {});
  const reader = await requireActor(request, "handle");
  const { kind, title: part } = await Promise.resolve(action)
    .then(requireAction)
    .catch(asErrorPage);
  const person_id = new URL(request.url).searchParams.get("person");
  const about = { transaction_id: id, kind, person_id };
  const read = await readAction(db, reader, about).catch(asErrorPage);
  const { refusal, people, values, options, shown } = read;
  const memorandum =
    kind === "agree_sale" && values ? await readOpenMemorandum(db, reader, id) : null;
  return data({
    title,
    part,
    page: {
      ...{ id, kind, refusal, people, options, shown },
      heading: part,
      name: record.address,
      values: { ...textsOf(values ?? {}), ...(memorandum && memorandumFields(memorandum)) },
      memorandum: memorandum && memorandumCard(id, memorandum, londonDay(new Date())),
      ...(refusal === null
        ? await readOpenParts(reader, { id, kind })
        : { ending: null, open: null }),
    },
  });
}

/** Returns the values that a text field can show. */
function textsOf(values: ActionValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}

/** Reads what is still open, if the action depends on it, and what staff see before an end. */
async function readOpenParts(reader: StaffReader, { id, kind }: { id: string; kind: ActionKind }) {
  const effect = OPEN_EFFECTS[kind];
  if (effect === null) return { ending: null, open: null };
  const matter = await readStillOpen(db, reader, id);
  const open = openItems(matter, effect);
  if (kind !== "end_matter") return { ending: null, open };
  const { end_reasons } = await readAdminConfig(db);
  return { ending: endingView(matter, end_reasons), open };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const { id = "", action: slug = "" } = params;
  const { kind, form, show, title } = await Promise.resolve(slug)
    .then(requireAction)
    .catch(asErrorPage);
  const place = { transaction_id: id, kind };
  const posted = await readForm(request);
  const letters = posted.getAll(LETTERS_FIELD).map(String);
  return respondToPlan(posted, actor, {
    form: `${kind} ${id}`,
    tab: pageOrList(id, paths.admin.transaction, paths.admin.transactions),
    schema: form,
    plan: (values: ActionChoice) => planAction(db, actor, { ...place, staff_id: actor.id }, values),
    view: (plan) => ({
      before: show(plan.before),
      after: show(plan.after),
      emails: [...plan.emails, ...plan.other_emails].map(({ reader, name, to, cc, words }) => ({
        reader: READER_LABELS[reader],
        name,
        to: [to, ...cc].join(", copy to "),
        waits: isCollected(kind, reader),
        words,
      })),
      not_emailed: plan.not_emailed.map(({ reader, name, reason }) => ({
        reader: READER_LABELS[reader],
        name,
        reason,
      })),
      letters: plan.letters.map(({ side, to }) => ({
        value: side,
        label: `To the ${side}’s solicitor, ${to}`,
      })),
      ticked: letters,
      postcode: kind === "correct_address" ? plan.after["postcode"] : null,
      minutes: UNDO_MINUTES,
    }),
    run: (trx, planned) => takeAction(trx, place, { ...planned, letters }),
    done: { description: `You can undo this for ${UNDO_MINUTES} minutes.` },
    failed: `${title}: nothing has changed`,
    failure: FAILURE,
  });
}

/** Asks for the new values and, on the next step, shows what changes and who is emailed. */
export default function MatterAction() {
  const { title, page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const list = { label: "Transactions", to: paths.admin.transactions() };
  if (!page) return <ActionForm title={title} trail={[list]} page={null} />;
  const trail = [list, { label: page.name, to: paths.admin.transaction(page.id) }];
  if (result?.step === "confirm") {
    return <ConfirmAction title={page.heading} trail={trail} page={page} result={result} />;
  }
  return (
    <ActionForm
      title={page.heading}
      trail={trail}
      page={page}
      values={result?.values}
      lastResult={result?.lastResult ?? null}
    />
  );
}
