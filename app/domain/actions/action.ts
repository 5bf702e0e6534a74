/** Type of an action on a matter. Each action is one file here, listed in actions.server.ts. */

import type { z } from "zod";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { EitherSideEvent, EventName } from "#app/domain/events/catalogue.ts";
import type { Db } from "#db/connection.ts";
import type { ActionKind } from "./notified.ts";

/** A matter, and its active purchase or, if none is active, its newest; null if it has none. */
export type ActionPlace = { transaction_id: string; purchase_intent_id: string | null };

/** Values of an action by column, as they are stored in `matter_actions`. */
export type ActionValues = Readonly<Record<string, string | number | null>>;

/** A value as pages and emails show it. */
export type ShownValue = { label: string; text: string };

/** Facts about a matter that decide whether an action is possible. */
export type ActionFacts = {
  /** Day on which the matter ended or contracts were exchanged, whichever has come last. */
  end: "completed" | "aborted" | "exchanged" | null;
  has_purchase: boolean;
  /** Day on which staff ended the matter; null unless they have. */
  ended_on: string | null;
  is_paused: boolean;
};

type Definition<Values extends ActionValues> = {
  kind: ActionKind;
  /** Imperative, such as "Change the agreed price". */
  title: string;
  /** Event and audit row that keep the history. */
  event: Exclude<EventName, EitherSideEvent> & StaffAction;
  /** Form in which staff type the new values. */
  form: z.ZodType<Values>;
  /** Values as stored. */
  stored: z.ZodType<Values>;
  /** Reads the current values. */
  read: (db: Db, place: ActionPlace) => Promise<Values>;
  /** Stores values, both to do the action and to undo it. */
  write: (trx: Db, place: ActionPlace, values: Values) => Promise<unknown>;
  show: (values: Values) => ShownValue[];
  /** Returns why the action is not possible now; null if it is. */
  refusal: (
    facts: ActionFacts,
    place: ActionPlace,
    db: Db,
  ) => string | null | Promise<string | null>;
  /** Returns why the action can’t be undone now; by default, what `refusal` returns. */
  undoRefusal?: (facts: ActionFacts) => string | null;
  /** Checks values that depend on stored facts. Throws a DomainError with the field. */
  check?: (db: Db, values: Values) => Promise<void>;
  /** Queues what happens, besides emails, once the action can no longer be undone. */
  follow?: (trx: Db, taken: { action_id: string; after: Date }) => Promise<unknown>;
  /** Returns the change as text; by default, the old and new values. */
  describe?: (values: { before: Values; after: Values }) => string;
};

export type Action = Omit<
  Definition<ActionValues>,
  "stored" | "write" | "show" | "check" | "describe"
> & {
  write: (trx: Db, place: ActionPlace, values: unknown) => Promise<unknown>;
  show: (values: unknown) => ShownValue[];
  check?: (db: Db, values: unknown) => Promise<void>;
  describe?: (values: { before: unknown; after: unknown }) => string;
};

/**
 * Defines an action. The functions of the result take stored values, which they check.
 * @returns functions that throw {ZodError} if values do not match `stored`
 */
export function defineAction<Values extends ActionValues>(definition: Definition<Values>): Action {
  const { stored, write, show, check, describe, ...action } = definition;
  return {
    ...action,
    ...(check && { check: async (db, values) => check(db, stored.parse(values)) }),
    ...(describe && {
      describe: ({ before, after }) =>
        describe({ before: stored.parse(before), after: stored.parse(after) }),
    }),
    write: async (trx, place, values) => write(trx, place, stored.parse(values)),
    show: (values) => show(stored.parse(values)),
  };
}

const ENDED = "This matter has ended.";

/** Returns the refusal of an action that only a matter which hasn’t ended allows. */
export function refuseIfEnded({ end }: ActionFacts): string | null {
  return end === "completed" || end === "aborted" ? ENDED : null;
}
