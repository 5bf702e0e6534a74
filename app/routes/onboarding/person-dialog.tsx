import type { SubmissionResult } from "@conform-to/dom";
import { Link, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { countryOptions } from "#app/domain/fields/countries.ts";
import { questionNames } from "#app/domain/fields/questions.ts";
import { ABLE, representedOptions } from "#app/domain/people/person.ts";
import { OWNER, PARTY_QUESTIONS, type PartyQuestion } from "#app/domain/people/questions.ts";
import { paths } from "#app/paths.ts";
import type { AddressFields, AddressFinderState, Finders } from "#app/ui/address-finder-state.ts";
import { AddressFinder } from "#app/ui/forms/address-finder.tsx";
import { AppForm, StashedNotice, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { personOpenerId } from "#app/ui/forms/person-list.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { QuestionFields } from "#app/ui/forms/question-fields.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { KEEP_FOCUS } from "#app/ui/route-focus.tsx";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";

type PersonForm = { correspondence_address: AddressFields } & Record<
  Exclude<PartyQuestion, "correspondence_address">,
  string
>;

type PersonFormFields = FieldsOf<PersonForm>;

type Noun = "seller" | "buyer" | "giftor";

/** "Add a seller": a page beside the steps. */
export function personHandle(noun: Noun): PageHandle {
  return {
    title: (page: unknown) => dialogTitle(noun, Boolean(Reflect.get(Object(page), "isNew"))),
    part: "",
  };
}

function dialogTitle(noun: Noun, isNew: boolean) {
  return `${isNew ? "Add" : "Change"} a ${noun}`;
}

/** The page about one person of a list, which leads back to the form with the list. */
export function PersonDialog({
  noun,
  page,
  result,
  back,
  intro,
  emailHint,
  more,
}: {
  noun: Noun;
  page: {
    matter_id: string;
    /** What its address says of the matter. */
    query: Record<string, string>;
    person: Partial<PersonForm>;
    isNew: boolean;
    /** By the customer, who acts for them. */
    isRepresented: boolean;
    /** It shows what was sent when the session was gone. */
    stashed: boolean;
    known: readonly { person_id: string; name: string }[];
    finder: Finders;
  };
  result:
    | { matter_id: string | undefined; lastResult: SubmissionResult; finder: Finders }
    | undefined;
  back: string;
  intro?: ReactNode;
  emailHint?: string;
  /** What else is asked. */
  more?: (fields: PersonFormFields) => ReactNode;
}) {
  const { person: whose = "add" } = useParams();
  const [form, fields] = useAppForm<PersonForm>({
    id: noun,
    lastResult: result?.lastResult,
    defaultValue: page.person,
  });
  const button = `${page.isNew ? "Add" : "Save"} ${noun}`;
  return (
    <RouteDialog
      title={dialogTitle(noun, page.isNew)}
      back={back}
      isPage
      openerId={personOpenerId(`${noun}s`, whose)}
    >
      {page.stashed && !result ? (
        <StashedNotice>Check it, and press {button}.</StashedNotice>
      ) : null}
      {intro}
      <TellThem mayHaveDied={page.isRepresented} />
      <KnownPeople people={page.known} query={page.query} />
      <AppForm form={form} questionNames={questionNames(PARTY_QUESTIONS)}>
        <input type="hidden" name="matter_id" value={result?.matter_id ?? page.matter_id} />
        <PersonFields
          fields={fields}
          finder={(result ?? page).finder.correspondence_address}
          emailHint={emailHint}
          isRepresented={page.isRepresented}
        />
        {more?.(fields)}
        <SubmitButton after={<DialogCancel back={back} />}>{button}</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}

/** The questions about another person in a matter. */
function PersonFields({
  fields,
  finder,
  emailHint,
  isRepresented,
}: {
  fields: PersonFormFields;
  finder: AddressFinderState | undefined;
  emailHint?: string;
  /** Who acts for them says whether they can act: if not, no one writes to them or checks them. */
  isRepresented: boolean;
}) {
  const contact = (
    <>
      <EmailField field={fields.email} label="Email address" hint={emailHint} autoComplete="off" />
      <PhoneField
        field={fields.phone_number}
        country={fields.phone_country}
        label="Mobile number"
        hint="The identity check arrives by text"
        autoComplete="off"
      />
    </>
  );
  const able = (
    <Radios
      field={fields.represented_because}
      legend={OWNER.represented_because.asked}
      hint={OWNER.represented_because.hint}
      options={[{ value: ABLE, label: "Yes", reveals: contact }, ...representedOptions]}
    />
  );
  return (
    <QuestionFields
      questions={OWNER}
      fields={fields}
      widgets={{
        first_name: <NameFields fields={fields} />,
        represented_because: isRepresented ? able : null,
        email: isRepresented ? null : contact,
        same_address: (
          <div className="unless">
            <Checkbox field={fields.same_address}>Their address is the same as mine</Checkbox>
            <AddressFinder
              field={fields.correspondence_address}
              legend="Their address"
              finder={finder}
              international
              countries={countryOptions}
            />
          </div>
        ),
      }}
    />
  );
}

/** Above the questions about a person who is not here to be asked. */
function TellThem({ mayHaveDied }: { mayHaveDied: boolean }) {
  return (
    <p>
      {mayHaveDied ? "If they can be told, please" : "Please"} tell this person that you are giving
      us their details, and that our <Link to={paths.legal.privacy()}>privacy policy</Link> says how
      we use them.
    </p>
  );
}

/** Those who were named in an earlier matter: one press fills their details in, to be checked and changed. */
function KnownPeople({
  people,
  query,
}: {
  people: readonly { person_id: string; name: string }[];
  /** What the address of the page says of the matter. */
  query: Record<string, string>;
}) {
  if (people.length === 0) return null;
  return (
    <nav aria-label="People you have named before">
      <p>Use the details of somebody you have named before:</p>
      <ul className="cluster">
        {people.map(({ person_id, name }) => (
          <li key={person_id}>
            <Link
              to={`?${new URLSearchParams({ ...query, known: person_id }).toString()}`}
              preventScrollReset
              state={KEEP_FOCUS}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
