/** Changes that an action on a matter would make, and the emails about it. */

import { listLettersToRepeat } from "#app/domain/assignments/letters-again.server.ts";
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
  Audience,
} from "./action.ts";
import { ACTIONS } from "./actions.server.ts";
import { actionWords } from "./action-words.ts";
import {
  ACTION_KINDS,
  type ActionKind,
  type ActionReader,
  NOTIFIED,
  type Notified,
  slugOf,
} from "./notified.ts";
import { type Concerned, readConcerned } from "./concerned.server.ts";

/** Returns the action of a kind, or of a URL such as "correct-tenure". @throws NotFoundError */
export function requireAction(kind: string): Action {
  const known = ACTION_KINDS.find((name) => name === kind || slugOf(name) === kind);
  if (!known) throw new NotFoundError("Page not found");
  return ACTIONS[known];
}

/**
 * Reads what an action would change, for its page. `refusal` is the reason why it is not possible
 * now; null if it is. `people` are those whom staff must choose from first; null if there is no
 * such choice, or if it is made.
 * @throws NotFoundError, also for a person who is not part of the matter
 */
export async function readAction(
  db: Db,
  reader: StaffReader,
  about: { transaction_id: string; kind: ActionKind; person_id?: string | null },
) {
  const { transaction_id, kind, person_id = null } = about;
  const action = ACTIONS[kind];
  const { place, facts } = await readPlace(db, transaction_id);
  const refusal = await action.refusal(facts, place, db);
  const options = refusal === null ? ((await action.options?.(db, place)) ?? []) : [];
  const choose = refusal === null && person_id === null ? action.people : undefined;
  const people = (await choose?.(db, place)) ?? null;
  const values =
    refusal === null && people === null ? await action.read(db, place, person_id) : null;
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return { refusal, people, values, options, shown: values === null ? [] : action.show(values) };
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
  const facts = toStageFacts(stage_row);
  return {
    place: { transaction_id, purchase_intent_id },
    facts: {
      end: endOf(facts, londonDay(new Date())),
      has_purchase: purchase_intent_id !== null,
      ended_on: facts.ended_on,
      is_paused: facts.pause !== null,
      ...has,
      is_in_group: group_id !== null,
    },
  };
}

/**
 * Returns what an action changes, who is emailed with which words and who isn’t, and the letters
 * that can be sent again, for staff to confirm.
 * @param choice values that staff typed. The others stay as they are
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
  const refusal = await action.refusal(facts, current, db);
  if (refusal) throw new ConflictError(refusal);
  const { before, after } = await action.plan(db, current, {
    before: await action.read(db, current, personOf(choice)),
    choice,
  });
  const parties = action.parties({ before, after });
  // Two buyers can have the same names.
  if (!parties && JSON.stringify(action.show(before)) === JSON.stringify(action.show(after))) {
    const [field = ""] = Object.keys(choice).filter((name) => name !== "person_id");
    throw new ConflictError("This is the same as now. Change it, or select Cancel", {
      data: { field },
    });
  }
  const place = parties ? { ...current, ...pick(parties, ["purchase_intent_id"]) } : current;
  const problem = await action.problem(db, place, after);
  if (problem) throw new ConflictError(problem.message, { data: { field: problem.field } });
  const emails = await planEmails(db, { kind, place, before, after });
  const other_emails = await action.otherEmails(db, place, { before, after }, { staff_id });
  const sides = action.letters(place, after);
  const letters = sides.length > 0 ? await listLettersToRepeat(db, reader, transaction_id) : [];
  await reader.recordView({ record: { type: "transaction", id: transaction_id } });
  return {
    ...{ place, before, after },
    ...emails,
    other_emails,
    letters: letters.filter(({ side }) => sides.includes(side)),
  };
}

/** Returns the person whom the values of an action are about, or null. */
export function personOf(values: unknown): string | null {
  const id: unknown = Reflect.get(Object(values), "person_id");
  return typeof id === "string" ? id : null;
}

/** Values are as stored. */
type Planned = { kind: ActionKind; place: ActionPlace; before: unknown; after: unknown };

/** Returns the emails about an action, and who gets none and why. @throws NotFoundError */
export async function planEmails(db: Db, { kind, place, before, after }: Planned) {
  const action = ACTIONS[kind];
  const parties = action.parties({ before, after });
  const { number, address: current, concerned } = await readConcerned(db, place, parties);
  const address = action.addressOf(before) ?? current;
  const audience = await action.audience(db, after);
  // The words about a change of the buyer also name values that stay the same, such as the price.
  const news = parties
    ? { before: action.show(before), after: action.show(after) }
    : changedValues(action, { before, after });
  const emails: ActionEmail[] = [];
  const not_emailed: { reader: ActionReader; name: string; reason: string }[] = [];
  const isEmailed = (reader: ActionReader) =>
    NOTIFIED[kind][reader] === "email" &&
    concerned.some((known) => known.reader === reader && known.to !== null);
  for (const person of concerned) {
    const { reader, name, to } = person;
    const notified = NOTIFIED[kind][reader];
    const reason = whyNotEmailed(person, { notified, audience, has_news: news.after.length > 0 });
    if (reason !== null) not_emailed.push({ reader, name, reason });
    else if (to !== null) {
      const words = actionWords(kind, {
        reader,
        first_name: person.first_name,
        property: addressLine(address),
        street: streetLine(address),
        reference: formatMatterNumber(number),
        solicitor_is_emailed: isEmailed(
          reader === "seller" || reader === "co_seller" ? "seller_solicitor" : "buyer_solicitor",
        ),
        ...news,
      });
      emails.push({ ...person, to, words });
    }
  }
  return { emails, not_emailed };
}

/** Returns the changed values that readers of emails see. */
function changedValues(action: Action, { before, after }: { before: unknown; after: unknown }) {
  const old = action.show(before);
  const changed = action.show(after).flatMap((value, index) => {
    const was = old[index];
    if (!was || value.internal || value.text === was.text) return [];
    return { before: was, after: value };
  });
  return {
    before: changed.map((value) => value.before),
    after: changed.map((value) => value.after),
  };
}

function whyNotEmailed(
  { reader, to }: Concerned,
  about: { notified: Notified; audience: Audience | null; has_news: boolean },
): string | null {
  const { notified, audience, has_news } = about;
  if (notified !== "email" && notified.email_if === undefined) return notified.none;
  if (notified !== "email" && audience && !isAudience(reader, to, audience)) return notified.none;
  if (!has_news) return "The change is for our team only.";
  return to === null ? "There’s no email address." : null;
}

/** Returns true for the person themselves, and for the solicitor of their side. */
function isAudience(reader: ActionReader, to: string | null, { mailbox, side }: Audience): boolean {
  if (reader === "seller_solicitor" || reader === "buyer_solicitor") {
    return reader === `${side}_solicitor`;
  }
  return mailbox !== null && to?.toLowerCase() === mailbox.toLowerCase();
}

/** Such as "Agreed price: £450,000 to £462,000". @throws {ZodError} for values of another action */
export function changeText(
  action: Action,
  { before, after }: { before: unknown; after: unknown },
): string {
  const described = action.describe({ before, after });
  if (described !== null) return described;
  const old = action.show(before);
  return action
    .show(after)
    .flatMap(({ label, text }, index) => {
      const was = old[index]?.text ?? "";
      return was === text ? [] : `${label}: ${was} to ${text}`;
    })
    .join("; ");
}
