/** Changes that an action on a matter would make, and the emails about it. */

import { ConflictError, NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { ServiceReader } from "#app/domain/readers/service.ts";
import { addressLine, streetLine } from "#app/domain/shared/address.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { pick } from "#app/domain/shared/questions.ts";
import { endOf } from "#app/domain/stages/done-stages.ts";
import { selectStageRow } from "#app/domain/transactions/listed-transactions.server.ts";
import { formatMatterNumber } from "#app/domain/transactions/matter-number.ts";
import {
  requireTransactionId,
  transactionNotFound,
} from "#app/domain/transactions/matter.server.ts";
import {
  hasReleasedPurchase,
  selectHasActivePurchase,
} from "#app/domain/transactions/matter-parts.server.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import type { Db } from "#db/connection.ts";
import type {
  Action,
  ActionChoice,
  ActionEmail,
  ActionFacts,
  ActionPlace,
  ActionValues,
} from "./action.ts";
import { ACTIONS } from "./actions.server.ts";
import { actionWords } from "./action-words.ts";
import { ACTION_KINDS, type ActionKind, type ActionReader, NOTIFIED, slugOf } from "./notified.ts";
import { readConcerned } from "./concerned.server.ts";

/** Returns the action of a kind, or of a URL such as "correct-tenure". @throws NotFoundError */
export function requireAction(kind: string): Action {
  const known = ACTION_KINDS.find((name) => name === kind || slugOf(name) === kind);
  if (!known) throw new NotFoundError("Page not found");
  return ACTIONS[known];
}

/**
 * Reads what an action would change, for its page. `refusal` is the reason why it is not possible
 * now; null if it is.
 * @throws NotFoundError
 */
export async function readAction(
  db: Db,
  reader: StaffReader,
  { transaction_id, kind }: { transaction_id: string; kind: ActionKind },
) {
  const action = ACTIONS[kind];
  const { place, facts } = await readPlace(db, transaction_id);
  const refusal = action.refusal(facts);
  const values = refusal === null ? await action.read(db, place) : null;
  const options = refusal === null ? ((await action.options?.(db, place)) ?? []) : [];
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { refusal, values, options, shown: values === null ? [] : action.show(values) };
}

/**
 * Reads the place of an action, and the facts that decide whether it is possible.
 * @throws NotFoundError
 */
export async function readPlace(
  db: Db,
  transaction_id: string,
): Promise<{ place: ActionPlace; facts: ActionFacts }> {
  requireTransactionId(transaction_id);
  const { stage_row, group_id, ...has } = await db
    .selectFrom("transactions")
    .select(selectStageRow().as("stage_row"))
    .select(["group_id", selectHasActivePurchase().as("has_active_purchase")])
    .select(hasReleasedPurchase().as("has_released_purchase"))
    .where("transactions.id", "=", transaction_id)
    .executeTakeFirstOrThrow(transactionNotFound);
  const { purchase_intent_id } = stage_row;
  return {
    place: { transaction_id, purchase_intent_id },
    facts: {
      end: endOf(toStageFacts(stage_row), londonDay(new Date())),
      has_purchase: purchase_intent_id !== null,
      ...has,
      is_in_group: group_id !== null,
    },
  };
}

/**
 * Returns what an action changes, and who is emailed with which words and who isn’t, for staff to
 * confirm.
 * @throws NotFoundError; ConflictError if the action is not possible or changes nothing
 */
export async function planAction(
  db: Db,
  reader: StaffReader | ServiceReader,
  {
    transaction_id,
    kind,
    staff_id = "",
  }: { transaction_id: string; kind: ActionKind; staff_id?: string },
  choice: ActionChoice,
) {
  const action = ACTIONS[kind];
  const { place: current, facts } = await readPlace(db, transaction_id);
  const refusal = action.refusal(facts);
  if (refusal) throw new ConflictError(refusal);
  const { before, after } = await action.plan(db, current, {
    before: await action.read(db, current),
    choice,
  });
  if (isSame(before, after)) {
    const [field = ""] = Object.keys(after);
    throw new ConflictError("This is the same as now", { data: { field } });
  }
  const parties = action.parties({ before, after });
  const place = parties ? { ...current, ...pick(parties, ["purchase_intent_id"]) } : current;
  const emails = await planEmails(db, { kind, place, before, after });
  const other_emails = await action.otherEmails(db, place, { before, after }, { staff_id });
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { place, before, after, ...emails, other_emails };
}

const isSame = (one: ActionValues, other: ActionValues) =>
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Values are as stored. */
type Planned = { kind: ActionKind; place: ActionPlace; before: unknown; after: unknown };

/** Returns the emails about an action, and who gets none and why. @throws NotFoundError */
export async function planEmails(db: Db, { kind, place, before, after }: Planned) {
  const action = ACTIONS[kind];
  const { number, address, concerned } = await readConcerned(
    db,
    place,
    action.parties({ before, after }),
  );
  const emails: ActionEmail[] = [];
  const not_emailed: { reader: ActionReader; name: string; reason: string }[] = [];
  const isEmailed = (reader: ActionReader) =>
    NOTIFIED[kind][reader] === "email" &&
    concerned.some((known) => known.reader === reader && known.to !== null);
  for (const person of concerned) {
    const { reader, name, to } = person;
    const notified = NOTIFIED[kind][reader];
    if (notified !== "email") not_emailed.push({ reader, name, reason: notified.none });
    else if (to === null) not_emailed.push({ reader, name, reason: "There’s no email address." });
    else {
      const words = actionWords(kind, {
        reader,
        first_name: person.first_name,
        property: addressLine(address),
        street: streetLine(address),
        reference: formatMatterNumber(number),
        solicitor_is_emailed: isEmailed(
          reader === "seller" || reader === "co_seller" ? "seller_solicitor" : "buyer_solicitor",
        ),
        before: action.show(before),
        after: action.show(after),
      });
      emails.push({ ...person, to, words });
    }
  }
  return { emails, not_emailed };
}

/** Such as "Agreed price: £450,000 to £462,000". @throws {ZodError} for values of another action */
export function changeText(
  action: Action,
  { before, after }: { before: unknown; after: unknown },
): string {
  const old = action.show(before);
  return action
    .show(after)
    .map(({ label, text }, index) => `${label}: ${old[index]?.text ?? ""} to ${text}`)
    .join("; ");
}
