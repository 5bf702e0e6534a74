import { Form } from "@remix-run/react";
import { lazy, Suspense, useState, type FormEvent, useCallback, useEffect, useRef } from "react";
import { formatPence } from "#app/domain/shared/money.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { AppForm, SubmitButton } from "#app/ui/forms/app-form.tsx";
import type { AnyForm, FieldProps } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import type { LoadProblem } from "./card-form.tsx";

/**
 * Renders the form for a referral code, and the card form. With a valid code, there is nothing to
 * pay (E-006, E-007, E-030).
 */
export function PaymentMethods({
  transaction_id,
  form,
  field,
  code,
  codeOpen,
  formKey,
  card,
  cardFailed,
  total_pence,
}: {
  transaction_id: string;
  form: AnyForm;
  field: FieldProps;
  code: string | null;
  codeOpen: boolean;
  formKey: string;
  card: Card;
  cardFailed: boolean;
  total_pence: number;
}) {
  const { id } = field;
  useFocusKept(code, id);
  // The box stays open after a code has been removed, because the focus is in it.
  const [isOpen, setOpen] = useState(codeOpen);
  if (codeOpen && !isOpen) setOpen(true);
  const answerCode = useRef<HTMLButtonElement>(null);
  /**
   * Submits the referral code, if one is in the box, before the card is charged. Returns false if
   * the box is empty.
   */
  const sendCode = useCallback(() => {
    const box = document.getElementById(id);
    if (!(box instanceof HTMLInputElement) || box.value.trim() === "") return false;
    box.form?.requestSubmit(answerCode.current);
    return true;
  }, [id]);
  return (
    <>
      <Details summary="I have a referral code" open={isOpen}>
        <AppForm
          form={form}
          preventScrollReset
          onInput={(event) => {
            if (code && isEmptied(event)) event.currentTarget.requestSubmit();
          }}
        >
          <input type="hidden" name="transaction_id" value={transaction_id} />
          <TextField
            {...field}
            label="Referral code"
            hint="A code covers the service fee"
            optional
            width="20"
            autoComplete="off"
          />
          <button ref={answerCode} type="submit" name="intent" value="card" hidden>
            Check the code
          </button>
          <p className="cluster">
            <Button type="submit" kind="secondary">
              Apply
            </Button>
            {code ? (
              <Button type="submit" kind="quiet" name="intent" value="remove">
                Remove code
              </Button>
            ) : null}
          </p>
        </AppForm>
        {/* Screen readers announce in this element that a code was applied or removed. */}
        <p role="status">
          {code ? "Code applied. " : null}You pay {formatPence(total_pence)}
        </p>
      </Details>
      {code ? (
        <PayWithCode code={code} transaction_id={transaction_id} formKey={formKey} />
      ) : (
        <PayByCard
          card={card}
          failed={cardFailed}
          transaction_id={transaction_id}
          codeForm={form.id}
          sendCode={sendCode}
          total_pence={total_pence}
        />
      )}
    </>
  );
}

/** Moves the focus to the code’s field when the button "Remove code" disappears. */
function useFocusKept(code: string | null, id: string) {
  const before = useRef(code);
  useEffect(() => {
    if (before.current === code) return;
    before.current = code;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById(id)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [code, id]);
}

/** Returns true if the user has emptied the field, which removes the code immediately (E-033). */
function isEmptied({ target }: FormEvent<HTMLFormElement>) {
  return target instanceof HTMLInputElement && target.type === "text" && target.value === "";
}

function PayWithCode({
  code,
  transaction_id,
  formKey,
}: {
  code: string;
  transaction_id: string;
  formKey: string;
}) {
  return (
    <section aria-labelledby="pay-heading" className="stack">
      <h2 id="pay-heading">You don’t need to pay anything</h2>
      <p>The code {code} covers your service fee.</p>
      <Form method="post" action={paths.sell.payment({ sale: transaction_id })}>
        <input type="hidden" name="form_key" value={formKey} />
        <input type="hidden" name="transaction_id" value={transaction_id} />
        <input type="hidden" name="referral_code" value={code} />
        <SubmitButton name="intent" value="submit">
          Submit
        </SubmitButton>
      </Form>
    </section>
  );
}

// Loaded separately, so that no other page loads Stripe’s code.
const CardForm = lazy(() => import("./card-form.tsx"));

type Card = { scriptUrl: string; publishableKey: string };

/**
 * Renders the card form. If it can’t run, renders a button that leads to Stripe’s page (E-007,
 * E-014, AMB-E11).
 */
function PayByCard({
  card,
  failed,
  transaction_id,
  codeForm,
  sendCode,
  total_pence,
}: {
  card: Card;
  failed: boolean;
  transaction_id: string;
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
        <Suspense fallback={LOADING}>
          <CardForm
            {...card}
            transactionId={transaction_id}
            amount={formatPence(total_pence)}
            loading={LOADING}
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

const LOADING = <p role="status">Loading the payment form</p>;

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
        You’ll pay on a secure page run by Stripe, our payment provider, then come back here. If you
        have trouble, email us at <EmailLink email={email} />
      </p>
      <p className="cluster submit-row">
        <Button type="submit" form={codeForm} name="intent" value="hosted">
          Pay by card on Stripe&apos;s page
        </Button>
      </p>
    </>
  );
}
