/**
 * Pages that are shown as a dialog over another page (docs/decisions/staff-pages-share-one-kit.md).
 */

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import type { Version } from "#app/domain/versions/edit-conflicts.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import type { ListLimits } from "#app/forms/list-buttons.server.ts";
import type { DB } from "#db/types.d.ts";
import { requireActor, openRecord } from "./open-record.server.ts";
import { respondToChange, respondToCreate } from "./record-form.server.ts";
import type { Labels } from "./conflict.server.ts";

type Params = LoaderFunctionArgs["params"];

type DialogPage<Ids> = {
  needs: RolePermission;
  ids: (params: Params, request: Request) => Ids;
  back: (ids: Ids) => string;
  opener: (ids: Ids) => string;
  done: string;
  /**
   * Messages from the specification for unexpected errors: when the record is read, and when it is
   * saved.
   */
  failures: { read: string; write: string };
};

type RecordPage<Ids, Shown extends object, Extra> = DialogPage<Ids> & {
  read: (ids: Ids, reader: StaffReader) => Promise<Shown>;
  readExtra?: (ids: Ids, reader: StaffReader) => Promise<Extra>;
  title: (record: FormValues<Shown>) => string;
};

/** Makes the loader and the action of a page that adds a record. The action is idempotent. */
export function addPage<Ids, Schema extends z.ZodType<object>, Made = unknown, Extra = null>(
  page: DialogPage<Ids> & {
    /**
     * Name of the form for the idempotency key. It contains the id of the parent record, if there
     * is one.
     */
    form: (ids: Ids) => string;
    readOwner?: (ids: Ids, reader: StaffReader) => Promise<unknown>;
    readExtra?: (ids: Ids, reader: StaffReader) => Promise<Extra>;
    schema: Schema;
    lists?: Readonly<Record<string, ListLimits>>;
    create: (
      trx: Transaction<DB>,
      value: z.output<Schema>,
      by: { actor: StaffReader },
      ids: Ids,
    ) => Promise<Made>;
    leadsTo?: (made: Made) => string;
  },
) {
  return {
    loader: async ({ request, params }: LoaderFunctionArgs) => {
      const ids = page.ids(params, request);
      const { data: opened, init } = await openRecord(request, {
        needs: page.needs,
        async read(reader) {
          await page.readOwner?.(ids, reader);
          return page.readExtra?.(ids, reader) ?? null;
        },
        title: () => "",
        failure: page.failures.read,
      });
      const formKey = newIdempotencyKey(page.form(ids));
      const { problem, record: extra } = opened;
      return data({ problem, extra, formKey, ...frame(page, ids) }, init ?? {});
    },
    action: async ({ request, params }: ActionFunctionArgs) => {
      const actor = await requireActor(request, page.needs);
      const ids = page.ids(params, request);
      return respondToCreate(request, {
        form: page.form(ids),
        schema: page.schema,
        lists: page.lists ?? {},
        async create(trx, value) {
          const made = await page.create(trx, value, { actor }, ids);
          return page.leadsTo?.(made) ?? page.back(ids);
        },
        done: page.done,
        failure: page.failures.write,
      });
    },
  };
}

/**
 * Makes the loader and the action of a page that edits a record. The action detects edit conflicts.
 */
export function changePage<
  Ids,
  Schema extends z.ZodType<object>,
  Shown extends object,
  Extra = null,
>(
  page: RecordPage<Ids, Shown, Extra> & {
    schema: Schema;
    labels: Labels | (() => Promise<Labels>);
    lists?: Readonly<Record<string, ListLimits>>;
    save: (value: z.output<Schema>, edit: Edit, ids: Ids, form: FormData) => Promise<unknown>;
    /**
     * Returns questions about unlikely values. The user must confirm them before the values are
     * saved.
     */
    doubts?: (value: z.output<Schema>, opened: Version, ids: Ids) => string[] | Promise<string[]>;
    /** Returns what staff should know about the values that were saved. */
    notes?: (value: z.output<Schema>, opened: Version) => string[];
  },
) {
  const { schema, labels, lists = {}, save, doubts, notes, done, failures } = page;
  return {
    loader: ({ request, params }: LoaderFunctionArgs) => openPage(request, page, params),
    action: async ({ request, params }: ActionFunctionArgs) => {
      const actor = await requireActor(request, page.needs);
      const ids = page.ids(params, request);
      return respondToChange(request, {
        schema,
        labels: typeof labels === "function" ? await labels() : labels,
        lists,
        save: (value, opened, form) => save(value, { actor, opened }, ids, form),
        doubts: (value, opened) => doubts?.(value, opened, ids) ?? [],
        done: { to: page.back(ids), title: done },
        notes,
        failure: failures.write,
      });
    },
  };
}

async function openPage<Ids, Shown extends object, Extra>(
  request: Request,
  page: RecordPage<Ids, Shown, Extra>,
  params: Params,
) {
  const ids = page.ids(params, request);
  const { data: opened, init } = await openRecord(request, {
    needs: page.needs,
    async read(reader) {
      const [record, extra] = await Promise.all([
        page.read(ids, reader),
        page.readExtra?.(ids, reader) ?? null,
      ]);
      return { record: formValues(record), extra };
    },
    title: ({ record }) => page.title(record),
    failure: page.failures.read,
    ...frame(page, ids),
  });
  const { record, extra } = opened.record ?? { record: null, extra: null };
  return data({ ...opened, record, extra }, init ?? {});
}

function frame<Ids>({ back, opener }: DialogPage<Ids>, ids: Ids) {
  return { back: back(ids), opener: opener(ids) };
}
