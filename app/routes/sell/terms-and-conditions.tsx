import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { DomainError } from "#app/domain/errors.ts";
import { isObjectId } from "#app/domain/ids.ts";
import { fullName } from "#app/domain/people/person.ts";
import { formatPounds } from "#app/domain/payments/money.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import { acceptTerms } from "#app/domain/sales/accept-terms.server.ts";
import { keepPendingTerms } from "#app/domain/sales/pending-terms.server.ts";
import type { Sale } from "#app/domain/sales/read-sale.server.ts";
import { termsForm } from "#app/domain/sales/terms-form.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { invalid, parseForm, refused } from "#app/http/form.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { contactSupportText } from "../onboarding/failures.server.ts";
import { requireSeller } from "../onboarding/require.server.ts";
import { openStepOfSale } from "./step.server.ts";
import { stepOf } from "./steps.ts";

export const handle: PageHandle = { title: "Terms and conditions" };

export async function loader({ request }: LoaderFunctionArgs) {
  const { sale } = await openStepOfSale(request, "terms-and-conditions");
  return { transaction_id: sale.id, accepted: sale.terms_accepted, summary: summaryOf(sale) };
}

function summaryOf(sale: Sale) {
  const { property, sellers } = sale;
  const [first, ...others] = sellers.map(fullName);
  return [
    { term: "Property", description: addressLine(property.address) },
    { term: "Tenure", description: property.tenure_details ?? property.tenure },
    { term: "Asking price", description: formatPounds(sale.asking_price_pounds) },
    { term: "Seller", description: first },
    ...(others.length > 0 ? [{ term: "Other sellers", description: others.join(", ") }] : []),
    { term: "Estate agent", description: agentName(sale) },
  ];
}

function agentName({ estate_agent_status, estate_agent }: Sale) {
  if (estate_agent) return estate_agent.office_name ?? estate_agent.brand_name;
  if (estate_agent_status === "not_listed") return "Not listed";
  return estate_agent_status === "no_agent" ? "None yet" : null;
}

export async function action({ request }: ActionFunctionArgs) {
  const seller = await requireSeller(request);
  const submission = await parseForm(request, termsForm);
  if (submission.status !== "success") return invalid(submission);
  const { transaction_id } = submission.value;
  if (!isObjectId(transaction_id)) {
    return refused(submission, contactSupportText(new DomainError("Invalid transaction ID")));
  }
  await openStepOfSale(request, "terms-and-conditions", transaction_id);
  const target = { transaction_id, seller_id: seller.id };
  try {
    await acceptTerms(db, target);
  } catch (error) {
    report(error, { what: "accepting the terms" });
    const message = contactSupportText(error);
    const kept = await keepPendingTerms(db, target).then(
      () => true,
      () => false,
    );
    if (!kept) return refused(submission, message, 500);
    return redirectWithFlash(paths.sell.payment(), {
      kind: "error",
      title: "Your answer was not saved",
      description: message,
    });
  }
  return redirect(paths.sell.payment(), { status: 303 });
}

export default function TermsAndConditions() {
  const { transaction_id, accepted, summary } = useLoaderData<typeof loader>();
  const [form, fields] = useHouseForm<{ terms_and_conditions: string }>({
    id: "terms",
    lastResult: useActionData<typeof action>()?.lastResult,
    defaultValue: { terms_and_conditions: accepted ? "on" : undefined },
  });
  return (
    <QuestionPage
      title="Terms and conditions"
      form={form}
      back={paths.sell.aboutTheProperty()}
      step={stepOf("terms-and-conditions")}
      aside={
        <WhyWeAsk title="What you agree to">
          <p>
            The <Link to={paths.legal.sellerTerms()}>terms and conditions for sellers</Link> say
            what we do for you, what it costs, and how either of us can end it.
          </p>
        </WhyWeAsk>
      }
    >
      <div className="stack" data-gap="l">
        <section className="stack">
          <h2>Your sale</h2>
          <SummaryList rows={summary} />
          <p>
            <Link to={paths.sell.aboutTheProperty()}>Change your answers</Link>
          </p>
        </section>
        <HouseForm form={form}>
          <input type="hidden" name="transaction_id" value={transaction_id} />
          <p>
            Please read the{" "}
            <Link to={paths.legal.sellerTerms()}>terms and conditions for sellers</Link> before you
            go on.
          </p>
          <Checkbox field={fields.terms_and_conditions}>
            I have read and accept the terms and conditions
          </Checkbox>
          <SubmitButton>Continue</SubmitButton>
        </HouseForm>
      </div>
    </QuestionPage>
  );
}
