import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";
import { WhatIsKept } from "./kept-notice.tsx";

/** The first step of selling and of buying: what it takes, and what to have at hand. */
export function WelcomePage({
  first_name,
  lead,
  before,
  needs,
  start,
  step,
}: {
  first_name: string;
  lead: string;
  /** What stands before what is needed. */
  before?: ReactNode;
  /** What the customer needs, each a line. */
  needs: readonly string[];
  /** Where "Start" leads. */
  start: string;
  step: Step;
}) {
  return (
    <QuestionPage
      title={`Welcome, ${first_name}`}
      lead={lead}
      back={paths.welcomeBack()}
      step={step}
      aside={
        <WhyWeAsk title="Come back whenever you like">
          <WhatIsKept /> Sign in on any device to carry on.
        </WhyWeAsk>
      }
    >
      {before}
      <section className="stack">
        <h2>What you need</h2>
        <ul className="ticks">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
        <p>
          <ButtonLink to={start}>Start</ButtonLink>
        </p>
      </section>
    </QuestionPage>
  );
}
