import type { SubmissionResult } from "@conform-to/react";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { GoBack, ProblemDialog } from "../shared/confirm-dialog.tsx";

type Values = { outcome: string; vendor_id: string };

type Order = {
  what: string;
  our_reference: string;
  sent: string | null;
  refusal: string | null;
  order_id: string;
  formKey: string;
};

type Dialog = {
  title: string;
  vendor: string;
  idName: string;
};

type Answer = { lastResult: SubmissionResult; formKey: string; order_id: string };

export function ResolveOrderDialog({
  page: { back, opener, ...page },
  result,
  ...dialog
}: Dialog & {
  page: { back: string; opener: string } & (
    | { record: Order; problem: null }
    | { record: null; problem: string }
  );
  result: Answer | undefined;
}) {
  if (!page.record) return <ProblemDialog problem={page.problem} back={back} />;
  const order = { lastResult: null, ...page.record, ...result };
  return <SettleOrderForm {...dialog} order={order} back={back} openerId={opener} />;
}

function SettleOrderForm({
  title,
  vendor,
  idName,
  order: { what, our_reference, sent, refusal, order_id, formKey, lastResult },
  back,
  openerId,
}: Dialog & {
  order: Order & { lastResult: SubmissionResult | null };
  back: string;
  openerId: string;
}) {
  const [form, fields] = useAppForm<Values>({ id: "settle-order-form", lastResult });
  if (refusal && !lastResult) {
    return (
      <RouteDialog title={title} back={back} openerId={openerId}>
        <p>{refusal}</p>
        <GoBack to={back} />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title={title} back={back} openerId={openerId}>
      <p>
        We don’t know yet if {vendor} received the order for {what}
        {sent ? ` (sent ${sent})` : null}. Look for reference <code>{our_reference}</code> in{" "}
        {vendor} and record what you find. This doesn’t place an order.
      </p>
      <AppForm form={form} formKey={formKey}>
        <input type="hidden" name="order_id" value={order_id} />
        <Radios
          {...fieldProps(fields.outcome)}
          legend={`Does ${vendor} have the order?`}
          options={[
            {
              value: "taken",
              label: `${vendor} has it`,
              reveals: (
                <TextField
                  {...fieldProps(fields.vendor_id)}
                  label={idName}
                  width="20"
                  spellCheck={false}
                />
              ),
            },
            {
              value: "not_taken",
              label: `${vendor} doesn’t have it`,
              hint: "You’ll then be able to order it again.",
            },
          ]}
        />
        <SubmitButton after={<DialogCancel back={back} />}>Resolve order</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}
