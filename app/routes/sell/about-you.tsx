import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { openAboutYou, respondToAboutYou } from "../onboarding/about-you.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { selling } from "./selling.server.ts";

export const handle = stepHandle("selling", "about-you");

export const loader = ({ request }: LoaderFunctionArgs) => openAboutYou(selling, request);

export const action = ({ request }: ActionFunctionArgs) => respondToAboutYou(selling, request);

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
