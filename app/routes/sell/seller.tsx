import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PersonDialog, personHandle } from "../onboarding/person-dialog.tsx";
import { openPerson, savePerson } from "../onboarding/person-page.server.ts";
import { actsForOwners, selling, SELLERS, sellerSchema } from "./selling.server.ts";

export const handle = personHandle("seller");

export const loader = (args: LoaderFunctionArgs) =>
  openPerson(selling, SELLERS, args, actsForOwners);

export const action = (args: ActionFunctionArgs) =>
  savePerson(selling, SELLERS, args, sellerSchema);

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
