import type { FieldMetadata, SubmissionResult } from "@conform-to/react";
import { useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Finders } from "#app/ui/address-finder-state.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { personOpenerId } from "#app/ui/forms/person-list.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { StashedNotice } from "./kept-notice.tsx";
import { KnownPeople } from "./known-people.tsx";
import { type PersonForm, PersonFields } from "./person-fields.tsx";
import { TellThem } from "./tell-them.tsx";

type Noun = "seller" | "buyer" | "giftor";

/** The last two of a giftor only. */
type Form = PersonForm & { amount_pounds: string; relationship: string };

const NAMES: Record<string, string | undefined> = {
  amount_pounds: "Amount",
  relationship: "Relationship",
};

const personQuestionNames = (field: string) => NAMES[field];

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
    person: Partial<Form>;
    isNew: boolean;
    /** It shows what was sent when the session was gone. */
    kept: boolean;
    known: readonly { person_id: string; name: string }[];
    finder: Finders;
  };
  result:
    { matter_id: string | undefined; lastResult: SubmissionResult; finder: Finders } | undefined;
  back: string;
  intro?: ReactNode;
  emailHint?: string;
  /** What else is asked. */
  more?: (fields: Required<{ [Name in keyof Form]: FieldMetadata<Form[Name]> }>) => ReactNode;
}) {
  const { person: whose = "add" } = useParams();
  const [form, fields] = useAppForm<Form>({
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
      {page.kept && !result ? <StashedNotice button={button} /> : null}
      {intro}
      <TellThem />
      <KnownPeople people={page.known} query={page.query} />
      <AppForm form={form} questionNames={personQuestionNames}>
        <input type="hidden" name="matter_id" value={result?.matter_id ?? page.matter_id} />
        <PersonFields
          fields={fields}
          finder={(result ?? page).finder.correspondence_address}
          emailHint={emailHint}
        />
        {more?.(fields)}
        <SubmitButton after={<DialogCancel back={back} />}>{button}</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}
