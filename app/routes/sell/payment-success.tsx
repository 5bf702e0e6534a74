import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { addressLine } from "#app/domain/shared/address.ts";
import { longDate } from "#app/domain/shared/dates.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import { readOrder, type SellerSaleIds } from "#app/domain/payments/orders.server.ts";
import { salePaidWithCode } from "#app/domain/payments/pay-with-code.server.ts";
import { PAYMENT_SUCCEEDED } from "#app/domain/payments/payment-status.ts";
import { checkoutPayment, syncPayment } from "#app/domain/payments/sync-payment.server.ts";
import type { Reader } from "#app/domain/readers/reader.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireSeller } from "../onboarding/open-step.server.ts";
import { SellerNextSteps } from "../dashboard/next-steps.tsx";
import { CONFIRMING, DO_NOT_PAY_AGAIN, TAKES_LONG } from "./payment-status.tsx";

export const handle: PageHandle = {
  title: (data: unknown) => (isConfirming(data) ? CONFIRMING : PAYMENT_SUCCEEDED),
  part: "selling",
};

function isConfirming(data: unknown) {
  return typeof data === "object" && data !== null && Reflect.get(data, "transaction_id") === null;
}

/**
 * Returns the sale that the customer has paid for. Its id is null while the payment’s state is
 * unknown. The query is not trusted (E-022, AMB-E06).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const seller = await requireSeller(request);
  const query = new URL(request.url).searchParams;
  const sale = query.get("sale");
  const payment_intent = query.get("payment_intent");
  const redirect_status = query.get("redirect_status");
  // The client secret must not stay in the address bar and the browser’s history.
  if (query.has("payment_intent_client_secret")) {
    throw redirect(paths.sell.paymentSuccess({ sale, payment_intent, redirect_status }));
  }
  try {
    const session_id = query.get("session_id");
    if (session_id) throw await fromStripesPage({ sale, session_id }, seller);
    if (payment_intent) {
      return await paidByCard({ sale, payment_intent, redirect_status }, seller);
    }
  } catch (error) {
    if (error instanceof Response) throw error;
    report(error, { what: "asking what became of a payment" });
    return { transaction_id: null };
  }
  if (query.get("code") === "true") return paidByCode(sale, seller);
  throw redirect(paths.sell.payment({ sale }));
}

type Query = { sale: string | null };

async function fromStripesPage(
  { sale, session_id }: Query & { session_id: string },
  { id: seller_id }: Reader,
) {
  const payment_intent = await checkoutPayment(db, { session_id, seller_id });
  return redirect(
    payment_intent
      ? paths.sell.paymentSuccess({ sale, payment_intent, redirect_status: "succeeded" })
      : paths.sell.payment({ sale }),
  );
}

async function paidByCard(
  { sale, ...query }: Query & { payment_intent: string; redirect_status: string | null },
  { id: seller_id }: Reader,
) {
  const { payment_intent } = query;
  const back = redirect(paths.sell.payment({ sale, payment_intent }));
  if (query.redirect_status !== "succeeded") throw back;
  const settled = await syncPayment(db, { payment_intent, seller_id });
  if (settled?.state !== "succeeded") throw back;
  const { transaction_id } = settled;
  if (sale === null) throw redirect(paths.sell.paymentSuccess({ sale: transaction_id, ...query }));
  if (sale !== transaction_id) throw back;
  return shown({ transaction_id, seller_id });
}

async function paidByCode(sale: string | null, { id: seller_id }: Reader) {
  const transaction_id = sale && (await salePaidWithCode(db, { transaction_id: sale, seller_id }));
  if (!transaction_id) throw redirect(paths.sell.payment({ sale }));
  return shown({ transaction_id, seller_id });
}

async function shown(sale: SellerSaleIds) {
  const order = await readOrder(db, sale);
  const { code, total_amount_pence, address, refunded_pence, refunded_at } = order;
  return {
    transaction_id: sale.transaction_id,
    property: addressLine(address),
    paid_pence: total_amount_pence,
    code,
    ...(refunded_pence &&
      refunded_at && {
        refund: `${formatPence(refunded_pence)} was refunded on ${longDate(refunded_at)}.`,
      }),
  };
}

export default function PaymentSuccess() {
  const page = useLoaderData<typeof loader>();
  if (page.transaction_id === null) return <Confirming />;
  const { transaction_id, property, paid_pence, code, refund } = page;
  const paid = code
    ? `Your code ${code} covered the service fee for the sale of ${property}. You weren’t charged.`
    : `You’ve paid the service fee of ${formatPence(paid_pence)} for the sale of ${property}.`;
  return (
    <Page
      title={PAYMENT_SUCCEEDED}
      width="narrow"
      lead={`${paid} ${refund ?? "Your sale has started."}`}
    >
      <section className="stack">
        <h2>What happens next</h2>
        <SellerNextSteps />
        <p>
          <ButtonLink to={paths.dashboard.sell(transaction_id)}>View your sale</ButtonLink>
        </p>
      </section>
    </Page>
  );
}

/** Shows a text that doesn’t say whether the payment succeeded, because its state is unknown. */
function Confirming() {
  const { pathname, search } = useLocation();
  return (
    <Page title={CONFIRMING} width="narrow" lead={TAKES_LONG}>
      <p>
        {DO_NOT_PAY_AGAIN}{" "}
        <Link to={pathname + search} reloadDocument>
          Check again
        </Link>
      </p>
    </Page>
  );
}
