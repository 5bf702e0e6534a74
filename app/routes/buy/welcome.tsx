import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { openStep, startNewMatter } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { WelcomePage } from "../onboarding/welcome-page.tsx";
import { buying } from "./buying.server.ts";

export const handle: PageHandle = {
  kind: "comfort",
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
  "your mobile number, and the address we can write to",
  "the postcode of the property you are buying, and the price you have agreed",
  "names, emails and mobile numbers of anyone who buys with you",
  "where the money comes from: savings, a gift, a mortgage and its lender",
];

export default function Welcome() {
  const { first_name, query } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="A few short steps, and your purchase is ready for a solicitor. Each takes about 1 minute, and there is nothing to pay."
      needs={NEEDS}
      start={paths.buy.aboutYou(query)}
      step={stepPosition("buying", "welcome")}
    />
  );
}
