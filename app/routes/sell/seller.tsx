import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { matterOf, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireSeller } from "../onboarding/require.server.ts";
import { keepDraft, openProperty, workOnSale } from "./property-draft.server.ts";

export const handle = personHandle("seller");

export async function loader({ request, params: { position } }: LoaderFunctionArgs) {
  const { seller, sale: matter, draft } = await openProperty(request);
  const list = { people: draft.sellers, position, here: paths.sell.sellers() };
  return openPerson(request, { ...list, customer_id: seller.id, matter });
}

export async function action({ request, params: { position } }: ActionFunctionArgs) {
  await requireSeller(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnSale(page);
  const { answers, sellers } = page.draft;
  return savePerson(form, {
    people: sellers,
    position,
    here: paths.sell.sellers(),
    schema: additionalPersonForm,
    keep: (people) =>
      keepDraft(page, { answers: { ...answers, another_seller: "yes" }, sellers: people }),
  });
}

export default function Seller() {
  return (
    <PersonDialog
      noun="seller"
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      back={paths.sell.aboutTheProperty()}
      emailHint="Sellers may share an email address"
    />
  );
}
