import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { Db } from "#db/connection.ts";
import type { State } from "#mocks/state.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open } from "../pages.ts";

export type Office = { db: Db; ada: Visitor; doubles: State };

/** A rendered form: its path, its fields, and its id unless it is a confirmation page. */
export type Shown = { path: string; fields: Record<string, string>; form?: string };

export type StaffForm = {
  /** Audit rows in the order of writing: action, subject type and field names. */
  writes: readonly (readonly [StaffAction, string, readonly string[]])[];
  /**
   * Outcome of six concurrent submits with different answers. “one” (default): one succeeds and the
   * others get an error. “same”: all get the same response. “either”: one or more succeed. “each”:
   * every submit takes effect. Except for “each”, the effect happens once.
   */
  atOnce?: "one" | "same" | "either" | "each";
  /**
   * Table to lock during the race, by default the audit log. Orders lock `checks`, as they call a
   * vendor first.
   */
  held?: string;
  /** Creates the form’s record. Returns a function that renders the form for one of the six. */
  arrange: (office: Office) => Show | Promise<Show>;
};

type Show = (racer: number) => Promise<Shown>;

export type StaffForms = Readonly<Record<string, StaffForm>>;

export const filledIn =
  (ada: Visitor, path: string, form: string, typed: (racer: number) => Record<string, string>) =>
  async (racer: number): Promise<Shown> => {
    const { html } = await open(path, ada);
    return { path, form, fields: { ...readFields(html, form), ...typed(racer) } };
  };

export const asked = (ada: Visitor, path: string) => async (): Promise<Shown> => {
  return { path, fields: confirmFields((await open(path, ada)).html) };
};

export const pressed =
  (path: string, fields: Record<string, string> = {}) =>
  () =>
    Promise.resolve<Shown>({ path, fields });
