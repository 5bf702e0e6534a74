/** Taking an action on a matter. */

import { sql } from "kysely";
import { z } from "zod";
import { hashPlan } from "#app/domain/versions/plan-hash.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { isEitherSide, recordStaffEvent, sideOfEvent } from "#app/domain/events/events.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { paths } from "#app/paths.ts";
import { siteUrl } from "#app/platform/site-url.server.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { enqueue } from "#app/queue/enqueue.server.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import type { Action, ActionChoice, ActionPlace } from "./action.ts";
import { ACTIONS } from "./actions.server.ts";
import { collectNewsOfActionJob, isCollected } from "./firm-news-of-action.server.ts";
import { sendLettersOfActionJob } from "./letters-of-action.server.ts";
import type { ActionKind } from "./notified.ts";
import {
  changeText,
  planAction,
  planEmails,
  readPlace,
  requireAction,
} from "./plan-action.server.ts";

export const matterActionEmail = queuedEmail("matter_action", z.object({ action_id: z.string() }));

/** Minutes for which an action can be undone. Its emails are sent after them. */
export const UNDO_MINUTES = 10;

/**
 * Takes an action. Its emails and letters are sent after UNDO_MINUTES, unless it is undone before.
 * Routine emails to firms then wait for their other news of the hour.
 * @param planned.confirmed digest of the plan that staff saw
 * @param planned.letters sides whose solicitor gets the letter again
 * @returns the id of the action
 * @throws as planAction does; ConflictError if the plan has changed
 */
export async function takeAction(
  trx: Db,
  { transaction_id, kind }: { transaction_id: string; kind: ActionKind },
  planned: {
    choice: ActionChoice;
    confirmed: string;
    actor: Actor;
    letters?: readonly string[];
  },
): Promise<string> {
  const { choice, confirmed, actor, letters = [] } = planned;
  const action = ACTIONS[kind];
  await lockMatter(trx, transaction_id);
  const plan = await planAction(trx, service, { transaction_id, kind, staff_id: actor.id }, choice);
  requireAsConfirmed({ plan: hashPlan(plan) }, { plan: confirmed }, "This matter");
  const { place, before, emails } = plan;
  const letters_to = plan.letters.map(({ side }) => side).filter((side) => letters.includes(side));
  const { sends_at } = await trx
    .selectNoFrom(sql<Date>`now() + make_interval(mins => ${UNDO_MINUTES})`.as("sends_at"))
    .executeTakeFirstOrThrow();
  const after = await action.take(trx, place, plan, { actor, sends_at });
  const { id } = await trx
    .insertInto("matter_actions")
    .values({
      ...placeOfSide(place, sideOfAction(action, after)),
      kind,
      letters_to,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      done_by: actor.id,
      sends_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordActionEvent(trx, action, {
    action_id: id,
    place,
    before,
    after,
    actor,
    name: action.event,
  });
  if (letters_to.length > 0) {
    await enqueue(trx, sendLettersOfActionJob, { action_id: id }, { after: sends_at });
  }
  await action.follow?.(trx, { action_id: id, after: sends_at });
  if (emails.some(({ reader }) => isCollected(kind, reader))) {
    await enqueue(trx, collectNewsOfActionJob, { action_id: id }, { after: sends_at });
  }
  for (const { reader, to } of emails) {
    if (isCollected(kind, reader)) continue;
    await queueEmail(trx, {
      email: matterActionEmail,
      recipient: to,
      transaction_id,
      props: { action_id: id },
      dedupe_key: `matter_action:${id}:${to.toLowerCase()}`,
      after: sends_at,
    });
  }
  return id;
}

type Change = {
  action_id: string;
  place: ActionPlace;
  before: unknown;
  after: unknown;
  actor: Actor;
};

/** Records the event and the audit row of an action, or of its undo. */
export async function recordActionEvent(
  trx: Db,
  action: Action,
  { action_id, place, before, after, actor, name }: Change & { name: Action["event"] },
): Promise<void> {
  const side = sideOfAction(action, after);
  const { transaction_id, purchase_intent_id } = placeOfSide(place, side);
  await recordStaffEvent(trx, {
    ...{ actor, transaction_id, action_id, request_id: actor.request_id },
    ...(purchase_intent_id && { purchase_intent_id }),
    ...(isEitherSide(name) ? { event_name: name, type: side } : { event_name: name }),
    fields: action.fields ?? changedFields(before, after),
    comments:
      action.comments(after) ??
      [changeText(action, { before, after }), noteOf(after)].filter(Boolean).join(". "),
  });
}

/** Returns the note of staff among the values of an action, or null. */
function noteOf(values: unknown): string | null {
  const note: unknown = Reflect.get(Object(values), "note");
  return typeof note === "string" ? note : null;
}

/** Returns the names of the values that differ. */
function changedFields(before: unknown, after: unknown): string[] {
  const old = new Map(entriesOf(before));
  return entriesOf(after).flatMap(([name, value]) => (value === old.get(name) ? [] : name));
}

const entriesOf = (values: unknown): [string, unknown][] =>
  typeof values === "object" && values !== null ? Object.entries(values) : [];

/** Returns the side that the values of an action are about. */
function sideOfAction({ event, sideOf }: Action, values: unknown): Side {
  return sideOf(values) ?? (isEitherSide(event) ? "seller" : sideOfEvent(event));
}

/** The seller’s side does not belong to a purchase, so its rows must not name one. */
const placeOfSide = (place: ActionPlace, side: Side): ActionPlace =>
  side === "seller" ? { ...place, purchase_intent_id: null } : place;

/**
 * Returns the words of an email about an action to one of its readers.
 * @throws EmailNotNeededError if the action was undone, or the person is no longer part of the
 * matter
 */
export async function readActionEmail(
  db: Db,
  { action_id }: { action_id: string },
  { recipient }: { recipient: string },
) {
  const taken = await db
    .selectFrom("matter_actions")
    .selectAll()
    .where("id", "=", action_id)
    .where("undone_at", "is", null)
    .executeTakeFirstOrThrow(() => new EmailNotNeededError());
  const { transaction_id, purchase_intent_id, before, after } = taken;
  const place =
    purchase_intent_id === null
      ? (await readPlace(db, transaction_id)).place
      : { transaction_id, purchase_intent_id };
  const { kind } = requireAction(taken.kind);
  const { emails } = await planEmails(db, { kind, place, before, after });
  const email = emails.find(({ to }) => to.toLowerCase() === recipient.toLowerCase());
  if (!email) throw new EmailNotNeededError();
  return {
    ...email.words,
    cc: email.cc,
    agent_page: email.reader === "estate_agent" ? await readAgentPage(db, transaction_id) : null,
  };
}

/** Returns the URL of a sale on the page of its estate agent; null if it has none. */
async function readAgentPage(db: Db, transaction_id: string): Promise<string | null> {
  const { estate_agent_id } = await db
    .selectFrom("transactions")
    .select("estate_agent_id")
    .where("id", "=", transaction_id)
    .executeTakeFirstOrThrow();
  return estate_agent_id && siteUrl(paths.agent.sale(estate_agent_id, transaction_id));
}
