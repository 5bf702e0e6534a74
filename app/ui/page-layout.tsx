import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { EmailLink } from "./email-link.tsx";
import { FlashBanner } from "./flash-banner.tsx";
import { ErrorSummary } from "./forms/error-summary.tsx";
import { type AnyForm, type QuestionNames, SummaryShownFor } from "./forms/form-types.ts";
import { ArrowLeft } from "./icons.tsx";
import { useSupportEmail } from "./root-data.ts";
import { StepIndicator, type Step } from "./step-indicator.tsx";

type PageProps = {
  title?: ReactNode;
  lead?: ReactNode;
  form?: AnyForm;
  questionNames?: QuestionNames;
  back?: string;
  above?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  step?: Step;
  width?: "narrow" | "page" | "wide";
  children: ReactNode;
};

/**
 * Renders the content of `main`: a back link, an error summary or message, the h1 and the page’s
 * content.
 */
export function Page({ width = "page", children, ...head }: PageProps) {
  return (
    <div className="wrap page" data-width={width}>
      <PageHead {...head} />
      <SummaryShownFor.Provider value={head.form?.id}>{children}</SummaryShownFor.Provider>
    </div>
  );
}

export function QuestionPage({ aside, children, ...head }: PageProps & { aside?: ReactNode }) {
  return (
    <div className="wrap page">
      <div className="split">
        <div>
          <PageHead {...head} />
          <SummaryShownFor.Provider value={head.form?.id}>{children}</SummaryShownFor.Provider>
        </div>
        <aside className="page-aside" aria-label="Help">
          {aside}
          <SupportContact />
        </aside>
      </div>
    </div>
  );
}

function PageHead({
  title,
  lead,
  form,
  questionNames,
  back,
  above,
  badges,
  actions,
  step,
}: Omit<PageProps, "width" | "children">) {
  return (
    <div className="page-head">
      {above}
      {back ? (
        <Link className="back-link" to={back}>
          <ArrowLeft />
          Back
        </Link>
      ) : null}
      {form ? <ErrorSummary form={form} names={questionNames} /> : null}
      {form && form.status === "error" ? null : <FlashBanner />}
      {step ? <StepIndicator {...step} /> : null}
      <PageTitle title={title} badges={badges} actions={actions} />
      {lead ? <p className="page-lead">{lead}</p> : null}
    </div>
  );
}

function PageTitle({ title, badges, actions }: Pick<PageProps, "title" | "badges" | "actions">) {
  const heading = title ? <h1 tabIndex={-1}>{title}</h1> : null;
  if (!badges && !actions) return heading;
  return (
    <div className="page-title">
      {heading}
      {badges}
      {actions ? <div className="page-actions">{actions}</div> : null}
    </div>
  );
}

export function WhyWeAsk({
  title = "Why we ask",
  children,
}: {
  title?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card" data-tone="warm" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="stack">{typeof children === "string" ? <p>{children}</p> : children}</div>
    </section>
  );
}

export function SupportContact() {
  const email = useSupportEmail();
  if (!email) return null;
  return (
    <p>
      <strong>Stuck?</strong> Email us at <EmailLink email={email} />
    </p>
  );
}
