import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { postedMatterId, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireSeller } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { keepDraft, openProperty, showProperty } from "./property-draft.server.ts";

export const handle = personHandle("seller");

export async function loader({ request, params: { person: id } }: LoaderFunctionArgs) {
  const { seller, sale: matter, query, draft } = await showProperty(request);
  const list = { people: draft.sellers, id, here: paths.sell.sellers(query) };
  return openPerson(request, { ...list, customer_id: seller.id, matter, query });
}

export async function action({ request, params: { person: id } }: ActionFunctionArgs) {
  await requireSeller(request);
  const form = await readForm(request);
  const page = await openProperty(request, postedMatterId(form));
  await setSessionMatter(db, page.seller, "sell", page.sale);
  return savePerson(form, {
    people: page.draft.sellers,
    id,
    here: paths.sell.sellers(page.query),
    schema: additionalPersonForm,
    keep: async (change) => {
      const { sellers } = await keepDraft(page, (now) => ({
        ...now,
        answers: { ...now.answers, another_seller: "yes" },
        sellers: change(now.sellers),
      }));
      return sellers;
    },
  });
}

export default function Seller() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="seller"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.sell.aboutTheProperty(page.query)}
      emailHint="Sellers may share an email address"
    />
  );
}
