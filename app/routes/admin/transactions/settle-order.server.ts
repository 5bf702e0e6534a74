import { data } from "@remix-run/node";
import { z } from "zod";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { errorReply } from "../kit/change.server.ts";

/** What staff have found at a vendor of an order that it has not answered: of a check, or of searches. */

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

/**
 * Responds to the form that settles an order. The caller must have checked who it is.
 *
 * @param page.form what its one-time key is made for
 * @param page.settle settles it, once however often the form is sent; is given the vendor's id, or null when the vendor does
 *   not have the order
 */
export async function respondToSettling(
  request: Request,
  page: {
    vendor: string;
    idName: string;
    form: string;
    to: string;
    settle: (
      vendor_id: string | null,
      post: { form: string; key: string; body: unknown },
      posted: FormData,
    ) => Promise<unknown>;
  },
) {
  const posted = await readForm(request);
  const key = formText(posted, "form_key");
  const order_id = formText(posted, "order_id");
  const submission = await parseForm(posted, SettleForm(page));
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), formKey: key, order_id }, { status: 400 });
  }
  const vendor_id = submission.value;
  try {
    const post = { form: page.form, key, body: { order_id, vendor_id } };
    await page.settle(vendor_id, post, posted);
  } catch (error) {
    const failure = `We could not settle the order. ${page.vendor} could not be asked. Please try again.`;
    const { lastResult, status } = errorReply(submission, error, { failure });
    return data({ lastResult, formKey: newFormKey(page.form), order_id }, { status });
  }
  const title = vendor_id === null ? "Order called off" : "Order confirmed";
  return redirectWithFlash(page.to, { kind: "success", title });
}
