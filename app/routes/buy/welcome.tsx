import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  newMatterId,
  startForm,
  TooManyUnfinishedError,
} from "#app/domain/onboarding/unfinished-matters.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { parseForm, showFormRefusal } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { notFound, requireBuyer } from "../onboarding/open-step.server.ts";
import { stepHandle, stepPosition } from "../onboarding/step-position.ts";
import { resolveStartId, findStartTarget } from "../onboarding/welcome.server.ts";
import { WelcomePage } from "../onboarding/welcome-page.tsx";
import { startPurchase } from "./purchase-draft.server.ts";

export const handle: PageHandle = {
  ...stepHandle("buying", "welcome"),
  title: "Buy a home",
};

/**
 * Returns the purchase in the URL. Without one, returns the unfinished purchase (B-070, AMB-A07).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const buyer = await requireBuyer(request);
  return {
    first_name: buyer.first_name,
    page: await findStartTarget(request, "buy", buyer.id),
  };
}

/**
 * Handles "Start" and "Continue" idempotently. A submit without an id starts a new purchase
 * (F-016).
 */
export async function action({ request }: ActionFunctionArgs) {
  const buyer = await requireBuyer(request);
  const submission = await parseForm(request, startForm);
  if (submission.status !== "success") throw notFound();
  const { id } = submission.value;
  if (!id) return redirect(paths.buy.welcome({ purchase: newMatterId() }), { status: 303 });
  const purchase = await resolveStartId(request, { role: "buy", user_id: buyer.id, id });
  try {
    await startPurchase(buyer, purchase);
  } catch (error) {
    if (!(error instanceof TooManyUnfinishedError)) return asErrorPage(error);
    return showFormRefusal(submission, error.message, error.status);
  }
  return redirect(paths.buy.aboutYou({ purchase }), { status: 303 });
}

const NEEDS = [
  "your mobile number and postal address",
  "the postcode of the property you’re buying and the price you’ve agreed",
  "the name, email address and mobile number of anyone buying with you",
  "how you’ll pay (for example savings, a gift or a mortgage), and the name of any lender",
];

export default function Welcome() {
  const { first_name, page } = useLoaderData<typeof loader>();
  return (
    <WelcomePage
      first_name={first_name}
      lead="There are 4 more short steps. Each takes about 1 minute. You don’t pay us anything."
      needs={NEEDS}
      page={page}
      noun="purchase"
      lastResult={useActionData<typeof action>()?.lastResult}
      step={stepPosition("buying", "welcome")}
    />
  );
}
