import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { giftorForm } from "#app/domain/people/person-forms.server.ts";
import { paths } from "#app/paths.ts";
import { GiftFields } from "#app/ui/forms/person-fields.tsx";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import {
  redirectToList,
  readPersonForm,
  showPerson,
  withPerson,
} from "../onboarding/person-page.server.ts";
import {
  changePurchaseDraft,
  GIFTORS,
  type OpenProperty,
  openProperty,
} from "./purchase-draft.server.ts";

export const handle = personHandle("giftor");

function placeOf({ buyer, query, draft }: OpenProperty, id: string | undefined) {
  const { buyers, giftors } = draft;
  return { customer: buyer, list: GIFTORS, query, people: giftors, others: buyers, id };
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const page = await openProperty(request);
  const shown = await showPerson(request, placeOf(page, params.person));
  return { ...shown, isRepresented: false };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const page = await openProperty(request);
  const place = placeOf(page, params.person);
  const read = await readPersonForm(request, place, giftorForm);
  if ("response" in read) return read.response;
  const { person, refuse } = read;
  try {
    const { giftors } = await changePurchaseDraft(page, (now) => ({
      ...now,
      answers: { ...now.answers, gifts: "yes" },
      giftors: withPerson(now.giftors, person, params.person),
    }));
    return await redirectToList(place, giftors, person);
  } catch (error) {
    return refuse(error);
  }
}

export default function Giftor() {
  const page = useLoaderData<typeof loader>();
  return (
    <PersonDialog
      noun="giftor"
      page={page}
      result={useActionData<typeof action>()}
      back={paths.buy.aboutTheProperty(page.query)}
      intro={
        <p>
          A giftor is someone who gives you money towards the purchase and doesn’t expect it back.
        </p>
      }
      more={(fields) => <GiftFields fields={fields} />}
    />
  );
}
