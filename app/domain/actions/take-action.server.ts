/** Taking an action on a matter. */

import { sql } from "kysely";
import { z } from "zod";
import { hashPlan } from "#app/domain/assignments/plan-solicitors.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { EmailNotNeededError } from "#app/domain/errors.ts";
import { recordStaffEvent } from "#app/domain/events/events.server.ts";
import { service } from "#app/domain/readers/service.ts";
import { lockMatter } from "#app/domain/transactions/matter.server.ts";
import { requireAsConfirmed } from "#app/domain/versions/edit-conflicts.ts";
import { queuedEmail } from "#app/queue/email.ts";
import { queueEmail } from "#app/queue/outbox.server.ts";
import type { Db } from "#db/connection.ts";
import type { ActionChoice, ActionPlace } from "./action.ts";
import { ACTIONS } from "./actions.server.ts";
import type { ActionKind } from "./notified.ts";
import { changeText, planAction, planEmails, requireAction } from "./plan-action.server.ts";

export const matterActionEmail = queuedEmail("matter_action", z.object({ action_id: z.string() }));

/** Minutes for which an action can be undone. Its emails are sent after them. */
export const UNDO_MINUTES = 10;

/**
 * Takes an action. Its emails are sent after UNDO_MINUTES, unless it is undone before.
 * @param confirmed digest of the plan that staff saw
 * @returns the id of the action
 * @throws as planAction does; ConflictError if the plan has changed
 */
export async function takeAction(
  trx: Db,
  { transaction_id, kind }: { transaction_id: string; kind: ActionKind },
  { choice, confirmed, actor }: { choice: ActionChoice; confirmed: string; actor: Actor },
): Promise<string> {
  const action = ACTIONS[kind];
  await lockMatter(trx, transaction_id);
  const plan = await planAction(trx, service, { transaction_id, kind, staff_id: actor.id }, choice);
  requireAsConfirmed({ plan: hashPlan(plan) }, { plan: confirmed }, "This matter");
  const { place, before, emails } = plan;
  const { sends_at } = await trx
    .selectNoFrom(sql<Date>`now() + make_interval(mins => ${UNDO_MINUTES})`.as("sends_at"))
    .executeTakeFirstOrThrow();
  const after = await action.take(trx, place, plan, { actor, sends_at });
  const { id } = await trx
    .insertInto("matter_actions")
    .values({
      ...place,
      kind,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      done_by: actor.id,
      sends_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordStaffEvent(trx, {
    actor,
    ...ofPlace(place),
    event_name: action.event,
    fields: Object.keys(after),
    comments: [changeText(action, { before, after }), after.note].filter(Boolean).join(". "),
  });
  for (const { to } of emails) {
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

/** Returns the columns of an event for the place of an action. */
export const ofPlace = ({ transaction_id, purchase_intent_id }: ActionPlace) => ({
  transaction_id,
  ...(purchase_intent_id && { purchase_intent_id }),
});

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
  const place = { transaction_id, purchase_intent_id };
  const { kind } = requireAction(taken.kind);
  const { emails } = await planEmails(db, { kind, place, before, after });
  const email = emails.find(({ to }) => to.toLowerCase() === recipient.toLowerCase());
  if (!email) throw new EmailNotNeededError();
  return { ...email.words, cc: email.cc };
}
