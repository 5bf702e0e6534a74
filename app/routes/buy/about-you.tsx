import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readPerson } from "#app/domain/people/person.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { saveAboutYou, showAboutYou } from "../onboarding/about-you.server.ts";
import { matterIdInUrl, requireBuyer } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { openPurchase } from "./open-purchase.server.ts";

export const handle = stepHandle("buying", "about-you");

export async function loader({ request }: LoaderFunctionArgs) {
  const { person, query } = await openPurchase(request, "about-you");
  return { ...(await showAboutYou(person)), query };
}

export async function action({ request }: ActionFunctionArgs) {
  if (matterIdInUrl(request, "buy") === null) {
    // Pages from an older version have no purchase id in their URL.
    const { id } = await requireBuyer(request);
    const steps = { here: paths.buy.aboutYou(), next: paths.buy.aboutTheProperty() };
    return saveAboutYou(request, await readPerson(db, id), steps);
  }
  const { person, query } = await openPurchase(request, "about-you");
  const steps = { here: paths.buy.aboutYou(query), next: paths.buy.aboutTheProperty(query) };
  return saveAboutYou(request, person, steps);
}

export default function AboutYou() {
  const page = useLoaderData<typeof loader>();
  return (
    <AboutYouPage
      page={page}
      result={useActionData<typeof action>()}
      back={paths.buy.welcome(page.query)}
      step={stepPosition("buying", "about-you")}
    />
  );
}
