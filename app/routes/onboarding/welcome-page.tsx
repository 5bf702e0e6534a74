import type { SubmissionResult } from "@conform-to/dom";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatPence } from "#app/domain/shared/money.ts";
import type { CodeOffer } from "#app/domain/invitations/referral-codes.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { Step } from "#app/ui/step-indicator.tsx";

export function WelcomePage({
  first_name,
  lead,
  before,
  needs,
  page: { id, continues, home },
  noun,
  lastResult,
  step,
}: {
  first_name: string;
  lead: string;
  before?: ReactNode;
  needs: readonly string[];
  page: {
    id: string;
    continues: boolean;
    home: string;
  };
  noun: "sale" | "purchase";
  lastResult: SubmissionResult | undefined;
  step: Step;
}) {
  const [form] = useAppForm({ id: "start", lastResult });
  return (
    <QuestionPage
      title={`Welcome, ${first_name}`}
      lead={lead}
      form={form}
      back={paths.welcomeBack()}
      step={step}
      aside={
        <WhyWeAsk title="You can stop and come back later">
          <AutosaveNote /> Sign in on any device to carry on.
        </WhyWeAsk>
      }
    >
      {before}
      {continues ? <Continues noun={noun} home={home} /> : null}
      <section className="stack">
        <h2>What you need</h2>
        <ul className="ticks">
          {needs.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
        <AppForm form={form}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton>{continues ? "Continue" : "Start"}</SubmitButton>
        </AppForm>
      </section>
    </QuestionPage>
  );
}

function Continues({ noun, home }: { noun: "sale" | "purchase"; home: string }) {
  return (
    <Notification
      kind="info"
      title={home ? `You’ve already started: ${home}` : `You’ve already started a ${noun}`}
    >
      <p>
        Select Continue to carry on with it. To start with another property, go to{" "}
        <Link to={paths.welcomeBack({ view: `${noun}s` })}>your properties</Link>.
      </p>
    </Notification>
  );
}

const TYPED_IS_KEPT = "We’ll save your answers as you go.";

/** Says when answers are saved. With JavaScript, they are saved while the customer types. */
export function AutosaveNote() {
  return useHydrated() ? (
    TYPED_IS_KEPT
  ) : (
    <scripts-say data-words={TYPED_IS_KEPT} suppressHydrationWarning>
      We’ll save your answers when you select Continue.
    </scripts-say>
  );
}

/** Shows what an invitation’s referral code is worth (AMB-E05). */
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
