import type { SubmissionResult } from "@conform-to/react";
import { Link, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { errorLabels } from "#app/domain/shared/questions.ts";
import { PARTY_QUESTIONS } from "#app/domain/people/questions.ts";
import { paths } from "#app/paths.ts";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import {
  PersonFields,
  type PersonForm,
  type PersonFormFields,
} from "#app/ui/forms/person-fields.tsx";
import { personOpenerId } from "#app/ui/forms/person-list.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { KEEP_FOCUS } from "#app/ui/route-focus.tsx";

type Noun = "seller" | "buyer" | "giftor";

export function personHandle(noun: Noun): PageHandle {
  return {
    title: (page: unknown) => dialogTitle(noun, Boolean(Reflect.get(Object(page), "isNew"))),
    part: "",
  };
}

function dialogTitle(noun: Noun, isNew: boolean) {
  return isNew ? `Add a ${noun}` : `Change a ${noun}’s details`;
}

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
    query: Record<string, string>;
    person: Partial<PersonForm>;
    isNew: boolean;
    /** True if the customer sells on behalf of this person. */
    isRepresented: boolean;
    known: readonly { person_id: string; name: string }[];
    finder: Finders;
  };
  result: { lastResult: SubmissionResult; finder: Finders } | undefined;
  back: string;
  intro?: ReactNode;
  emailHint?: string;
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
      {intro}
      <TellThem mayHaveDied={page.isRepresented} />
      <KnownPeople people={page.known} query={page.query} />
      <AppForm form={form} questionNames={errorLabels(PARTY_QUESTIONS)}>
        <PersonFields
          fields={fields}
          finder={(result ?? page).finder.correspondence_address}
          emailHint={emailHint}
          sameAs="mine"
          isRepresented={page.isRepresented}
        />
        {more?.(fields)}
        <SubmitButton after={<DialogCancel back={back} />}>{button}</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}

function TellThem({ mayHaveDied }: { mayHaveDied: boolean }) {
  return (
    <p>
      {mayHaveDied ? "If you can, please" : "Please"} tell this person that you’re giving us their
      details. Our <Link to={paths.legal.privacy()}>privacy policy</Link> explains how we use them.
    </p>
  );
}

function KnownPeople({
  people,
  query,
}: {
  people: readonly { person_id: string; name: string }[];
  query: Record<string, string>;
}) {
  if (people.length === 0) return null;
  return (
    <nav aria-label="People you’ve already told us about">
      <p>Use details you’ve already given us for:</p>
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
