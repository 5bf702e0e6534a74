import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RELATIONSHIPS } from "#app/domain/purchases/funding.ts";
import { giftorForm } from "#app/domain/purchases/giftor-form.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { CurrencyField } from "#app/ui/forms/currency-field.tsx";
import { Radios } from "#app/ui/forms/radios.tsx";
import { matterOf, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireBuyer } from "../onboarding/require.server.ts";
import { keepDraft, openProperty, workOnPurchase } from "./property-draft.server.ts";

export const handle = personHandle("giftor");

export async function loader({ request, params: { position } }: LoaderFunctionArgs) {
  const { buyer, purchase: matter, draft } = await openProperty(request);
  const list = { people: draft.giftors, position, here: paths.buy.giftors() };
  return openPerson(request, { ...list, customer_id: buyer.id, matter });
}

export async function action({ request, params: { position } }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnPurchase(page);
  const { draft } = page;
  return savePerson(form, {
    people: draft.giftors,
    position,
    here: paths.buy.giftors(),
    schema: giftorForm,
    keep: (giftors) =>
      keepDraft(page, { ...draft, answers: { ...draft.answers, gifts: "yes" }, giftors }),
  });
}

export default function Giftor() {
  return (
    <PersonDialog
      noun="giftor"
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty()}
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
