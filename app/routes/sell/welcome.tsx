import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  readCodeOfInvitation,
  readCodeOffer,
} from "#app/domain/invitations/referral-codes.server.ts";
import {
  newMatterId,
  startForm,
  TooManyUnfinishedError,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { notFound, requireSeller } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { resolveStartId, findStartTarget } from "../onboarding/welcome.server.ts";
import { InvitedOffer, WelcomePage } from "../onboarding/welcome-page.tsx";
import { startSale } from "./sale-draft.server.ts";

export const handle: PageHandle = {
  ...stepHandle("selling", "welcome"),
  title: "Sell your home",
};

/** Returns the sale in the URL. Without one, returns the unfinished sale (B-070, AMB-A07). */
export async function loader({ request }: LoaderFunctionArgs) {
  const seller = await requireSeller(request);
  const { invitation_id } = seller.onboarding;
  const code = invitation_id
    ? await readCodeOfInvitation(db, { invitation_id, user_id: seller.id })
    : null;
  return {
    first_name: seller.first_name,
    offer: await readCodeOffer(db, code),
    page: await findStartTarget(request, "sell", seller.id),
  };
}

/**
 * Handles "Start" and "Continue" idempotently. A submit without an id starts a new sale (F-016).
 */
export async function action({ request }: ActionFunctionArgs) {
  const seller = await requireSeller(request);
  const submission = await parseForm(request, startForm);
  if (submission.status !== "success") throw notFound();
  const { id } = submission.value;
  if (!id) return redirect(paths.sell.welcome({ sale: newMatterId() }), { status: 303 });
  const sale = await resolveStartId(request, { role: "sell", user_id: seller.id, id });
  try {
    await startSale(seller, sale);
  } catch (error) {
    if (!(error instanceof TooManyUnfinishedError)) return asErrorPage(error);
    return showFormRefusal(submission, error.message, error.status);
  }
  return redirect(paths.sell.aboutYou({ sale }), { status: 303 });
}

const NEEDS = [
  "your mobile number and postal address",
  "the property’s address and asking price, and whether it’s freehold or leasehold (if you know)",
  "the name, email address and mobile number of anyone else who owns the property",
  "the name of your estate agent, if you have one",
  "a payment card, or a referral code",
];

export default function Welcome() {
  const { first_name, offer, page } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="There are 4 more short steps. Each takes about 1 minute."
      before={offer ? <InvitedOffer {...offer} /> : null}
      needs={NEEDS}
      page={page}
      noun="sale"
      lastResult={useActionData<typeof action>()?.lastResult}
      step={stepPosition("selling", "welcome")}
    />
  );
}
