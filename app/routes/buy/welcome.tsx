import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { openStep, startNewMatter } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { WelcomePage } from "../onboarding/welcome-page.tsx";
import { buying } from "./buying.server.ts";

export const handle: PageHandle = {
  ...stepHandle("buying", "welcome"),
  title: "Buy a home",
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { customer, query } = await openStep(buying, request, "welcome");
  return { first_name: customer.first_name, query };
}

/** "Purchase a property" on /welcome-back (F-016). */
export const action = ({ request }: ActionFunctionArgs) => startNewMatter(buying, request);

const NEEDS = [
  "your mobile number and postal address",
  "the postcode of the property you’re buying and the price you’ve agreed",
  "the name, email address and mobile number of anyone buying with you",
  "how you’ll pay (for example savings, a gift or a mortgage), and the name of any lender",
];

export default function Welcome() {
  const { first_name, query } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="There are 4 more short steps. Each takes about 1 minute. You don’t pay us anything."
      needs={NEEDS}
      start={paths.buy.aboutYou(query)}
      step={stepPosition("buying", "welcome")}
    />
  );
}
