import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { openStep, startNewMatter } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { WelcomePage } from "../onboarding/welcome-page.tsx";
import { selling } from "./step.server.ts";

export const handle: PageHandle = {
  ...stepHandle("selling", "welcome"),
  title: "Sell your home",
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { customer, query } = await openStep(selling, request, "welcome");
  return { first_name: customer.first_name, query };
}

/** "Sell a property" on /welcome-back (F-016). */
export const action = ({ request }: ActionFunctionArgs) => startNewMatter(selling, request);

const NEEDS = [
  "your mobile number, and the address we can write to",
  "the address of the property, its tenure if you know it, and your asking price",
  "names, emails and mobile numbers of anyone who sells with you",
  "the name of your estate agent, if you have one",
  "a payment card, or a referral code",
];

export default function Welcome() {
  const { first_name, query } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="Four short steps, and your sale is ready for a solicitor. Each takes about 1 minute."
      needs={NEEDS}
      start={paths.sell.aboutYou(query)}
      step={stepPosition("selling", "welcome")}
    />
  );
}
