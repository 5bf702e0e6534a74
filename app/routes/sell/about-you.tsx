import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readPerson } from "#app/domain/people/person.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { saveAboutYou, showAboutYou } from "../onboarding/about-you.server.ts";
import { matterIdInUrl, requireSeller } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { openSale } from "./open-sale.server.ts";

export const handle = stepHandle("selling", "about-you");

export async function loader({ request }: LoaderFunctionArgs) {
  const { person, query } = await openSale(request, "about-you");
  return { ...(await showAboutYou(person)), query };
}

export async function action({ request }: ActionFunctionArgs) {
  if (matterIdInUrl(request, "sell") === null) {
    // Pages from an older version have no sale id in their URL.
    const { id } = await requireSeller(request);
    const steps = { here: paths.sell.aboutYou(), next: paths.sell.aboutTheProperty() };
    return saveAboutYou(request, await readPerson(db, id), steps);
  }
  const { person, query } = await openSale(request, "about-you");
  const steps = { here: paths.sell.aboutYou(query), next: paths.sell.aboutTheProperty(query) };
  return saveAboutYou(request, person, steps);
}

export default function AboutYou() {
  const page = useLoaderData<typeof loader>();
  return (
    <AboutYouPage
      page={page}
      result={useActionData<typeof action>()}
      back={paths.sell.welcome(page.query)}
      step={stepPosition("selling", "about-you")}
    />
  );
}
