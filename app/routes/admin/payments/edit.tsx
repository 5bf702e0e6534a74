import { Link, useActionData, useLoaderData } from "@remix-run/react";
import {
  readReview,
  type Review,
  ReviewForm,
  updateReview,
} from "#app/domain/payments/resolve-review.server.ts";
import { describeReview } from "#app/domain/payments/payment-reviews.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { FETCH_FAILURE, type ReviewView, reviewView, SAVE_FAILURE } from "./view.ts";

const TITLE = "Resolve a payment";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const server = changePage({
  needs: "decide_payments",
  ids: ({ id = "" }) => id,
  read: (id, reader) => readReview(db, reader, id),
  readExtra: async (id, reader) => reviewView(await describeReview(db, reader, id)),
  title: () => TITLE,
  schema: ReviewForm,
  labels: { dealt_with: "Resolved", note: "Note" },
  save: (review, edit, id) => updateReview(db, id, review, edit),
  done: "Payment saved",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: () => paths.admin.payments(),
  opener: (id) => `edit-${id}`,
});
export const loader = server.loader;
export const action = server.action;

export default function ResolvePaymentReview() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<Review>> id="review" title={TITLE} page={page} result={result}>
      {(fields) => (
        <>
          {page.extra ? <Facts review={page.extra} /> : null}
          <TextArea
            {...fieldProps(fields.note)}
            label="Note"
            hint="Write what you’ve done so far. Customers can’t see this."
          />
          <Checkbox
            {...fieldProps(fields.dealt_with)}
            hint="This removes the payment from the list. When an unpaid order has no open payments left, the seller can pay again."
          >
            Resolved
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}

function Facts({ review }: { review: ReviewView }) {
  const { address, group, customer, other_sale, sum, stripe_id, stripe_status } = review;
  const { why, to_do, since } = review;
  return (
    <SummaryList
      rows={[
        group
          ? { term: "Group", description: group.name }
          : { term: "Matter", description: address ?? "Not linked to a matter" },
        { term: "Customer", description: customer?.name ?? "None" },
        ...(other_sale
          ? [
              {
                term: "Other sale",
                description: (
                  <Link to={paths.admin.transaction(other_sale.transaction_id)}>
                    {other_sale.customer}’s sale
                  </Link>
                ),
              },
            ]
          : []),
        { term: "Amount", description: sum ?? "None" },
        {
          term: "In Stripe",
          description: stripe_id ? `${stripe_status} (${stripe_id})` : "None",
        },
        { term: "Reason", description: why },
        { term: "Since", description: since },
        { term: "What to do", description: to_do },
      ]}
    />
  );
}
