/** Type of an action on a matter. Each action is one file here, listed in actions.server.ts. */

import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { EventName } from "#app/domain/events/catalogue.ts";
import type { Address } from "#app/domain/shared/address.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { Db } from "#db/connection.ts";
import type { ActionKind, ActionReader } from "./notified.ts";

/** A matter, and its active purchase or, if none is active, its newest; null if it has none. */
export type ActionPlace = { transaction_id: string; purchase_intent_id: string | null };

/** Values of an action by column, as they are stored in `matter_actions`. */
export type ActionValues = Readonly<Record<string, unknown>>;

/** Choice of staff on the page of an action, as its form reads it. */
export type ActionChoice = Readonly<Record<string, unknown>>;

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
  has_active_purchase: boolean;
  /** True if the sale is going on without a buyer who was released. */
  has_released_purchase: boolean;
  is_in_group: boolean;
};

/** Values of an action before and after it. */
export type ActionChange<Values = ActionValues> = { before: Values; after: Values };

/** The buyers and the firm that an action concerns, if it changes who they are. */
export type ActionParties = {
  /** Purchase of the buyers; null if they have not started one. */
  purchase_intent_id: string | null;
  /** Purchase that is displaced; null if none is. */
  displaced_id: string | null;
  /** The buyer’s solicitor who is notified. */
  buyer_lawyer_group_id: string | null;
};

/** An email that an action sends, with its recipient and its words. */
export type ActionEmail = {
  reader: ActionReader;
  name: string;
  first_name: string | null;
  to: string;
  cc: readonly string[];
  words: { subject: string; greeting: string; paragraphs: string[] };
};

/** A choice that the form of an action offers. */
export type ActionOption = { value: string; label: string; hint: string };

type Definition<Values extends ActionValues> = {
  kind: ActionKind;
  /** Imperative, such as "Change the agreed price". */
  title: string;
  /** Event and audit row that keep the history. */
  event: EventName & StaffAction;
  /**
   * Form in which staff type the new values, or the choice that `plan` turns into them. Values
   * without a field stay as they are.
   */
  form: z.ZodType<ActionChoice>;
  /** Values as stored. */
  stored: z.ZodType<Values>;
  /** Lists the people whom staff choose from, if the action is about one person. */
  people?: (db: Db, place: ActionPlace) => Promise<ActionPerson[]>;
  /**
   * Reads the current values. `person_id` is the person whom staff chose; null for an action that
   * is not about a person.
   */
  read: (db: Db, place: ActionPlace, person_id: string | null) => Promise<Values>;
  /** Returns the change for what staff typed. Without it, they typed the new values. */
  plan?: (
    db: Db,
    place: ActionPlace,
    typed: { before: Values; choice: ActionChoice },
  ) => Promise<ActionChange<Values>>;
  /** Lists what the form offers to choose from. */
  options?: (db: Db, place: ActionPlace) => Promise<ActionOption[]>;
  /** Returns the buyers and the firm that the change concerns. Without it, the current ones. */
  parties?: (change: ActionChange<Values>) => ActionParties;
  /** Does the action, if that is more than storing the new values. Returns the values to store. */
  take?: (
    trx: Db,
    place: ActionPlace,
    change: ActionChange<Values>,
    by: { actor: Actor; sends_at: Date },
  ) => Promise<Values>;
  /** Plans the emails that the action queues by another name, such as an invitation. */
  otherEmails?: (
    db: Db,
    place: ActionPlace,
    change: ActionChange<Values>,
    by: { staff_id: string },
  ) => Promise<ActionEmail[]>;
  /**
   * Returns why the action can’t be undone. Without it, an action can be undone while
   * `undoRefusal` allows it, and the matter has the same buyer and the new values.
   */
  undoConflict?: (
    db: Db,
    place: ActionPlace,
    change: ActionChange<Values> & { facts: ActionFacts },
  ) => Promise<string | null>;
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

type ActionProblem = { field: string; message: string };

/** Parts of a definition whose functions take stored values, which they check. */
type Stored = {
  plan: (
    db: Db,
    place: ActionPlace,
    typed: { before: ActionValues; choice: ActionChoice },
  ) => Promise<ActionChange>;
  write: (trx: Db, place: ActionPlace, values: unknown) => Promise<unknown>;
  take: (
    trx: Db,
    place: ActionPlace,
    change: ActionChange,
    by: { actor: Actor; sends_at: Date },
  ) => Promise<ActionValues>;
  otherEmails: (
    db: Db,
    place: ActionPlace,
    change: ActionChange,
    by: { staff_id: string },
  ) => Promise<ActionEmail[]>;
  show: (values: unknown) => ShownValue[];
  /** Null if the action doesn’t change who the buyers are. */
  parties: (change: ActionChange<unknown>) => ActionParties | null;
  undoConflict:
    | ((
        db: Db,
        place: ActionPlace,
        change: ActionChange<unknown> & { facts: ActionFacts },
      ) => Promise<string | null>)
    | null;
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
  const { plan, write, take, show, parties, otherEmails, undoConflict } = definition;
  const { problem, audience, addressOf, sideOf, letters, comments, describe } = definition;
  const parse = (values: unknown) => stored.parse(values);
  const parsed = ({ before, after }: ActionChange<unknown>) => ({
    before: parse(before),
    after: parse(after),
  });
  return {
    ...action,
    plan: async (db, place, { before, choice }) =>
      plan
        ? plan(db, place, { before: parse(before), choice })
        : { before, after: { ...before, ...choice } },
    write: async (trx, place, values) => write(trx, place, parse(values)),
    async take(trx, place, change, by) {
      const { before, after } = parsed(change);
      if (take) return take(trx, place, { before, after }, by);
      await write(trx, place, after);
      return after;
    },
    otherEmails: async (db, place, change, by) =>
      (await otherEmails?.(db, place, parsed(change), by)) ?? [],
    show: (values) => show(parse(values)),
    parties: (change) => parties?.(parsed(change)) ?? null,
    undoConflict: undoConflict
      ? async (db, place, { facts, ...change }) =>
          undoConflict(db, place, { ...parsed(change), facts })
      : null,
    describe: (change) => describe?.(parsed(change)) ?? null,
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
