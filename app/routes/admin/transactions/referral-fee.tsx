import { useActionData, useLoaderData } from "@remix-run/react";
import {
  readReferralFeeForm,
  ReferralFeeForm,
  type ReferralFeeValues,
  updateReferralFee,
} from "#app/domain/assignments/referral-fee.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { pageOrList } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

const TITLE = "Referral fee";

export const handle: LayoutHandle = { part: TITLE };

const server = changePage({
  needs: "handle",
  ids: ({ id = "", purchaseId = null }) => ({ transaction_id: id, purchase_intent_id: purchaseId }),
  read: (place, reader) => readReferralFeeForm(db, reader, place),
  title: () => TITLE,
  schema: ReferralFeeForm,
  labels: { referral_fee_paid: "Referral fee paid", referral_fee: "Details" },
  save: (fee, edit, place) => updateReferralFee(db, place, fee, edit),
  done: "Referral fee saved",
  failures: { read: FETCH_FAILURE, write: "There was an error while saving the referral fee" },
  back: ({ transaction_id, purchase_intent_id }) =>
    pageOrList(
      transaction_id,
      paths.admin.transactionTab[purchase_intent_id === null ? "sellers" : "buyers"],
      paths.admin.transactions,
    ),
  opener: () => "referral-fee",
});
export const loader = server.loader;
export const action = server.action;

/** Records whether someone is paid for introducing this side’s clients to their law firm. */
export default function ReferralFee() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<ReferralFeeValues>>
      id="referral-fee-form"
      title={TITLE}
      page={page}
      result={result}
    >
      {(fields) => (
        <Radios
          {...fieldProps(fields.referral_fee_paid)}
          legend="Is anyone paid for introducing this client to their law firm?"
          hint="The law firm reads this in its letter and on its page. No emails are sent."
          options={[
            { value: "not_known", label: "Not known" },
            { value: "no", label: "No" },
            {
              value: "yes",
              label: "Yes",
              reveals: (
                <TextField
                  {...fieldProps(fields.referral_fee)}
                  label="Who is paid, and how much"
                  hint="Such as “Harbour Homes, £150 plus VAT”"
                />
              ),
            },
          ]}
        />
      )}
    </FormDialog>
  );
}
