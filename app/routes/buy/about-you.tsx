import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { AboutYouPage } from "../onboarding/about-you-page.tsx";
import { openAboutYou, respondToAboutYou } from "../onboarding/about-you.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { buying } from "./buying.server.ts";

export const handle = stepHandle("buying", "about-you");

export const loader = ({ request }: LoaderFunctionArgs) => openAboutYou(buying, request);

export const action = ({ request }: ActionFunctionArgs) => respondToAboutYou(buying, request);

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
