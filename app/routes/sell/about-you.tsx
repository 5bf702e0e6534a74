import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { aboutYouPage, saveAboutYou } from "../onboarding/about-you.server.ts";
import { openStep } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { selling } from "./step.server.ts";

export const handle = stepHandle("selling", "about-you");

export async function loader({ request }: LoaderFunctionArgs) {
  const { person, query } = await openStep(selling, request, "about-you");
  return { ...(await aboutYouPage(request, person)), query };
}

export async function action({ request }: ActionFunctionArgs) {
  const { customer, query } = await openStep(selling, request, "about-you");
  return saveAboutYou(request, customer.id, paths.sell.aboutTheProperty(query));
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
