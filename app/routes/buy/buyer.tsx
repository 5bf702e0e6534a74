import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { additionalPersonForm } from "#app/domain/people/person-forms.server.ts";
import { paths } from "#app/paths.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import {
  redirectToList,
  readPersonForm,
  showPerson,
  withPerson,
} from "../onboarding/person-page.server.ts";
import {
  BUYERS,
  changePurchaseDraft,
  type OpenProperty,
  openProperty,
} from "./purchase-draft.server.ts";

export const handle = personHandle("buyer");

function placeOf({ buyer, query, draft }: OpenProperty, id: string | undefined) {
  const { buyers, giftors } = draft;
  return { customer: buyer, list: BUYERS, query, people: buyers, others: giftors, id };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await openProperty(request);
  const shown = await showPerson(request, placeOf(page, params.person));
  return { ...shown, isRepresented: false };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const place = placeOf(page, params.person);
  const read = await readPersonForm(request, place, additionalPersonForm);
  if ("response" in read) return read.response;
  const { person, refuse } = read;
  try {
    const { buyers } = await changePurchaseDraft(page, (now) => ({
      ...now,
      answers: { ...now.answers, ownership_type: "Joint" },
      buyers: withPerson(now.buyers, person, params.person),
    }));
    return await redirectToList(place, buyers, person);
  } catch (error) {
    return refuse(error);
  }
}

export default function Buyer() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="buyer"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty(page.query)}
      emailHint="Two buyers can use the same email address"
    />
  );
}
