import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { Db } from "#db/connection.ts";
import type { State } from "#mocks/state.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open } from "../pages.ts";

export type StaffFormInput = { db: Db; ada: Visitor; doubles: State };

/** A rendered form: its path, its fields, and its id unless it is a confirmation page. */
export type RenderedForm = { path: string; fields: Record<string, string>; form?: string };

export type StaffForm = {
  /** Audit rows in the order of writing: action, subject type and field names. */
  writes: readonly (readonly [StaffAction, string, readonly string[]])[];
  /**
   * Outcome of six concurrent submits with different answers. “one” (default): one succeeds and the
   * others get an error. “same”: all get the same response. “either”: one or more succeed. “each”:
   * every submit takes effect. Except for “each”, the effect happens once.
   */
  raceOutcome?: "one" | "same" | "either" | "each";
  /**
   * Table to lock during the race, by default the audit log. Orders lock `checks`, as they call a
   * vendor first.
   */
  lockedTable?: string;
  /** Creates the form’s record. Returns a function that renders the form for one of the six. */
  arrange: (office: StaffFormInput) => FormRenderer | Promise<FormRenderer>;
};

type FormRenderer = (racer: number) => Promise<RenderedForm>;

export type StaffForms = Readonly<Record<string, StaffForm>>;

export const renderFilledForm =
  (ada: Visitor, path: string, form: string, typed: (racer: number) => Record<string, string>) =>
  async (racer: number): Promise<RenderedForm> => {
    const { html } = await open(path, ada);
    return { path, form, fields: { ...readFields(html, form), ...typed(racer) } };
  };

export const renderConfirmation =
  (ada: Visitor, path: string) => async (): Promise<RenderedForm> => {
    return { path, fields: confirmFields((await open(path, ada)).html) };
  };

export const renderButton =
  (path: string, fields: Record<string, string> = {}) =>
  () =>
    Promise.resolve<RenderedForm>({ path, fields });
