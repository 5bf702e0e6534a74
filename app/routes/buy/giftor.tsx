import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { GiftFields } from "#app/ui/forms/person-fields.tsx";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { openPerson, savePerson } from "../onboarding/person-page.server.ts";
import { buying, GIFTORS } from "./buying.server.ts";

export const handle = personHandle("giftor");

export const loader = (args: LoaderFunctionArgs) => openPerson(buying, GIFTORS, args);

export const action = (args: ActionFunctionArgs) => savePerson(buying, GIFTORS, args);

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
