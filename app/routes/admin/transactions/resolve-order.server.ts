import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { adminMoment } from "#app/domain/shared/dates.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { db } from "#db/connection.ts";
import type { DB } from "#db/types.d.ts";
import { openRecord, requireActor } from "../shared/open-record.server.ts";
import { errorReply } from "../shared/record-form.server.ts";

const SettleForm = (page: { vendor: string; idName: string }) =>
  z
    .object({
      outcome: z.enum(["taken", "not_taken"], {
        error: `Select whether ${page.vendor} has the order`,
      }),
      vendor_id: z.string().trim().max(100, `${page.idName} is too long`).default(""),
    })
    .refine(({ outcome, vendor_id }) => outcome === "not_taken" || vendor_id !== "", {
      path: ["vendor_id"],
      error: `${page.idName} is required`,
    })
    .transform(({ outcome, vendor_id }) => (outcome === "taken" ? vendor_id : null));

type OpenOrder = {
  order_id: string;
  what: string;
  our_reference: string;
  sent_at: Date | null;
  refusal: string | null;
};

/**
 * Makes the page where staff record the outcome of an order that the vendor did not answer. `find`
 * asks the vendor, before the database transaction starts.
 */
export function resolveOrderPage<Place, Found>(page: {
  title: string;
  vendor: string;
  idName: string;
  failure: string;
  place: (params: LoaderFunctionArgs["params"]) => Place;
  form: (place: Place) => string;
  tab: (place: Place) => string;
  opener: (place: Place) => string;
  read: (place: Place, reader: StaffReader) => Promise<OpenOrder>;
  find: (place: Place, vendor_id: string, reader: StaffReader) => Promise<Found>;
  settle: (
    trx: Transaction<DB>,
    place: Place,
    settled: { actor: Actor; order_id: string; found: Found | null },
  ) => Promise<void>;
}) {
  async function loader({ request, params }: LoaderFunctionArgs) {
    const place = page.place(params);
    return openRecord(request, {
      needs: "put_right",
      async read(reader) {
        const { sent_at, ...order } = await page.read(place, reader);
        const formKey = newIdempotencyKey(page.form(place));
        return { ...order, sent: sent_at && adminMoment(sent_at), formKey };
      },
      title: () => page.title,
      failure: page.failure,
      back: page.tab(place),
      opener: page.opener(place),
    });
  }

  async function action({ request, params }: ActionFunctionArgs) {
    const actor = await requireActor(request, "put_right");
    const place = page.place(params);
    const posted = await readForm(request);
    const key = formText(posted, "form_key");
    const order_id = formText(posted, "order_id");
    const submission = await parseForm(posted, SettleForm(page));
    if (submission.status !== "success") {
      return data({ lastResult: submission.reply(), formKey: key, order_id }, { status: 400 });
    }
    const vendor_id = submission.value;
    const form = page.form(place);
    try {
      const found = vendor_id === null ? null : await page.find(place, vendor_id, actor);
      const post = { form, key, body: { order_id, vendor_id } };
      await withIdempotencyKey(db, post, (trx) =>
        page.settle(trx, place, { actor, order_id, found }),
      );
    } catch (error) {
      const failure = `We couldn’t resolve the order because we couldn’t reach ${page.vendor}. Please try again.`;
      const { lastResult, status } = errorReply(submission, error, { failure });
      return data({ lastResult, formKey: newIdempotencyKey(form), order_id }, { status });
    }
    const description =
      vendor_id === null
        ? `${page.vendor} doesn’t have the order. You can order again.`
        : `${page.vendor} has the order.`;
    return redirectWithFlash(page.tab(place), {
      kind: "success",
      title: "Order resolved",
      description,
    });
  }

  return { loader, action };
}
