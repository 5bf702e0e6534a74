import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { aboutYouForm } from "#app/domain/people/person.server.ts";
import { phoneParts } from "#app/domain/people/phone-parts.server.ts";
import { updatePerson } from "#app/domain/people/update-person.server.ts";
import {
  addressStates,
  answerAddressFinder,
  asItWas,
  asTyped,
  withErrors,
} from "#app/http/address-finder.server.ts";
import { parseForm, readForm } from "#app/http/form.server.ts";
import { report } from "#app/http/report.server.ts";
import { paths } from "#app/paths.ts";
import type { AddressFields } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { HouseForm, SubmitButton, useHouseForm } from "#app/ui/forms/house-form.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { db } from "#db/connection.ts";
import { COUNTRY_CHOICES } from "./countries.ts";
import { tryAgainText } from "./failures.server.ts";
import { openStep } from "./step.server.ts";
import { stepOf } from "./steps.ts";

export const handle: PageHandle = { title: "About you" };

export async function loader({ request }: LoaderFunctionArgs) {
  const { person } = await openStep(request, "about-you");
  const { first_name, middle_name, last_name, email, phone_number } = person;
  const address = person.correspondence_address;
  return {
    email,
    person: {
      first_name,
      middle_name: middle_name ?? "",
      last_name,
      ...phoneParts(phone_number),
      correspondence_address: address ? asTyped(address) : {},
    },
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { seller } = await openStep(request, "about-you");
  const form = await readForm(request);
  const finder = await answerAddressFinder(form, ["correspondence_address"]);
  const submission = await parseForm(form, aboutYouForm);
  if (finder) return data({ finder, lastResult: asItWas(submission) });
  const { correspondence_address } = submission.payload;
  const shown = { finder: addressStates({ correspondence_address }) };
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 400 : 200;
    const lastResult = withErrors(submission, form, ["correspondence_address"]);
    return data({ ...shown, lastResult }, { status });
  }
  try {
    await updatePerson(db, seller.id, submission.value);
  } catch (error) {
    report(error, { what: "saving about-you" });
    const lastResult = submission.reply({ formErrors: [tryAgainText(error)] });
    return data({ ...shown, lastResult }, { status: 500 });
  }
  return redirect(paths.sell.aboutTheProperty(), { status: 303 });
}

type AboutYouForm = {
  first_name: string;
  middle_name: string;
  last_name: string;
  phone_number: string;
  phone_country: string;
  correspondence_address: AddressFields;
};

export default function AboutYou() {
  const { person, email } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<AboutYouForm>({
    id: "about-you",
    lastResult: result?.lastResult,
    defaultValue: person,
  });
  return (
    <QuestionPage
      title="About you"
      form={form}
      back={paths.sell.welcome()}
      step={stepOf("about-you")}
      aside={
        <WhyWeAsk>
          The law says that we must know who we act for. Your solicitor writes to this address, and
          the identity check arrives by text.
        </WhyWeAsk>
      }
    >
      <HouseForm form={form}>
        <TextField field={fields.first_name} label="First name" autoComplete="given-name" />
        <TextField
          field={fields.middle_name}
          label="Middle name"
          autoComplete="additional-name"
          optional
        />
        <TextField field={fields.last_name} label="Last name" autoComplete="family-name" />
        <PhoneField
          field={fields.phone_number}
          country={fields.phone_country}
          label="Mobile number"
        />
        <EmailShown email={email} />
        <AddressFinder
          field={fields.correspondence_address}
          legend="Your address"
          hint="Where you live, or where you would like your post"
          finder={result?.finder.correspondence_address}
          international
          countries={COUNTRY_CHOICES}
          own
        />
        <SubmitButton>Save and continue</SubmitButton>
      </HouseForm>
    </QuestionPage>
  );
}

/** It is what somebody signs in with: nobody has proved another one (AMB-C16). */
function EmailShown({ email }: { email: string }) {
  const support = useSupportEmail();
  return (
    <div className="field">
      <p className="label">Email address</p>
      <p className="hint">
        You sign in with it. Please <a href={`mailto:${support}`}>contact support to change it</a>
      </p>
      <p>{email}</p>
    </div>
  );
}
