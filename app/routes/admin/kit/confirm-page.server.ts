import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { NotFoundError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { toLocation } from "#app/forms/flash.server.ts";
import { doOnce, newFormKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { type Db, db } from "#db/connection.ts";
import { openRecord, requireActor } from "./open-record.server.ts";
import { carryOut } from "./carry-out.server.ts";
import { parseVersion } from "./conflict.server.ts";

/**
 * What staff confirm travels in hidden fields, so that whatever has changed since is noticed. One schema of these both
 * writes them into the page and reads them from the post. A field that is missing is empty.
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
  /** A record as it was shown, to be compared with what it is by then. */
  version: () =>
    z.codec(z.string(), z.record(z.string(), z.unknown()), {
      decode: parseVersion,
      encode: (version) => JSON.stringify(version),
    }),
};

type HiddenFields = z.ZodObject<Record<string, z.ZodType<unknown, string>>>;

/** What is said afterwards, on the page that it leads to. */
type Words = {
  done: {
    title: string;
    description?: string;
    seconds?: number;
    /** Where it leads then, if not to where it leads otherwise. */
    to?: string;
  };
  /** The success message of a page that deletes, when the record has already been deleted. */
  gone?: string;
  /** What the message is called when it cannot be done. */
  failed: string | ((error: unknown) => { title: string; description?: string });
  /** The specification's words when there are no better ones. */
  failure: string;
};

/**
 * A page that asks before something is done that cannot be undone, or that writes to a customer (`RecordDialog` shows it).
 * From its description it gets its loader and its action, which both guard. What was shown comes back with the post, so
 * that the use case can refuse to do something else by now.
 */
export function confirmPage<
  Ids,
  Schema extends HiddenFields,
  Shown extends { refusal: string | null },
>(page: {
  /** What its reader has to be allowed. */
  needs: RolePermission;
  /** What the address is about, as the use cases take it; the functions below are given it. */
  ids: (params: LoaderFunctionArgs["params"], request: Request) => Ids;
  /**
   * Reads what will happen, and to whom; `refusal` is why it cannot be. Throws NotFoundError, or a Response that leads
   * elsewhere.
   */
  read: (
    ids: Ids,
    by: { actor: StaffReader; request: Request },
  ) => Promise<Shown & { confirmed: z.output<Schema> }>;
  /** The fields of `confirmed`. */
  confirmed: Schema;
  title: (shown: Omit<Shown, "confirmed">) => string;
  /** The specification's words when it cannot be read. */
  failure: string;
  /** The page that it is over. */
  back: (ids: Ids) => string;
  /** The id of the link that opens it. */
  opener: (ids: Ids) => string;
  /** What its one-time key is made for: it is done once then, in one transaction, however often it is posted. */
  form?: (ids: Ids) => string;
  run: (
    trx: Db,
    confirmed: z.output<Schema>,
    by: { actor: StaffReader },
    ids: Ids,
  ) => Promise<unknown>;
  words: Words | ((ids: Ids, confirmed: z.output<Schema>) => Words);
  /** Where it leads in any case, if not to the page that it is over. */
  leadsTo?: (ids: Ids) => string;
  /** Its own address, for one that asks again when the record is another by then. */
  here?: (ids: Ids) => string;
}) {
  return {
    loader: ({ request, params }: LoaderFunctionArgs) => {
      const ids = page.ids(params, request);
      return openRecord(request, {
        needs: page.needs,
        async read(actor) {
          const { confirmed, ...shown } = await page.read(ids, { actor, request });
          const key = page.form && { form_key: newFormKey(page.form(ids)) };
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
      // None of our pages posts such fields.
      if (!fields.success) return redirect(toLocation(to), 303);
      const confirmed = fields.data;
      const { words } = page;
      const { done, gone, failed, failure } =
        typeof words === "function" ? words(ids, confirmed) : words;
      const run = (trx: Db) => page.run(trx, confirmed, { actor }, ids);
      let isGone = false;
      const form = page.form?.(ids);
      const post = { key: formText(posted, "form_key"), body: { ids, confirmed } };
      return carryOut({
        async run() {
          try {
            await (form ? doOnce(db, { form, ...post }, run) : run(db));
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
