import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BUYER_STEPS } from "#app/domain/purchases/steps.ts";
import { paths } from "#app/paths.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { aboutYouPage, saveAboutYou } from "../onboarding/about-you.server.ts";
import { stepHandle, stepOf } from "../onboarding/step-of.ts";
import { openStep } from "./step.server.ts";

export const handle = stepHandle("buying", BUYER_STEPS, "about-you");

export async function loader({ request }: LoaderFunctionArgs) {
  const { person } = await openStep(request, "about-you");
  return aboutYouPage(request, person);
}

export async function action({ request }: ActionFunctionArgs) {
  const { buyer } = await openStep(request, "about-you");
  return saveAboutYou(request, buyer.id, paths.buy.aboutTheProperty());
}

export default function AboutYou() {
  return (
    <AboutYouPage
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      back={paths.buy.welcome()}
      step={stepOf(BUYER_STEPS, "about-you")}
    />
  );
}
