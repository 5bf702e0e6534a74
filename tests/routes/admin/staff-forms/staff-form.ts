import type { StaffAction } from "#app/domain/audit/actions.ts";
import type { Db } from "#db/connection.ts";
import type { State } from "#mocks/state.ts";
import type { Visitor } from "#tests/support/sign-in.ts";
import { confirmFields, readFields } from "../fields.ts";
import { open } from "../pages.ts";

/** What the forms of staff are tried with, each on a record of its own. */
export type Office = { db: Db; ada: Visitor; doubles: State };

/** A form as one member of staff has it before them: where it is posted, and what; its id, unless it only asks to confirm. */
export type Shown = { path: string; fields: Record<string, string>; form?: string };

export type StaffForm = {
  /** The rows of the audit log, in the order in which they are written: action, type of the subject, names of fields. */
  writes: readonly (readonly [StaffAction, string, readonly string[]])[];
  /**
   * What becomes of six who send it at once, each with answers of their own: one is successful and the others are told
   * (unless it says otherwise), all get the same answer, either of the two, or each is successful for themselves. But for
   * the last, it has been done once.
   */
  atOnce?: "one" | "same" | "either" | "each";
  /** The table that is held meanwhile, if not the audit log: a vendor is asked between the lock and that. */
  held?: string;
  /** Makes what the form is about. Returns what shows it, to whoever of the six. */
  arrange: (office: Office) => Show | Promise<Show>;
};

type Show = (racer: number) => Promise<Shown>;

export type StaffForms = Readonly<Record<string, StaffForm>>;

/** A page's form as it stands, but for what is typed. */
export const filledIn =
  (ada: Visitor, path: string, form: string, typed: (racer: number) => Record<string, string>) =>
  async (racer: number): Promise<Shown> => {
    const { html } = await open(path, ada);
    return { path, form, fields: { ...readFields(html, form), ...typed(racer) } };
  };

/** A page that asks to confirm. */
export const asked = (ada: Visitor, path: string) => async (): Promise<Shown> => {
  return { path, fields: confirmFields((await open(path, ada)).html) };
};

/** A button of a page, and what it posts. */
export const pressed =
  (path: string, fields: Record<string, string> = {}) =>
  () =>
    Promise.resolve<Shown>({ path, fields });
