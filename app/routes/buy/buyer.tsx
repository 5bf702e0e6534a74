import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { postedMatterId, openPerson, savePerson } from "../onboarding/people.server.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { requireBuyer } from "../onboarding/require.server.ts";
import { setSessionMatter } from "../onboarding/session-matter.server.ts";
import { keepDraft, openProperty, showProperty } from "./property-draft.server.ts";

export const handle = personHandle("buyer");

export async function loader({ request, params: { person: id } }: LoaderFunctionArgs) {
  const { buyer, purchase: matter, query, draft } = await showProperty(request);
  const list = { people: draft.buyers, id, here: paths.buy.buyers(query) };
  return openPerson(request, { ...list, customer_id: buyer.id, matter, query });
}

export async function action({ request, params: { person: id } }: ActionFunctionArgs) {
  await requireBuyer(request);
  const form = await readForm(request);
  const page = await openProperty(request, postedMatterId(form));
  await setSessionMatter(db, page.buyer, "buy", page.purchase);
  return savePerson(form, {
    people: page.draft.buyers,
    id,
    here: paths.buy.buyers(page.query),
    schema: additionalPersonForm,
    keep: async (change) => {
      const { buyers } = await keepDraft(page, (now) => ({
        ...now,
        answers: { ...now.answers, ownership_type: "Joint" },
        buyers: change(now.buyers),
      }));
      return buyers;
    },
  });
}

export default function Buyer() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="buyer"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty(page.query)}
      emailHint="Buyers may share an email address"
    />
  );
}
