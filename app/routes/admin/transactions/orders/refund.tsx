import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { groupTitle } from "#app/domain/groups/labels.ts";
import { joinContacts } from "#app/domain/handlers/contact.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { storeGroupPayment } from "#app/domain/payments/group-payment.server.ts";
import {
  newRefundId,
  planRefund,
  readRefundable,
  type RefundChoice,
  RefundForm,
  type RefundPlan,
  requestRefund,
  sendRefund,
  toAmount,
  UnconfirmedRefundError,
} from "#app/domain/payments/make-refund.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { ConfirmDialog, ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { EmailPreview } from "../../shared/email-preview.tsx";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { respondToPlan } from "../respond-to-plan.server.ts";

const TITLE = "Refund a payment";

export const handle: LayoutHandle = { part: TITLE };

const FAILURE = "There was an error while making the refund";

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionTab.orders, paths.admin.transactions);

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("payment");
  return openRecord(request, {
    needs: "refund",
    async read(reader) {
      await storeGroupPayment(db, id);
      const payments = await readRefundable(db, reader, id);
      const chosen = payments.find(({ payment_id }) => payment_id === asked) ?? payments[0];
      return {
        refund_id: newRefundId(),
        payment_id: chosen?.payment_id ?? "",
        amount: chosen ? toAmount(chosen.left_pence) : "",
        payments: payments.map(({ payment_id, paid_pence, left_pence, sales }) => {
          const covered = coveredText(sales);
          return {
            value: payment_id,
            label: `${formatPence(paid_pence)}, of which ${formatPence(left_pence)} can be refunded`,
            hint: covered ? `${payment_id}, for ${covered}` : payment_id,
            covered,
          };
        }),
      };
    },
    title: () => TITLE,
    failure: FAILURE,
    back: tabOf(id),
    opener: "refund",
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "refund");
  return respondToPlan(await readForm(request), actor, {
    form: `refund ${id}`,
    tab: tabOf(id),
    schema: RefundForm,
    async plan(choice) {
      await storeGroupPayment(db, id);
      return planRefund(db, actor, id, choice);
    },
    view: (plan, choice) => refundView(actor, plan, choice),
    run: (trx, planned) => requestRefund(trx, id, planned),
    afterwards: ({ refund_id }) => sendRefund(db, refund_id),
    done: { description: "Stripe has accepted the refund. We’ll email the customer." },
    failed: (error) =>
      error instanceof UnconfirmedRefundError ? "Refund not confirmed" : "Nothing was refunded",
    failure: FAILURE,
  });
}

/** Returns the sales that a group’s payment covers as text; null for the payment of one sale. */
function coveredText(sales: RefundPlan["sales"]): string | null {
  const group_name = sales[0]?.group_name;
  if (!group_name) return null;
  const properties = sales.map(({ property }) => property).join("; ");
  return `${pluralise(sales.length, "sale")} in ${groupTitle(group_name)}: ${properties}`;
}

async function refundView(
  actor: StaffReader,
  { amount_pence, paid_pence, left_pence, payment_id, sales, payer, after }: RefundPlan,
  { reason }: RefundChoice,
) {
  const { transaction_id, first_name, email: to, property, group_name } = payer;
  const covered = coveredText(sales);
  const contact = await readMatterContact(db, actor, transaction_id);
  const { subject, text } = await renderEmail(
    "payment_refunded",
    { first_name, property, group_name, sum: formatPence(amount_pence), ...after },
    contact && joinContacts([contact]),
  );
  return {
    facts: [
      covered
        ? { term: "Sales that it covers", description: covered }
        : { term: "Property", description: property },
      { term: "Payment", description: `${formatPence(paid_pence)} (${payment_id})` },
      { term: "Refund", description: formatPence(amount_pence) },
      { term: "Left of the payment", description: formatPence(left_pence - amount_pence) },
      { term: "Reason", description: reason },
    ],
    goes_back_to: covered ? "the card or bank account" : "the card",
    email: { from: PRODUCT_NAME, to, copies: [], subject, text },
  };
}

/** Refunds a payment to the card that it was paid with, after a confirmation with the email. */
export default function Refund() {
  const { record, problem, back, opener } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const place = { back, opener };
  return result?.step === "confirm" ? (
    <ConfirmRefund place={place} {...result} />
  ) : (
    <RefundFields place={place} record={record} result={result} />
  );
}

type Place = { back: string; opener: string };
type Result = NonNullable<ReturnType<typeof useActionData<typeof action>>>;
type Opened = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["record"]>;

function RefundFields({
  place: { back, opener },
  record: { payments, ...opened },
  result,
}: {
  place: Place;
  record: Opened;
  result: Extract<Result, { step: "form" }> | undefined;
}) {
  const [form, fields] = useAppForm<FormValues<RefundChoice>>({
    id: "refund-form",
    lastResult: result?.lastResult ?? null,
    defaultValue: result?.values ?? { ...opened, reason: "" },
  });
  return (
    <RouteDialog title={TITLE} back={back} openerId={opener}>
      <AppForm form={form}>
        <input type="hidden" name="refund_id" value={opened.refund_id} />
        {payments.length === 1 ? (
          <>
            <p>Payment: {payments[0]?.label}.</p>
            {payments[0]?.covered ? <p>It covers {payments[0].covered}.</p> : null}
            <input type="hidden" name="payment_id" value={opened.payment_id} />
          </>
        ) : (
          <Radios {...fieldProps(fields.payment_id)} legend="Payment" options={payments} />
        )}
        <TextField
          {...fieldProps(fields.amount)}
          label="Amount"
          hint="In pounds. Change it to refund a part."
          prefix="£"
          width="10"
          inputMode="decimal"
        />
        <TextArea
          {...fieldProps(fields.reason)}
          label="Reason"
          hint="For our records. It’s not in the email, but the customer can ask for a copy of it."
        />
        <SubmitButton after={<DialogCancel back={back} />}>Check and continue</SubmitButton>
        <p className="hint">
          Nothing is refunded and no emails are sent until you confirm on the next step.
        </p>
      </AppForm>
    </RouteDialog>
  );
}

function ConfirmRefund({
  place: { back, opener },
  view: { facts, goes_back_to, email },
  changed,
  fields,
}: { place: Place } & Omit<Extract<Result, { step: "confirm" }>, "step">) {
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId={opener}
      fields={fields}
      confirm="Yes, refund and email"
      wayOut={
        <Button type="submit" kind="quiet" name="amend" value="yes">
          Go back and amend
        </Button>
      }
    >
      {changed ? (
        <Notification kind="warning" title="Something has changed since you opened this page" live>
          <p>Check the details and the email, then confirm again.</p>
        </Notification>
      ) : null}
      <p>
        The money goes back to {goes_back_to} that it was paid with. A refund can’t be undone. We’ll
        send this email once Stripe has accepted the refund.
      </p>
      <SummaryList rows={facts} />
      <EmailPreview email={email} />
    </ConfirmDialog>
  );
}
