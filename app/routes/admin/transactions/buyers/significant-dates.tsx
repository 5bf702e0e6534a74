import { useActionData, useLoaderData } from "@remix-run/react";
import {
  listDateWarnings,
  listPlanNotes,
  readSignificantDates,
  SignificantDatesForm,
  updateSignificantDates,
} from "#app/domain/purchases/significant-dates.server.ts";
import {
  PURCHASE_DATE_LABELS,
  PURCHASE_DATES,
  type PurchaseDates,
} from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../../shared/dialog-pages.server.ts";
import { FormDialog } from "../../shared/form-dialog.tsx";
import { FETCH_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";

const TITLE = "Edit significant dates";

export const handle: LayoutHandle = { part: "Significant dates" };

/** Shows the values of a date’s three fields, "21, 11, 2026", as one date in the conflict form. */
const asDate = (label: string) => ({ label, show: (parts: string) => parts.replaceAll(", ", "/") });

const server = changePage({
  needs: "handle",
  ids: ({ id = "", purchaseId = "" }, request) => ({
    transaction_id: id,
    purchase_intent_id: purchaseId,
    back: overviewOr(request, paths.admin.transactionTab.buyers)(id),
  }),
  read: (place, reader) => readSignificantDates(db, reader, place),
  title: () => TITLE,
  schema: SignificantDatesForm,
  labels: {
    sale_agreed: asDate(PURCHASE_DATE_LABELS.sale_agreed),
    contract_pack_sent_on: asDate(PURCHASE_DATE_LABELS.contract_pack_sent_on),
    enquiries_raised_on: asDate(PURCHASE_DATE_LABELS.enquiries_raised_on),
    enquiries_answered_on: asDate(PURCHASE_DATE_LABELS.enquiries_answered_on),
    exchanged: asDate(PURCHASE_DATE_LABELS.exchanged),
    priority_search_on: asDate(PURCHASE_DATE_LABELS.priority_search_on),
    completed: asDate(PURCHASE_DATE_LABELS.completed),
    aborted: asDate(PURCHASE_DATE_LABELS.aborted),
  },
  save: (dates, edit, place) => updateSignificantDates(db, place, dates, edit),
  doubts: (typed, opened, place) => listDateWarnings(db, place, { typed, opened }),
  notes: (typed, opened) => listPlanNotes({ typed, opened }),
  done: "Significant dates saved",
  failures: {
    read: FETCH_FAILURE,
    write: "Failed to update purchase intent significant dates. Please try again.",
  },
  back: ({ back }) => back,
  opener: (place) => `dates-${place.purchase_intent_id}`,
});
export const loader = server.loader;
export const action = server.action;

/** Renders the fields for the dates. Each date must be complete or empty (K-072, K-073). */
export default function EditSignificantDates() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<PurchaseDates>
      id="dates"
      title={TITLE}
      page={page}
      result={result}
      questionNames={labelByPart(PURCHASE_DATE_LABELS)}
    >
      {(fields) => (
        <>
          <p className="hint">
            A date in the future is a plan. Today or an earlier date means that it has happened.
            We’ll email customers about changes, except to the priority search. To clear a date,
            leave all three fields empty.
          </p>
          <div className="date-grid">
            {PURCHASE_DATES.map((name) => (
              <DateField
                key={name}
                {...dateProps(fields[name])}
                legend={PURCHASE_DATE_LABELS[name]}
              />
            ))}
          </div>
        </>
      )}
    </FormDialog>
  );
}
