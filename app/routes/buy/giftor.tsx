import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RELATIONSHIPS } from "#app/domain/people/relationships.ts";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { postedMatterId, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireBuyer } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { keepDraft, openProperty, showProperty } from "./property-draft.server.ts";

export const handle = personHandle("giftor");

export async function loader({ request, params: { person: id } }: LoaderFunctionArgs) {
  const { buyer, purchase: matter, query, draft } = await showProperty(request);
  const list = { people: draft.giftors, id, here: paths.buy.giftors(query) };
  return openPerson(request, { ...list, customer_id: buyer.id, matter, query });
}

export async function action({ request, params: { person: id } }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, postedMatterId(form));
  await setSessionMatter(db, page.buyer, "buy", page.purchase);
  return savePerson(form, {
    people: page.draft.giftors,
    id,
    here: paths.buy.giftors(page.query),
    schema: giftorForm,
    keep: async (change) => {
      const { giftors } = await keepDraft(page, (now) => ({
        ...now,
        answers: { ...now.answers, gifts: "yes" },
        giftors: change(now.giftors),
      }));
      return giftors;
    },
  });
}

export default function Giftor() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="giftor"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty(page.query)}
      intro={<p>A giftor gives you money towards the price and does not expect it back.</p>}
      more={(fields) => (
        <>
          <CurrencyField
            field={fields.amount_pounds}
            label="How much are they giving?"
            hint="In whole pounds, for example 20,000"
          />
          <Radios
            field={fields.relationship}
            legend="What is their relationship to you?"
            options={RELATIONSHIPS.map((value) => ({ value, label: value }))}
          />
        </>
      )}
    />
  );
}
