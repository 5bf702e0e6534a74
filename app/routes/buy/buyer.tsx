import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { openPerson, savePerson } from "../onboarding/person-page.server.ts";
import { buying, BUYERS } from "./buying.server.ts";

export const handle = personHandle("buyer");

export const loader = (args: LoaderFunctionArgs) => openPerson(buying, BUYERS, args);

export const action = (args: ActionFunctionArgs) => savePerson(buying, BUYERS, args);

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
