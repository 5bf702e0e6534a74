/** Type of an action on a matter. Each action is one file here, listed in actions.server.ts. */

import type { z } from "zod";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { EventName } from "#app/domain/events/catalogue.ts";
import type { Address } from "#app/domain/shared/address.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { ActionKind } from "./notified.ts";

/** A matter, and its active purchase or, if none is active, its newest; null if it has none. */
export type ActionPlace = { transaction_id: string; purchase_intent_id: string | null };

/** Values of an action by column, as they are stored in `matter_actions`. */
export type ActionValues = Readonly<Record<string, string | number | null>>;

/** A value as pages and emails show it. */
export type ShownValue = {
  label: string;
  text: string;
  /** Subject of the sentence in emails; defaults to the label with the property. */
  phrase?: string;
  /** True for a value that only staff see. */
  internal?: true;
};

/** A person of a matter whom an action may be about. */
export type ActionPerson = { id: string; name: string; role: string; text: string };

/** Person whom an action is about: their email address and side. */
export type Audience = { mailbox: string | null; side: Side };

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
  event: EventName & StaffAction;
  /** Form in which staff type the new values. Values without a field stay as they are. */
  form: z.ZodType<ActionValues>;
  /** Values as stored. */
  stored: z.ZodType<Values>;
  /** Lists the people whom staff choose from, if the action is about one person. */
  people?: (db: Db, place: ActionPlace) => Promise<ActionPerson[]>;
  /**
   * Reads the current values. `person_id` is the person whom staff chose; null for an action that
   * is not about a person.
   */
  read: (db: Db, place: ActionPlace, person_id: string | null) => Promise<Values>;
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
  /** Queues what happens, besides emails, once the action can no longer be undone. */
  follow?: (trx: Db, taken: { action_id: string; after: Date }) => Promise<unknown>;
  /** Returns the change as text; by default, the old and new values. */
  describe?: (values: { before: Values; after: Values }) => string;
  /** Returns why these values can’t be stored, and the field to show it at; null if they can. */
  problem?: (db: Db, place: ActionPlace, values: Values) => Promise<ActionProblem | null>;
  /** Returns the person whom the values are about. Only they and their solicitor are emailed. */
  audience?: (db: Db, values: Values) => Promise<Audience>;
  /** Returns the address under which readers know the property, if the action changes it. */
  addressOf?: (values: Values) => Address;
  /** Side of the event, if it depends on the values; otherwise that of the catalogue. */
  sideOf?: (values: Values) => Side;
  /** Sides whose solicitor’s letter contains the values. */
  letters?: (place: ActionPlace, values: Values) => readonly Side[];
  /** Names of the changed fields in the audit log; by default those of the values. */
  fields?: readonly string[];
  /** Comment of the event without private values; by default the old and the new values. */
  comments?: (values: Values) => string;
};

export type ActionProblem = { field: string; message: string };

/** Parts of a definition whose functions take stored values, which they check. */
type Stored = {
  write: (trx: Db, place: ActionPlace, values: unknown) => Promise<unknown>;
  show: (values: unknown) => ShownValue[];
  /** Null if the change is described by its old and new values. */
  describe: (values: { before: unknown; after: unknown }) => string | null;
  problem: (db: Db, place: ActionPlace, values: unknown) => Promise<ActionProblem | null>;
  /** Null if everyone in the table of readers is emailed. */
  audience: (db: Db, values: unknown) => Promise<Audience | null>;
  addressOf: (values: unknown) => Address | null;
  /** Null if the catalogue of events has the side. */
  sideOf: (values: unknown) => Side | null;
  letters: (place: ActionPlace, values: unknown) => readonly Side[];
  comments: (values: unknown) => string | null;
};

export type Action = Omit<Definition<ActionValues>, "stored" | keyof Stored> & Stored;

/**
 * Defines an action. The functions of the result take stored values, which they check.
 * @returns functions that throw {ZodError} if values do not match `stored`
 */
export function defineAction<Values extends ActionValues>(definition: Definition<Values>): Action {
  const { stored, ...action } = definition;
  const { write, show, problem, audience, addressOf, sideOf, letters, comments } = definition;
  const { describe } = definition;
  const parse = (values: unknown) => stored.parse(values);
  return {
    ...action,
    write: async (trx, place, values) => write(trx, place, parse(values)),
    show: (values) => show(parse(values)),
    describe: ({ before, after }) =>
      describe?.({ before: parse(before), after: parse(after) }) ?? null,
    problem: async (db, place, values) => (await problem?.(db, place, parse(values))) ?? null,
    audience: async (db, values) => (await audience?.(db, parse(values))) ?? null,
    addressOf: (values) => addressOf?.(parse(values)) ?? null,
    sideOf: (values) => sideOf?.(parse(values)) ?? null,
    letters: (place, values) => letters?.(place, parse(values)) ?? [],
    comments: (values) => comments?.(parse(values)) ?? null,
  };
}

const ENDED = "This matter has ended.";

/** Returns the refusal of an action that only a matter which hasn’t ended allows. */
export function refuseIfEnded({ end }: ActionFacts): string | null {
  return end === "completed" || end === "aborted" ? ENDED : null;
}
