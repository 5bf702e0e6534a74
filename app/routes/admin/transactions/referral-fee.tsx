import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
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
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { pageOrList } from "../shared/open-record.server.ts";
import { FETCH_FAILURE } from "./failures.ts";

export const handle: LayoutHandle = { part: fromData("title") };

/** Makes the page of the buyers of a purchase or, without a purchase in the URL, of the sellers. */
function serverAt({ purchaseId }: LoaderFunctionArgs["params"]) {
  const tab = purchaseId === undefined ? "sellers" : "buyers";
  return changePage({
    needs: "handle",
    ids: ({ id = "" }) => ({ transaction_id: id, purchase_intent_id: purchaseId ?? null }),
    read: (place, reader) => readReferralFeeForm(db, reader, place),
    title: () => `Referral fee for the ${tab}`,
    schema: ReferralFeeForm,
    labels: { referral_fee_paid: "Referral fee paid", referral_fee: "Details" },
    save: (fee, edit, place) => updateReferralFee(db, place, fee, edit),
    done: "Referral fee saved",
    failures: { read: FETCH_FAILURE, write: "There was an error while saving the referral fee" },
    back: ({ transaction_id }) =>
      pageOrList(transaction_id, paths.admin.transactionTab[tab], paths.admin.transactions),
    opener: () => "referral-fee",
  });
}
export const loader = (args: LoaderFunctionArgs) => serverAt(args.params).loader(args);
export const action = (args: ActionFunctionArgs) => serverAt(args.params).action(args);

/** Records whether someone is paid for introducing this side’s clients to their law firm. */
export default function ReferralFee() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<ReferralFeeValues>>
      id="referral-fee-form"
      title={page.title}
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
