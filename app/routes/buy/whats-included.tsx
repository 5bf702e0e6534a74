import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressLine } from "#app/domain/shared/address.ts";
import { formatPence } from "#app/domain/shared/money.ts";
import {
  buyerLegalFeePence,
  COSTS_OF_BUYING,
  costsOfBuying,
  SEARCH_PACK_PENCE,
  withVat,
} from "#app/domain/payments/costs.ts";
import {
  confirmForm,
  confirmPurchase,
  readPurchase,
} from "#app/domain/purchases/purchases.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { pendingBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { showFormErrors, parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { db } from "#db/connection.ts";
import { JurisdictionWarning } from "../onboarding/jurisdiction-warning.tsx";
import { requireBuyer } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { AllCosts } from "../onboarding/terms-page.tsx";
import { recordTerms } from "../onboarding/terms.server.ts";
import { openSavedPurchase } from "./open-purchase.server.ts";

export const handle = stepHandle("buying", "whats-included");

export async function loader({ request }: LoaderFunctionArgs) {
  const { purchase, query } = await openSavedPurchase(request, "whats-included");
  const fee = (label: string, pence: number) => ({
    label,
    withoutVat: formatPence(pence),
    withVat: formatPence(withVat(pence)),
  });
  return {
    query,
    purchase_intent_id: purchase.id,
    address: addressLine(purchase.address),
    postcode: purchase.address.postcode,
    costs: costsOfBuying(purchase.agreed_price_pounds),
    fees: [
      fee("Search pack", SEARCH_PACK_PENCE),
      fee("Core legal fees", buyerLegalFeePence(purchase.agreed_price_pounds)),
    ],
  };
}

/**
 * Completes the purchase’s sign-up idempotently (D-065). If the acceptance of the terms has not
 * been saved yet, saves it first (AMB-C10).
 */
export async function action({ request }: ActionFunctionArgs) {
  const buyer = await requireBuyer(request);
  const submission = await parseForm(request, confirmForm);
  if (submission.status !== "success") return showFormErrors(submission);
  const { purchase_intent_id: id } = submission.value;
  const target = { id, buyer_id: buyer.id };
  const query = { purchase: id };
  // Check this first, because a concurrent submit saves the pending acceptance and then deletes it.
  const waits = await pendingBuyerTerms.isWaiting(db, termsTarget(target));
  const purchase = await readPurchase(db, target).catch(asErrorPage);
  if (!purchase.complete) {
    if (!purchase.terms_accepted && !waits)
      return redirect(paths.buy.terms(query), { status: 303 });
    const problem = await finish(target);
    if (problem) return showFormRefusal(submission, problem, 500);
  }
  return redirect(paths.buy.success(query), { status: 303 });
}

type Target = { id: string; buyer_id: ReaderId };

const termsTarget = ({ id, buyer_id }: Target) => ({ purchase_intent_id: id, buyer_id });

async function finish(target: Target): Promise<string | null> {
  const record = pendingBuyerTerms.record(db, termsTarget(target));
  const unrecorded = await recordTerms(record, "a purchase is confirmed");
  if (unrecorded) return unrecorded;

  try {
    await confirmPurchase(db, target);
    return null;
  } catch (error) {
    report(error, { what: "confirming a purchase" });
    return "Failed to confirm purchase intent.";
  }
}

export default function WhatsIncluded() {
  const { query, purchase_intent_id, address, postcode, fees, costs } =
    useLoaderData<typeof loader>();
  const [form] = useAppForm({
    id: "finish",
    lastResult: useActionData<typeof action>()?.lastResult,
  });
  return (
    <QuestionPage
      title="What's included"
      lead="Your searches and core legal fees are included. You don’t pay anything now."
      form={form}
      back={paths.buy.terms(query)}
      step={stepPosition("buying", "whats-included")}
      aside={
        <WhyWeAsk title="What you’ll pay">
          Stamp Duty Land Tax in England or Land Transaction Tax in Wales, disbursements and any
          extra legal costs. Your solicitor will tell you how much.
        </WhyWeAsk>
      }
    >
      <div className="stack" data-gap="l">
        <JurisdictionWarning postcode={postcode} />
        <p>
          For <strong>{address}</strong>
        </p>
        <FeeTable fees={fees} pay={formatPence(0)} />
        <p>{COSTS_OF_BUYING}</p>
        <AllCosts matter="purchase" costs={costs} />
        <AppForm form={form}>
          <input type="hidden" name="purchase_intent_id" value={purchase_intent_id} />
          <SubmitButton>Finish onboarding</SubmitButton>
        </AppForm>
      </div>
    </QuestionPage>
  );
}

type Fee = { label: string; withoutVat: string; withVat: string };

/** Renders the fees with VAT and without it (D-063, D-064, AMB-D10). */
function FeeTable({ fees, pay }: { fees: readonly Fee[]; pay: string }) {
  return (
    <table className="price-table">
      <caption>What your purchase includes</caption>
      <thead>
        <tr>
          <th scope="col">Included</th>
          <th scope="col">Without VAT</th>
          <th scope="col">With VAT</th>
        </tr>
      </thead>
      <tbody>
        {fees.map(({ label, withoutVat, withVat }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{withoutVat}</td>
            <td>{withVat}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            You pay
          </th>
          <td>{pay}</td>
        </tr>
      </tfoot>
    </table>
  );
}
