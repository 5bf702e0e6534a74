import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Transaction } from "kysely";
import type { z } from "zod";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { type FormValues, formValues } from "#app/domain/versions/form-values.ts";
import type { Edit } from "#app/domain/versions/save-change.server.ts";
import type { Version } from "#app/domain/versions/versions.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import type { ListLimits } from "#app/forms/list-buttons.server.ts";
import type { DB } from "#db/types.d.ts";
import { requireActor, openRecord } from "./open-record.server.ts";
import { respondToChange, respondToCreate } from "./record-form.server.ts";
import type { Labels } from "./conflict.server.ts";

/**
 * The pages that are dialogs over another page: they add a record or change one. From its description a
 * page gets its loader and its action, which both guard. docs/decisions/back-office.md shows one whole.
 */

type Params = LoaderFunctionArgs["params"];

type DialogPage<Ids> = {
  /** What its reader has to be allowed. */
  needs: RolePermission;
  /** What the address is about, as the use cases take it; the functions below are given it. */
  ids: (params: Params) => Ids;
  /** The page that it is over, where it leads in any case. */
  back: (ids: Ids) => string;
  /** The id of the link that opens it. */
  opener: (ids: Ids) => string;
  /** Said on the page that it leads to. */
  done: string;
  /** The specification's words when what is there cannot be read, and when it cannot be written. */
  failures: { read: string; write: string };
};

type RecordPage<Ids, Shown extends object, Extra> = DialogPage<Ids> & {
  /** Reads the record, or the part of one, as its form has it; throws NotFoundError. */
  read: (ids: Ids, reader: StaffReader) => Promise<Shown>;
  /** What is shown besides, such as the options of a select. */
  readExtra?: (ids: Ids, reader: StaffReader) => Promise<Extra>;
  title: (record: FormValues<Shown>) => string;
};

/** A page that adds a record, which it does once however often its form is sent. */
export function addPage<Ids, Schema extends z.ZodType<object>, Made = unknown, Extra = null>(
  page: DialogPage<Ids> & {
    /** What its one-time key is made for: the form, and what it adds to. */
    form: (ids: Ids) => string;
    /** Reads what it adds to; throws NotFoundError. */
    readOwner?: (ids: Ids, reader: StaffReader) => Promise<unknown>;
    /** What of it is shown; throws NotFoundError. */
    readExtra?: (ids: Ids, reader: StaffReader) => Promise<Extra>;
    schema: Schema;
    /** Lists with buttons that add a row and remove one. */
    lists?: Readonly<Record<string, ListLimits>>;
    create: (
      trx: Transaction<DB>,
      value: z.output<Schema>,
      by: { actor: StaffReader },
      ids: Ids,
    ) => Promise<Made>;
    /** Where it leads, if not to the page that it is over. */
    leadsTo?: (made: Made) => string;
  },
) {
  return {
    loader: async ({ request, params }: LoaderFunctionArgs) => {
      const ids = page.ids(params);
      const { data: opened, init } = await openRecord(request, {
        needs: page.needs,
        async read(reader) {
          await page.readOwner?.(ids, reader);
          return page.readExtra?.(ids, reader) ?? null;
        },
        title: () => "",
        failure: page.failures.read,
      });
      const formKey = newFormKey(page.form(ids));
      const { problem, record: extra } = opened;
      return data({ problem, extra, formKey, ...frame(page, ids) }, init ?? {});
    },
    action: async ({ request, params }: ActionFunctionArgs) => {
      const actor = await requireActor(request, page.needs);
      const ids = page.ids(params);
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

/** A page that changes a record: whoever saves second is shown both versions. */
export function changePage<
  Ids,
  Schema extends z.ZodType<object>,
  Shown extends object,
  Extra = null,
>(
  page: RecordPage<Ids, Shown, Extra> & {
    schema: Schema;
    /** What the fields are called where two versions are compared. */
    labels: Labels | (() => Promise<Labels>);
    /** Lists with buttons that add a row and remove one. */
    lists?: Readonly<Record<string, ListLimits>>;
    save: (value: z.output<Schema>, edit: Edit, ids: Ids) => Promise<unknown>;
    /** What may be right but seldom is: it is asked about before it is saved. */
    doubts?: (value: z.output<Schema>, opened: Version, ids: Ids) => string[] | Promise<string[]>;
  },
) {
  const { schema, labels, lists = {}, save, doubts, done, failures } = page;
  return {
    loader: ({ request, params }: LoaderFunctionArgs) => openPage(request, page, params),
    action: async ({ request, params }: ActionFunctionArgs) => {
      const actor = await requireActor(request, page.needs);
      const ids = page.ids(params);
      return respondToChange(request, {
        schema,
        labels: typeof labels === "function" ? await labels() : labels,
        lists,
        save: (value, opened) => save(value, { actor, opened }, ids),
        doubts: (value, opened) => doubts?.(value, opened, ids) ?? [],
        done: { to: page.back(ids), title: done },
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
  const ids = page.ids(params);
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
