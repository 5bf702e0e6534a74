import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { costsOfSelling, type PaymentSummary, summarise } from "#app/domain/payments/costs.ts";
import { hasActiveSaleElsewhere } from "#app/domain/payments/duplicate-property.server.ts";
import {
  getOrCreateOrder,
  type Order,
  readOrder,
  type SellerSaleIds,
} from "#app/domain/payments/orders.server.ts";
import { paymentForm, readCodes } from "#app/domain/payments/pay-with-code.server.ts";
import { type PaymentState, syncOrderPayment } from "#app/domain/payments/sync-payment.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { NOTHING_PAID, readRestoration } from "#app/domain/restorations/restorations.server.ts";
import { env } from "#app/platform/env.server.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { showFormErrors, parseForm } from "#app/forms/form.server.ts";
import { clientIp } from "#app/limits/limits.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Notification } from "#app/ui/notification.tsx";
import { Page, SupportContact, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { db } from "#db/connection.ts";
import { JurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { matterIdInUrl, requireSeller } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { openSaleToPay, openSavedSale } from "./open-sale.server.ts";
import {
  findEarlierSubmit,
  answerCode,
  applyCode,
  payOnStripesPage,
  removeCode,
  showPayment,
  submitCode,
} from "./payment-action.server.ts";
import { PaymentMethods } from "./payment-methods.tsx";
import { PaymentStatus } from "./payment-status.tsx";

export const handle = stepHandle("selling", "payment");

/**
 * Returns the order. If the query names a payment, its state is read from Stripe and never taken
 * from the query (AMB-E06).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { seller, sale } = await openSavedSale(request, "payment");
  const named = new URL(request.url).searchParams.get("payment_intent");
  const target = { transaction_id: sale.id, seller_id: seller.id };
  const order = await getOrCreateOrder(db, target);
  const state = await readState(order, named, seller.id);
  if (state === "succeeded") throw redirect(paths.welcomeBack());

  const { code, invited } = await readCodes(db, target);
  // The order is read again, because the check of the payment may have updated it.
  const { payment_failure } = await readOrder(db, target);
  return {
    home_with_us: await hasActiveSaleElsewhere(db, order),
    transaction_id: sale.id,
    property: addressLine(order.address),
    postcode: order.address.postcode,
    items: order.items,
    costs: costsOfSelling(sale.asking_price_pounds, { referred: code !== null }),
    summary: summarise(order.items, { referred: code !== null }),
    code,
    invited,
    state,
    reason: state === "requires_payment_method" ? payment_failure : null,
    held: (await readRestoration(db)) ? NOTHING_PAID : null,
    formKey: newIdempotencyKey("referral-code"),
    card: { scriptUrl: env.STRIPE_SCRIPT_URL, publishableKey: env.STRIPE_PUBLISHABLE_KEY },
  };
}

/**
 * Returns the payment’s state. If Stripe does not answer, returns "unknown", or "processing" if
 * that was the last known state.
 */
async function readState(
  order: Order,
  named: string | null,
  seller_id: ReaderId,
): Promise<PaymentState | "unknown" | null> {
  try {
    return await syncOrderPayment(db, order, { named, seller_id });
  } catch (error) {
    report(error, { what: "asking what became of a payment" });
    return order.stripe_transaction_status === "processing" ? "processing" : "unknown";
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const seller = await requireSeller(request);
  const submission = await parseForm(request, paymentForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { intent, transaction_id, referral_code, form_key } = submission.value;
  let target: SellerSaleIds;
  try {
    ({ target } = await openSaleToPay(request, transaction_id));
  } catch (elsewhere) {
    const named = transaction_id ?? matterIdInUrl(request, "sell");
    const sale = named !== null && { transaction_id: named, seller_id: seller.id };
    const submitted = intent === "submit" && sale && (await findEarlierSubmit(sale));
    if (submitted) return submitted;
    throw elsewhere;
  }
  const typed = { code: referral_code, ip: clientIp(request) };
  switch (intent) {
    case "submit":
      return submitCode(submission, target, form_key);
    case "hosted":
      return (await answerCode(submission, target, typed)) ?? payOnStripesPage(submission, target);
    case "card":
      return (await answerCode(submission, target, typed)) ?? showPayment(target);
    case "remove":
      return removeCode(submission, target);
    case "apply":
      return applyCode(submission, target, typed);
  }
}

export default function Payment() {
  const {
    transaction_id,
    property,
    postcode,
    items,
    costs,
    summary,
    code,
    invited,
    state,
    reason,
    held,
    home_with_us,
    formKey,
    card,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ referral_code: string }>({
    id: `referral-${transaction_id}`,
    lastResult: answer?.lastResult,
    defaultValue: { referral_code: code ?? invited ?? "" },
  });
  // The seller can’t pay while the state of an earlier payment is unclear.
  const mayPay =
    !held && !home_with_us && state !== "processing" && state !== "unknown" && state !== "review";
  return (
    <Page
      title="Payment"
      lead={`Service fee of ${formatPence(summary.total_pence)} for the sale of ${property}`}
      form={form}
      back={paths.sell.terms({ sale: transaction_id })}
      step={stepPosition("selling", "payment")}
    >
      <div className="stack payment-news" data-gap="l">
        <JurisdictionWarning postcode={postcode} />
        {held ? (
          <Notification kind="warning" title="You can’t pay at the moment">
            <p>{held}</p>
          </Notification>
        ) : null}
        {home_with_us ? (
          <PropertyAlreadyListed id={transaction_id} address={property} paid={state === "review"} />
        ) : (
          <PaymentStatus state={state} reason={reason} transaction_id={transaction_id} />
        )}
      </div>
      <div className="payment">
        {mayPay ? (
          <div className="payment-methods stack" data-gap="l">
            <PaymentMethods
              key={transaction_id}
              transaction_id={transaction_id}
              form={form}
              field={fieldProps(fields.referral_code)}
              code={code}
              codeOpen={(code ?? invited) !== null || form.status === "error"}
              formKey={formKey}
              card={card}
              cardFailed={answer ? "cardFailed" in answer : false}
              total_pence={summary.total_pence}
            />
          </div>
        ) : null}
        <TodaysBill summary={summary} />
        <aside className="payment-about page-aside" aria-label="Help">
          <WhatsIncluded items={items} />
          <Details summary="Everything your sale may cost">
            <PriceTable caption="Everything your sale may cost" hideCaption rows={costs} />
          </Details>
          <AboutTheFee fee_pence={summary.subtotal_pence} />
          <SupportContact />
        </aside>
      </div>
    </Page>
  );
}

/** Explains, in place of the payment, that another customer is selling this property (AMB-D02). */
function PropertyAlreadyListed({
  id,
  address,
  paid,
}: {
  id: string;
  address: string;
  paid: boolean;
}) {
  const email = useSupportEmail();
  const subject = encodeURIComponent(`Matter ${id}: ${address}`);
  return (
    <Notification
      kind={paid ? "error" : "warning"}
      title="This property is already being sold through us"
      live={paid}
    >
      <p>
        Another customer is already selling {address} with us.{" "}
        {paid
          ? "We’ve received your payment but haven’t applied it to your sale. Please do not pay again. We’re looking into it and will email you."
          : "You don’t need to pay anything, and you haven’t been charged."}{" "}
        What you can do next:
      </p>
      <ul>
        <li>
          If you own the property jointly, ask the other owner to email <EmailLink email={email} />{" "}
          with your name and email address. We’ll add you to their sale.
        </li>
        <li>
          If you don’t recognise this sale,{" "}
          <a href={`mailto:${email}?subject=${subject}`}>email us</a> and we’ll look into it.
        </li>
      </ul>
    </Notification>
  );
}

/** Shows what the seller pays today, and when the other costs are due (E-002 to E-005, E-008). */
function TodaysBill({ summary }: { summary: PaymentSummary }) {
  const { subtotal_pence, vat_pence, discount_pence, total_pence } = summary;
  return (
    <Card title="Payment summary">
      <PriceTable
        caption="Payment summary"
        hideCaption
        rows={[
          { label: "Subtotal", amount: formatPence(subtotal_pence) },
          { label: "VAT (20%)", amount: formatPence(vat_pence) },
          {
            label: "Discount",
            amount: discount_pence > 0 ? `-${formatPence(discount_pence)}` : formatPence(0),
          },
        ]}
        total={{ label: "Total", amount: formatPence(total_pence) }}
      />
      <p>You don’t pay anything else today. You’ll pay your legal fees on completion.</p>
    </Card>
  );
}

/** Lists what the service fee includes (E-001). */
function WhatsIncluded({ items }: { items: { product_name: string }[] }) {
  return (
    <Card title="What's included">
      <ul className="ticks">
        {items.map((item) => (
          <li key={item.product_name}>{item.product_name}</li>
        ))}
        <li>An introduction to your solicitor, by email</li>
        <li>Your ID check</li>
        <li>Getting your sale ready before you have a buyer</li>
      </ul>
    </Card>
  );
}

/** States the standard fee from the terms (W-021, AMB-E13), and who takes the payment. */
function AboutTheFee({ fee_pence }: { fee_pence: number }) {
  return (
    <WhyWeAsk title="About this fee">
      <p>
        The standard service fee is {formatPence(fee_pence)} plus VAT, payable on registering. It is
        non-refundable.
      </p>
      <p>
        Stripe takes card payments for us. We never see your card number. Stripe will email you a
        receipt.
      </p>
    </WhyWeAsk>
  );
}
