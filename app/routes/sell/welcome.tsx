import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  readCodeOfInvitation,
  readCodeOffer,
} from "#app/domain/invitations/referral-codes.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { InvitedOffer, WelcomePage } from "../onboarding/welcome-page.tsx";
import { openStep, startNewMatter } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { selling } from "./selling.server.ts";

export const handle: PageHandle = {
  ...stepHandle("selling", "welcome"),
  title: "Sell your home",
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { customer, query } = await openStep(selling, request, "welcome");
  const { invitation_id } = customer.onboarding;
  const code = invitation_id
    ? await readCodeOfInvitation(db, { invitation_id, user_id: customer.id })
    : null;
  return { first_name: customer.first_name, offer: await readCodeOffer(db, code), query };
}

/** "Sell a property" on /welcome-back (F-016). */
export const action = ({ request }: ActionFunctionArgs) => startNewMatter(selling, request);

const NEEDS = [
  "your mobile number and postal address",
  "the property’s address and asking price, and whether it’s freehold or leasehold (if you know)",
  "the name, email address and mobile number of anyone else who owns the property",
  "the name of your estate agent, if you have one",
  "a payment card, or a referral code",
];

export default function Welcome() {
  const { first_name, offer, query } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="There are 4 more short steps. Each takes about 1 minute."
      before={offer ? <InvitedOffer {...offer} /> : null}
      needs={NEEDS}
      start={paths.sell.aboutYou(query)}
      step={stepPosition("selling", "welcome")}
    />
  );
}
