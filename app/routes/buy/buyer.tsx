import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { matterOf, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireBuyer } from "../onboarding/require.server.ts";
import { keepDraft, openProperty, workOnPurchase } from "./property-draft.server.ts";

export const handle = personHandle("buyer");

export async function loader({ request, params: { position } }: LoaderFunctionArgs) {
  const { buyer, purchase: matter, draft } = await openProperty(request);
  const list = { people: draft.buyers, position, here: paths.buy.buyers() };
  return openPerson(request, { ...list, customer_id: buyer.id, matter });
}

export async function action({ request, params: { position } }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, matterOf(form));
  await workOnPurchase(page);
  const { draft } = page;
  return savePerson(form, {
    people: draft.buyers,
    position,
    here: paths.buy.buyers(),
    schema: additionalPersonForm,
    keep: (buyers) =>
      keepDraft(page, { ...draft, answers: { ...draft.answers, ownership_type: "Joint" }, buyers }),
  });
}

export default function Buyer() {
  return (
    <PersonDialog
      noun="buyer"
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty()}
      emailHint="Buyers may share an email address"
    />
  );
}
