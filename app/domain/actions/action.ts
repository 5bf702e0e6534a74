/** Type of an action on a matter. Each action is one file here, listed in actions.server.ts. */

import type { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { EitherSideEvent, EventName } from "#app/domain/events/catalogue.ts";
import type { Db } from "#db/connection.ts";
import type { ActionKind, ActionReader } from "./notified.ts";

/** A matter, and its active purchase or, if none is active, its newest; null if it has none. */
export type ActionPlace = { transaction_id: string; purchase_intent_id: string | null };

/** Values of an action by column, as they are stored in `matter_actions`. */
export type ActionValues = Readonly<Record<string, unknown>>;

/** Choice of staff on the page of an action, as its form reads it. */
export type ActionChoice = Readonly<Record<string, unknown>>;

/** A value as pages and emails show it. */
export type ShownValue = { label: string; text: string };

/** Facts about a matter that decide whether an action is possible. */
export type ActionFacts = {
  /** Day on which the matter ended or contracts were exchanged, whichever has come last. */
  end: "completed" | "aborted" | "exchanged" | null;
  has_purchase: boolean;
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
  event: Exclude<EventName, EitherSideEvent> & StaffAction;
  /** Form in which staff type the new values, or the choice that `plan` turns into them. */
  form: z.ZodType<ActionChoice>;
  /** Values as stored. */
  stored: z.ZodType<Values>;
  /** Reads the current values. */
  read: (db: Db, place: ActionPlace) => Promise<Values>;
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
   * Returns why the action can’t be undone. Without it, an action can be undone while it is
   * possible, and the matter has the same buyer and the new values.
   */
  undoRefusal?: (
    db: Db,
    place: ActionPlace,
    change: ActionChange<Values> & { facts: ActionFacts },
  ) => Promise<string | null>;
  /** Stores values, both to do the action and to undo it. */
  write: (trx: Db, place: ActionPlace, values: Values) => Promise<unknown>;
  show: (values: Values) => ShownValue[];
  /** Returns why the action is not possible now; null if it is. */
  refusal: (facts: ActionFacts) => string | null;
};

type Stored = "plan" | "write" | "take" | "show" | "parties" | "otherEmails" | "undoRefusal";

export type Action = Omit<Definition<ActionValues>, "stored" | Stored> & {
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
  undoRefusal:
    | ((
        db: Db,
        place: ActionPlace,
        change: ActionChange<unknown> & { facts: ActionFacts },
      ) => Promise<string | null>)
    | null;
};

/**
 * Defines an action. The functions of the result take stored values, which they check.
 * @returns functions that throw {ZodError} if values do not match `stored`
 */
export function defineAction<Values extends ActionValues>(definition: Definition<Values>): Action {
  const { stored, plan, write, take, show, parties, otherEmails, undoRefusal, ...action } =
    definition;
  const parsed = ({ before, after }: ActionChange<unknown>) => ({
    before: stored.parse(before),
    after: stored.parse(after),
  });
  return {
    ...action,
    plan: async (db, place, { before, choice }) =>
      plan ? plan(db, place, { before: stored.parse(before), choice }) : { before, after: choice },
    write: async (trx, place, values) => write(trx, place, stored.parse(values)),
    async take(trx, place, change, by) {
      const { before, after } = parsed(change);
      if (take) return take(trx, place, { before, after }, by);
      await write(trx, place, after);
      return after;
    },
    otherEmails: async (db, place, change, by) =>
      (await otherEmails?.(db, place, parsed(change), by)) ?? [],
    show: (values) => show(stored.parse(values)),
    parties: (change) => parties?.(parsed(change)) ?? null,
    undoRefusal: undoRefusal
      ? async (db, place, { facts, ...change }) =>
          undoRefusal(db, place, { ...parsed(change), facts })
      : null,
  };
}

const ENDED = "This matter has ended.";

/** Returns the refusal of an action that only a matter which hasn’t ended allows. */
export function refuseIfEnded({ end }: ActionFacts): string | null {
  return end === "completed" || end === "aborted" ? ENDED : null;
}
