import type { SubmissionResult } from "@conform-to/react";
import { countryOptions } from "#app/domain/shared/countries.ts";
import { errorLabels } from "#app/domain/shared/questions.ts";
import { ABOUT_YOU, type AboutYouQuestion } from "#app/domain/people/questions.ts";
import type { AddressFields, Finders } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { QuestionFields } from "#app/ui/forms/question-fields.tsx";
import { QuestionPage, WhyWeAsk } from "#app/ui/page-layout.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";
import type { Step } from "#app/ui/step-indicator.tsx";

type AboutYouForm = { correspondence_address: AddressFields } & Record<
  Exclude<AboutYouQuestion, "correspondence_address">,
  string
>;

export function AboutYouPage({
  page: { person, email, finder },
  result,
  back,
  step,
}: {
  page: {
    person: Partial<AboutYouForm>;
    email: string;
    finder: Finders;
  };
  result: { lastResult: SubmissionResult; finder: Finders } | undefined;
  back: string;
  step: Step;
}) {
  const [form, fields] = useAppForm<AboutYouForm>({
    id: "about-you",
    lastResult: result?.lastResult,
    defaultValue: person,
  });
  return (
    <QuestionPage
      title="About you"
      form={form}
      questionNames={errorLabels(ABOUT_YOU)}
      back={back}
      step={step}
      aside={
        <WhyWeAsk>
          Your solicitor needs to know who their client is. They’ll write to this address. You’ll
          get a text from Thirdfort, our ID check provider, with a link to your ID check.
        </WhyWeAsk>
      }
    >
      <AppForm form={form}>
        <QuestionFields
          questions={ABOUT_YOU}
          fields={fields}
          widgets={{
            first_name: <NameFields fields={fields} own />,
            phone_number: (
              <>
                <PhoneField
                  {...fieldProps(fields.phone_number)}
                  country={fieldProps(fields.phone_country)}
                  label="Mobile number"
                />
                <EmailShown email={email} />
              </>
            ),
            correspondence_address: (
              <AddressFinder
                field={fields.correspondence_address}
                legend="Your address"
                hint="Your home address, or another address where you get post"
                finder={(result?.finder ?? finder).correspondence_address}
                international
                countries={countryOptions}
                own
              />
            ),
          }}
        />
        <SubmitButton>Save and continue</SubmitButton>
      </AppForm>
    </QuestionPage>
  );
}

/**
 * Shows the email address, which can’t be edited here: people sign in with it, and a new one would
 * not be verified (AMB-C16).
 */
function EmailShown({ email }: { email: string }) {
  const support = useSupportEmail();
  return (
    <div className="field">
      <p className="label">Email address</p>
      <p className="hint">
        You use this to sign in. Please{" "}
        <a href={`mailto:${support}`}>contact support to change it</a>
      </p>
      <p>{email}</p>
    </div>
  );
}
