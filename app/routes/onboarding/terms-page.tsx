import type { SubmissionResult } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { Cost } from "#app/domain/payments/costs.ts";
import { Card } from "#app/ui/card.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { PriceTable } from "#app/ui/price-table.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { JurisdictionWarning } from "./jurisdiction-warning.tsx";

/** Renders a summary of the answers, and the form to accept the terms (C-085, AMB-C11). */
export function TermsPage({
  page: { id, version, accepted, postcode, summary, costs },
  lastResult,
  side,
  terms,
  aside,
  matter,
  change,
  step,
}: {
  page: {
    id: string;
    version: number;
    accepted: boolean;
    postcode: string | null;
    summary: readonly SummaryRow[];
    costs: Cost[];
  };
  lastResult: SubmissionResult | undefined;
  side: "sellers" | "buyers";
  terms: string;
  aside: string;
  matter: "sale" | "purchase";
  change: string;
  step: Step;
}) {
  const [form, fields] = useAppForm<{ terms_and_conditions: string }>({
    id: "terms",
    lastResult,
    defaultValue: { terms_and_conditions: accepted ? "on" : undefined },
  });
  const link = <Link to={terms}>terms and conditions for {side}</Link>;
  return (
    <QuestionPage
      title="Terms and conditions"
      form={form}
      back={change}
      step={step}
      aside={
        <WhyWeAsk title="What you agree to">
          <p>
            The {link} {aside}
          </p>
        </WhyWeAsk>
      }
    >
      <div className="stack" data-gap="l">
        <JurisdictionWarning postcode={postcode} />
        <section className="stack">
          <h2>Your {matter}</h2>
          <SummaryList rows={summary} />
        </section>
        <AllCosts matter={matter} costs={costs} />
        <AppForm form={form}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="version" value={version} />
          <p>Please read the {link} before you continue.</p>
          <Checkbox {...fieldProps(fields.terms_and_conditions)}>
            I have read and accept the terms and conditions
          </Checkbox>
          <SubmitButton>Continue</SubmitButton>
        </AppForm>
      </div>
    </QuestionPage>
  );
}

/** Lists all costs that may arise, before the customer agrees to or pays anything. */
export function AllCosts({ matter, costs }: { matter: "sale" | "purchase"; costs: Cost[] }) {
  const title = `Everything your ${matter} may cost`;
  return (
    <Card title={title}>
      <PriceTable caption={title} hideCaption rows={costs} />
    </Card>
  );
}
