import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { errorLabels } from "#app/domain/shared/questions.ts";
import { PARTY_QUESTIONS } from "#app/domain/people/questions.ts";
import { GiftFields, PersonFields, type PersonForm } from "#app/ui/forms/person-fields.tsx";
import { listProps } from "#app/ui/forms/field-props.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { Bullets } from "../shared/bullets.tsx";
import { FormDialog } from "../shared/form-dialog.tsx";
import { LetterTicks } from "./letter-ticks.tsx";
import { openAdding, respondToAdding } from "./add-person.server.ts";

export const handle: LayoutHandle = { part: fromData("title"), longForm: true };

export const loader = (args: LoaderFunctionArgs) => openAdding(args);
export const action = (args: ActionFunctionArgs) => respondToAdding(args);

export default function AddPerson() {
  const { record: shown, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { kind } = page;
  const letters = shown?.letters ?? [];
  const primary = shown?.primary ?? { name: "", email: "" };
  const finder = (result ?? shown)?.finder.correspondence_address;
  return (
    <FormDialog<PersonForm & { letters: string[] }>
      id="add-person"
      title={`Add a ${kind}`}
      page={{ ...page, typed: shown?.typed }}
      result={result}
      submit={`Add ${kind}`}
      questionNames={errorLabels(PARTY_QUESTIONS)}
    >
      {(fields) => (
        <>
          <Bullets lines={consequences(kind, primary.email, letters.length > 0)} />
          <PersonFields
            fields={fields}
            finder={finder}
            emailHint="This person will sign in with this address. Several people can share one address"
            sameAs={`${primary.name}’s`}
          />
          {kind === "giftor" ? (
            <GiftFields fields={fields} relationship="What is their relationship to the buyer?" />
          ) : null}
          <LetterTicks
            letters={letters}
            ticked={listProps(fields.letters).values}
            hint="The letter lists the people on this side. We’ll send it with the new person."
          />
        </>
      )}
    </FormDialog>
  );
}

function consequences(
  kind: "seller" | "buyer" | "giftor",
  primary: string,
  hasLetter: boolean,
): string[] {
  const solicitors = hasLetter
    ? "We won’t email the solicitors unless you tick the letter below."
    : "We won’t email the solicitors.";
  return [
    kind === "giftor"
      ? "The giftor can see their gift straight away. We’ll email them when their identity check is ordered."
      : `We’ll email this person between 8am and 8pm to say they’ve been added. They can see the ${NOUNS[kind]} straight away. We won’t email an address we’ve already emailed about it.`,
    `We’ll email ${primary} the updated list of people. ${solicitors}`,
    "To add back someone you removed, use the same names and email. Their identity checks will be linked to them again.",
  ];
}

const NOUNS = { seller: "sale", buyer: "purchase" };
