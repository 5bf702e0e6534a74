import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { countryOptions } from "#app/domain/shared/countries.ts";
import { phoneParts } from "#app/domain/shared/phone.server.ts";
import {
  changeOwnDetails,
  OwnDetailsForm,
  readOwnDetails,
} from "#app/domain/people/own-details.server.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";
import { addressFormValues, addressStates } from "#app/forms/address-finder.server.ts";
import { parseAddressForm, withChosenAddress } from "#app/forms/address-form.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { readForm, showFormAgain } from "#app/forms/form.server.ts";
import { requireLimits, RateLimitError } from "#app/limits/limits.server.ts";
import { paths } from "#app/paths.ts";
import {
  deleteRejectedForm,
  readRejectedForm,
  redirectToStep,
  storeRejectedForm,
} from "#app/routes/rejected-form.server.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { Page, QuestionPage } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db, inTransaction } from "#db/connection.ts";
import { TypedPerson } from "../onboarding/people-list.server.ts";

const TITLE = "Your phone number and address";

export const handle: PageHandle = { title: TITLE };

/**
 * Number of changes that a customer may make in a day. Each one sends an email and adds an event
 * that staff read.
 */
const CHANGES_A_DAY = 10;
const DAY = 24 * 60 * 60;

const typedOf = (user_id: ReaderId) => ({ user_id, name: "own-details" });

/** Returns the contact details, which customers can edit until their matter completes (CU-13). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireCustomer(request);
  const {
    may_change,
    phone_number,
    correspondence_address: address,
  } = await readOwnDetails(db, id);
  const sent = await readRejectedForm(typedOf(id));
  const typed = sent
    ? TypedPerson.parse(sent.typed)
    : TypedPerson.parse({
        ...phoneParts(phone_number),
        correspondence_address: address ? addressFormValues(address) : {},
      });
  const { correspondence_address, phone_country } = typed;
  return {
    may_change,
    details: { phone_number: typed.phone_number, phone_country, correspondence_address },
    finder: { ...addressStates({ correspondence_address }), ...sent?.finder },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { id } = await requireCustomer(request);
  const form = await readForm(request);
  const read = await parseAddressForm(form, "correspondence_address", OwnDetailsForm);
  const shown = { finder: read.finder };
  const { pressed } = read;
  const path = paths.yourData.details();
  const step = pressed && (await redirectToStep(request, typedOf(id), form, { pressed, path }));
  if (step) return step;
  if (read.again) {
    await storeRejectedForm(typedOf(id), form);
    return showFormAgain(read.again, shown);
  }
  const { submission, address } = read;
  try {
    const isChanged = await inTransaction(db, async (trx) => {
      const changed = await changeOwnDetails(trx, id, submission.value);
      const limit = { key: `own-details:${id}`, limit: CHANGES_A_DAY, seconds: DAY };
      if (changed) await requireLimits(trx, [limit]);
      return changed;
    });
    await deleteRejectedForm(typedOf(id));
    return await redirectWithFlash(
      paths.yourData.page(),
      isChanged
        ? {
            kind: "success",
            title: "Your details have been changed",
            description: "We’ve emailed you, and our team can see the change.",
          }
        : { kind: "info", title: "Your details are the same as before" },
    );
  } catch (error) {
    if (!(error instanceof ConflictError || error instanceof RateLimitError)) throw error;
    const text =
      error instanceof RateLimitError
        ? "You’ve changed your details too often today. Try again tomorrow"
        : error.message;
    const status = error instanceof RateLimitError ? 429 : error.status;
    const failed = submission.reply({ formErrors: [text] });
    return showFormAgain(withChosenAddress(failed, form, address), shown, status);
  }
}

type Details = {
  phone_number: string;
  phone_country: string;
  correspondence_address: AddressFields;
};

export default function OwnDetails() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<Details>({
    id: "own-details",
    lastResult: result?.lastResult ?? null,
    defaultValue: page.details,
  });
  if (!page.may_change) return <Completed />;
  return (
    <QuestionPage
      title={TITLE}
      lead="You can change these until your sale or purchase completes."
      form={form}
      back={paths.yourData.page()}
    >
      <AppForm form={form}>
        <PhoneField
          {...fieldProps(fields.phone_number)}
          country={fieldProps(fields.phone_country)}
          label="Mobile number"
        />
        <AddressFinder
          field={fields.correspondence_address}
          legend="Your address"
          hint="Your home address, or another address where you get post"
          finder={(result?.finder ?? page.finder).correspondence_address}
          international
          countries={countryOptions}
          own
        />
        <p className="hint">
          An ID check that’s already under way keeps the details we ordered it with.
        </p>
        <SubmitButton>Save changes</SubmitButton>
        <AskForOthers />
      </AppForm>
    </QuestionPage>
  );
}

function Completed() {
  return (
    <Page title={TITLE} width="narrow" back={paths.yourData.page()}>
      <div className="stack">
        <p>
          Your sale or purchase has completed, so you can’t change these details yourself. To have
          them corrected, <Link to={paths.yourData.correction()}>tell us what’s wrong</Link>.
        </p>
      </div>
    </Page>
  );
}

function AskForOthers() {
  return (
    <p>
      To change your name or email address,{" "}
      <Link to={paths.yourData.correction()}>ask us to correct it</Link>.
    </p>
  );
}
