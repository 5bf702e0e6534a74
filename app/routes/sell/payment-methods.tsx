import type { FieldMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { formatPence } from "#app/domain/fields/money.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { AppForm, SubmitButton } from "#app/ui/forms/app-form.tsx";
import type { AnyForm } from "#app/ui/forms/form-types.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { PayByCard, type Card } from "./pay-by-card.tsx";

/** A referral code, or a card: with a valid code there is nothing left to pay (E-006, E-007, E-030). */
export function PaymentMethods({
  transaction_id,
  form,
  field,
  code,
  formKey,
  card,
  cardFailed,
  total_pence,
}: {
  transaction_id: string;
  form: AnyForm;
  field: FieldMetadata<string>;
  code: string | null;
  formKey: string;
  card: Card;
  cardFailed: boolean;
  total_pence: number;
}) {
  useFocusKept(code, field.id);
  const answerCode = useRef<HTMLButtonElement>(null);
  /** Sends what stands in the box to be answered, before anything is charged over it; false when nothing does. */
  const sendCode = useCallback(() => {
    const box = document.getElementById(field.id);
    if (!(box instanceof HTMLInputElement) || box.value.trim() === "") return false;
    box.form?.requestSubmit(answerCode.current);
    return true;
  }, [field.id]);
  return (
    <>
      <section aria-labelledby="referral-heading" className="stack">
        <h2 id="referral-heading">Have you been referred?</h2>
        <AppForm
          form={form}
          preventScrollReset
          onChange={(event) => {
            if (code && isEmptied(event)) event.currentTarget.requestSubmit();
          }}
        >
          <input type="hidden" name="transaction_id" value={transaction_id} />
          <TextField
            field={field}
            label="Referral code"
            hint="It pays the service fee for you"
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
        {/* Read out when a code is applied or taken away. */}
        <p role="status">
          {code ? "Code applied. " : null}You pay {formatPence(total_pence)}
        </p>
      </section>
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

/** "Remove code" goes with the code, and the field is mounted anew: whoever was there goes on in the field. */
function useFocusKept(code: string | null, fieldId: string) {
  const before = useRef(code);
  useEffect(() => {
    if (before.current === code) return;
    before.current = code;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById(fieldId)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [code, fieldId]);
}

/** Clearing the field takes the code away at once (E-033). */
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
      <h2 id="pay-heading">Nothing to pay</h2>
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
