import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { toLocation } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { type Db, db } from "#db/connection.ts";
import { openRecord, requireActor } from "./open-record.server.ts";
import { runAction } from "./run-action.server.ts";
import { parseVersion } from "./conflict.server.ts";

/**
 * Codecs of hidden fields. The fields contain what the page showed, so that the action can detect
 * later changes.
 */
export const hidden = {
  text: () => z.string(),
  textOrNull: () =>
    z.codec(z.string(), z.string().nullable(), {
      decode: (text) => text || null,
      encode: (text) => text ?? "",
    }),
  texts: () =>
    z.codec(z.string(), z.array(z.string()), {
      decode: (text) => text.split(",").filter(Boolean),
      encode: (texts) => texts.join(),
    }),
  yes: () =>
    z.codec(z.string(), z.boolean(), {
      decode: (text) => text === "yes",
      encode: (yes) => (yes ? "yes" : ""),
    }),
  /**
   * Version of the record that the page showed. On confirmation, it is compared with the current
   * version.
   */
  version: () =>
    z.codec(z.string(), z.record(z.string(), z.unknown()), {
      decode: parseVersion,
      encode: (version) => JSON.stringify(version),
    }),
};

type HiddenFields = z.ZodObject<Record<string, z.ZodType<unknown, string>>>;

type Words = {
  done: {
    title: string;
    description?: string;
    seconds?: number;
    to?: string;
  };
  gone?: string;
  failed: string | ((error: unknown) => { title: string; description?: string });
  failure: string;
};

/**
 * Makes the loader and the action of a confirmation page, which `RecordDialog` renders. Both check
 * the permission first.
 */
export function confirmPage<
  Ids,
  Schema extends HiddenFields,
  Shown extends { refusal: string | null },
>(page: {
  needs: RolePermission;
  ids: (params: LoaderFunctionArgs["params"], request: Request) => Ids;
  /**
   * Reads the record. If the action is not allowed, `refusal` is the reason. Throws NotFoundError
   * or a redirect.
   */
  read: (
    ids: Ids,
    by: { actor: StaffReader; request: Request },
  ) => Promise<Shown & { confirmed: z.output<Schema> }>;
  confirmed: Schema;
  title: (shown: Omit<Shown, "confirmed">) => string;
  failure: string;
  /** URL of the page that the dialog is opened over. */
  back: (ids: Ids) => string;
  /** Element id of the link that opens the dialog. */
  opener: (ids: Ids) => string;
  /**
   * Name of the form for the idempotency key. If set, `run` runs at most once, in one database
   * transaction.
   */
  form?: (ids: Ids) => string;
  run: (
    trx: Db,
    confirmed: z.output<Schema>,
    by: { actor: StaffReader },
    ids: Ids,
  ) => Promise<unknown>;
  words: Words | ((ids: Ids, confirmed: z.output<Schema>) => Words);
  leadsTo?: (ids: Ids) => string;
  here?: (ids: Ids) => string;
}) {
  return {
    loader: ({ request, params }: LoaderFunctionArgs) => {
      const ids = page.ids(params, request);
      return openRecord(request, {
        needs: page.needs,
        async read(actor) {
          const { confirmed, ...shown } = await page.read(ids, { actor, request });
          const key = page.form && { form_key: newIdempotencyKey(page.form(ids)) };
          return { ...shown, fields: { ...z.encode(page.confirmed, confirmed), ...key } };
        },
        title: page.title,
        failure: page.failure,
        back: page.back(ids),
        opener: page.opener(ids),
      });
    },
    action: async ({ request, params }: ActionFunctionArgs) => {
      const actor = await requireActor(request, page.needs);
      const ids = page.ids(params, request);
      const to = (page.leadsTo ?? page.back)(ids);
      const posted = await readForm(request);
      const fields = readHidden(posted, page.confirmed);
      // The pages that we render never post invalid fields.
      if (!fields.success) return redirect(toLocation(to), 303);
      const confirmed = fields.data;
      const { words } = page;
      const { done, gone, failed, failure } =
        typeof words === "function" ? words(ids, confirmed) : words;
      const run = (trx: Db) => page.run(trx, confirmed, { actor }, ids);
      let isGone = false;
      const form = page.form?.(ids);
      const post = { key: formText(posted, "form_key"), body: { ids, confirmed } };
      return runAction({
        async run() {
          try {
            await (form ? withIdempotencyKey(db, { form, ...post }, run) : run(db));
          } catch (error) {
            isGone = gone !== undefined && error instanceof NotFoundError;
            if (!isGone) throw error;
          }
        },
        done: () => (isGone && gone ? { to, title: gone } : { to, ...done }),
        failed: (error) => ({
          to,
          ...(typeof failed === "function" ? failed(error) : { title: failed }),
        }),
        failure,
        here: page.here?.(ids) ?? to,
      });
    },
  };
}

function readHidden<Schema extends HiddenFields>(posted: FormData, schema: Schema) {
  const names = Object.keys(schema.shape);
  return schema.safeParse(Object.fromEntries(names.map((name) => [name, formText(posted, name)])));
}
