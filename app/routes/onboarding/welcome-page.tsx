import type { ReactNode } from "react";
import { formatPence } from "#app/domain/fields/money.ts";
import type { CodeOffer } from "#app/domain/invitations/referral-codes.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";

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
        <WhyWeAsk title="You can stop and come back later">
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

const TYPED_IS_KEPT = "We’ll save your answers as you go.";

/** What happens to the answers of a property form before it is sent off, with scripts and without. */
export function WhatIsKept() {
  return useHydrated() ? (
    TYPED_IS_KEPT
  ) : (
    <scripts-say data-words={TYPED_IS_KEPT}>
      We’ll save your answers when you select Continue.
    </scripts-say>
  );
}

/** What the code of an invitation is worth, before anything is asked (AMB-E05). */
export function InvitedOffer({ code, worth_pence }: CodeOffer) {
  return (
    <Notification kind="success" title={`Your code ${code} covers the service fee`}>
      <p>
        The code came with your invitation and takes {formatPence(worth_pence)} off (including VAT).
        We’ll apply it on the payment page, so you don’t need to type it in.
      </p>
    </Notification>
  );
}
