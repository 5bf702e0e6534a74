import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import {
  redirectToList,
  readPersonForm,
  showPerson,
  withPerson,
} from "../onboarding/person-page.server.ts";
import {
  isRepresentative,
  changeSaleDraft,
  type OpenProperty,
  openProperty,
  SELLERS,
  sellerSchema,
} from "./sale-draft.server.ts";

export const handle = personHandle("seller");

function placeOf({ seller, query, draft }: OpenProperty, id: string | undefined) {
  return { customer: seller, list: SELLERS, query, people: draft.sellers, id };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await openProperty(request);
  const shown = await showPerson(request, placeOf(page, params.person));
  return { ...shown, isRepresented: isRepresentative(page.draft.answers) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const place = placeOf(page, params.person);
  const read = await readPersonForm(request, place, sellerSchema(page.draft.answers));
  if ("response" in read) return read.response;
  const { person, refuse } = read;
  try {
    const { sellers } = await changeSaleDraft(page, (now) => ({
      ...now,
      answers: { ...now.answers, another_seller: "yes" },
      sellers: withPerson(now.sellers, person, params.person),
    }));
    return await redirectToList(place, sellers, person);
  } catch (error) {
    return refuse(error);
  }
}

export default function Seller() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="seller"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.sell.aboutTheProperty(page.query)}
      emailHint="Two sellers can use the same email address"
    />
  );
}
