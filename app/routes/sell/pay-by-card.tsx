import { lazy, Suspense, useState } from "react";
import { formatPence } from "#app/domain/fields/money.ts";
import { Button } from "#app/ui/button.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { CardFormLoading, type LoadProblem } from "./card-form-loading.tsx";

// Only this page pays for Stripe's code, and only where scripts run.
const CardForm = lazy(() => import("./card-form.tsx"));

export type Card = { scriptUrl: string; publishableKey: string };

/**
 * The card form, where scripts run and Stripe answers; otherwise, and when it fails to load, Stripe's own page
 * (E-007, E-014, AMB-E11).
 */
export function PayByCard({
  card,
  failed,
  transaction_id,
  codeForm,
  sendCode,
  total_pence,
}: {
  card: Card;
  /** Stripe's own page has just failed to open. */
  failed: boolean;
  transaction_id: string;
  /** The form of the referral code: what stands in it goes along with every way to pay. */
  codeForm: string;
  sendCode: () => boolean;
  total_pence: number;
}) {
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<LoadProblem | null>(failed ? {} : null);
  const usesForm = hydrated && !problem;
  return (
    <section aria-labelledby="pay-heading" className="stack">
      <h2 id="pay-heading">Pay by card</h2>
      {problem ? <LoadFailure {...problem} /> : null}
      {usesForm ? (
        <Suspense fallback={<CardFormLoading />}>
          <CardForm
            {...card}
            transactionId={transaction_id}
            amount={formatPence(total_pence)}
            sendCode={sendCode}
            onFailure={setProblem}
          />
        </Suspense>
      ) : (
        <StripesPage codeForm={codeForm} />
      )}
    </section>
  );
}

function LoadFailure({ message }: LoadProblem) {
  return (
    <Notification kind="error" title="Payment form failed to load" live>
      {message ? <p>{message}</p> : null}
      <p>Please refresh the page and try again.</p>
    </Notification>
  );
}

function StripesPage({ codeForm }: { codeForm: string }) {
  const email = useSupportEmail();
  return (
    <>
      <p>
        You pay on a page of Stripe, our card payment provider, and come back here. If you cannot
        use that page, email us at <EmailLink email={email} />
      </p>
      <p className="cluster submit-row">
        <Button type="submit" form={codeForm} name="intent" value="hosted">
          Pay by card on Stripe&apos;s page
        </Button>
      </p>
    </>
  );
}
