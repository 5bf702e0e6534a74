import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { Db } from "#db/connection.ts";
import type { State } from "#mocks/state.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open } from "../pages.ts";

export type StaffFormInput = { db: Db; ada: Visitor; doubles: State };

/** A rendered form: its path, its fields, and its HTML id. A confirmation page has no id. */
export type RenderedForm = { path: string; fields: Record<string, string>; form?: string };

export type StaffForm = {
  /**
   * The audit rows that the form writes, in order: the action, the type of the record and the
   * changed fields.
   */
  writes: readonly (readonly [StaffAction, string, readonly string[]])[];
  /**
   * The outcome of six concurrent submits with different answers. “one” (default): one succeeds and
   * the others get an error. “same”: all get the same response. “either”: at least one succeeds.
   * “each”: all take effect. Except for “each”, the form takes effect once.
   */
  raceOutcome?: "one" | "same" | "either" | "each";
  /** Text of the page that shows the result, if the form doesn’t redirect. It has no answers. */
  result?: string;
  /**
   * The table that is locked while the six submits start, by default the audit log. Forms that
   * order identity checks lock `identity_checks`, because they call a vendor before they write to
   * the audit log.
   */
  lockedTable?: string;
  /**
   * Creates the record of the form. Returns a function that renders the form for one of the six
   * submits.
   */
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
