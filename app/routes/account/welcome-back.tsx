import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readSession, type SignedIn } from "#app/auth/session.server.ts";
import { deleteDraft, draftName } from "#app/domain/drafts/drafts.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { buyersPlace } from "#app/domain/stages/stages.ts";
import { waitingBuyerCard } from "#app/domain/stages/waiting-buyer.ts";
import { toStageFacts } from "#app/domain/transactions/stage-facts.ts";
import { listOwnInvitations } from "#app/domain/invitations/invitations.server.ts";
import { listUnfinishedDrafts } from "#app/domain/onboarding/unfinished-matters.server.ts";
import { listGifts } from "#app/domain/purchases/gifts.server.ts";
import { listPurchases, readListedPurchase } from "#app/domain/purchases/purchases.server.ts";
import type { Reader, ReaderId } from "#app/domain/readers/reader.ts";
import { listSales, readSale } from "#app/domain/sales/read-sale.server.ts";
import { transactionNotFound } from "#app/domain/transactions/matter.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { contactSupport } from "#app/observability/errors.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { report } from "#app/observability/report.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { db } from "#db/connection.ts";
import { AddNew, MatterCards } from "./matter-cards.tsx";
import {
  arrange,
  chosenView,
  isView,
  currentStageText,
  matterState,
  type DraftMatter,
  type View,
} from "./matters.ts";
import { resumeForm, resumePurchase, resumeSale } from "./resume.server.ts";

export const handle: PageHandle = {
  title: "Welcome back",
  part: fromData("view"),
};

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCustomer(request);
  const query = new URL(request.url).searchParams;
  const now = new Date();
  const today = londonDay(now);
  // If a list fails to load, the failure is reported and the page leaves the list out (F-022).
  const [sales, purchases, begun, invitations, gifts] = await Promise.all([
    nullIfFailed(listSales(db, user.id), { what: "loading sales" }),
    nullIfFailed(listPurchases(db, user.id), { what: "loading purchases" }),
    nullIfFailed(readStarts(user.id), { what: "loading the drafts of a sale and a purchase" }),
    nullIfFailed(listOwnInvitations(db, user.id), { what: "loading invitations" }),
    nullIfFailed(listGifts(db, user), { what: "loading gifts" }),
  ]);
  const invitedTo = (role: "sell" | "buy") =>
    invitations?.filter((each) => each.role === role) ?? [];
  const view = chosenView(query.get("view"), {
    sales: [...(sales ?? []), ...(begun?.sales ?? []), ...invitedTo("sell")],
    purchases: [...(purchases ?? []), ...(begun?.purchases ?? []), ...invitedTo("buy")],
  });
  const matters =
    view === "sales"
      ? sales?.map((sale) => ({ ...card(sale), dashboard: paths.dashboard.sell(sale.id) }))
      : purchases?.map(({ stage_row, finished_at, ...purchase }) => ({
          ...card({
            ...purchase,
            place: stage_row && buyersPlace(toStageFacts(stage_row), today),
            waiting_text: waitingBuyerCard(londonDay(finished_at ?? now), today).title,
          }),
          dashboard: paths.dashboard.buy(purchase.transaction_id),
        }));
  return {
    first_name: user.first_name,
    view,
    starts: begun?.[view] ?? [],
    matters: matters
      ? arrange(matters, {
          isAdmin: user.type === "admin",
          archivedShown: query.get("archived") === "show",
        })
      : null,
    gifts: (gifts ?? []).map((gift) => ({ id: gift.id, address: addressLine(gift) })),
    only_gives:
      Boolean(gifts?.length) && [sales, purchases, invitations].every((list) => list?.length === 0),
    problem: contactSupport(env.SUPPORT_EMAIL),
  };
}

type Listed = { id: string } & Parameters<typeof matterState>[0] &
  Parameters<typeof currentStageText>[0] &
  Parameters<typeof addressLine>[0];

function card(listed: Listed) {
  const { id, complete } = listed;
  const shown = { state: matterState(listed), where: currentStageText(listed) };
  return { id, complete, ...shown, address: addressLine(listed) };
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireKnownCustomer(request);
  const submission = await parseForm(request, resumeForm);
  if (submission.status !== "success") throw data(null, { status: 400 });
  const { forget } = submission.value;
  if (forget) {
    const view = await startOver(user.id, forget);
    return redirectWithFlash(paths.welcomeBack({ view }), {
      kind: "success",
      title: "We’ve deleted your unfinished answers",
    });
  }
  return resume(user, submission.value).catch(asErrorPage);
}

async function requireKnownCustomer(request: Request) {
  const session = await readSession(request);
  if (!session?.user) report(new Error("No user data available"), { severity: "warning" }); // F-023
  return requireCustomer(request);
}

/**
 * Continues a matter. Throws NotFoundError if the matter does not exist or belongs to someone else
 * (AMB-A10).
 */
async function resume(
  user: SignedIn & Reader,
  chosen: { sale?: string | undefined; purchase?: string | undefined },
) {
  if (isObjectId(chosen.sale)) {
    return resumeSale(await readSale(db, { id: chosen.sale, seller_id: user.id }));
  }
  if (isObjectId(chosen.purchase)) {
    const target = { id: chosen.purchase, buyer_id: user.id };
    return resumePurchase(await readListedPurchase(db, target));
  }
  throw transactionNotFound();
}

const HEADINGS = { sales: "Your sales", purchases: "Your purchases" };

export default function WelcomeBack() {
  const { first_name, view, starts, matters, gifts, only_gives, problem } =
    useLoaderData<typeof loader>();
  if (only_gives && starts.length === 0) return <ForGiftor first_name={first_name} gifts={gifts} />;
  return (
    <Page
      title={`Welcome back, ${first_name}!`}
      lead="Select a property below to continue your sale or purchase."
      width="narrow"
    >
      <div className="stack" data-gap="l">
        <Tabs label="Show" items={tabs(view)} />
        <section className="stack" aria-labelledby="matters">
          <h2 id="matters">{HEADINGS[view]}</h2>
          {matters ? (
            <MatterCards view={view} matters={matters} starts={starts} />
          ) : (
            <Notification
              kind="error"
              title={
                <>
                  {problem.text} <EmailLink email={problem.email} />
                </>
              }
            />
          )}
          {matters?.toggle ? <ArchivedToggle view={view} toggle={matters.toggle} /> : null}
        </section>
        {gifts.length > 0 ? <Gifts gifts={gifts} /> : null}
        <AddNew />
        <YourAccount />
      </div>
    </Page>
  );
}

function YourAccount() {
  return (
    <>
      <p>
        <Link to={paths.yourData.page()}>Your data</Link>
      </p>
      <p>
        <Link to={paths.yourEmails.page()}>Your emails</Link>
      </p>
    </>
  );
}

type ListedGift = { id: string; address: string };

/** Renders the page for a person who only gives money towards a purchase (CU-22). */
function ForGiftor({ first_name, gifts }: { first_name: string; gifts: readonly ListedGift[] }) {
  return (
    <Page
      title={`Welcome, ${first_name}!`}
      lead="Open your gift to see what happens next and what you need to do."
      width="narrow"
    >
      <div className="stack" data-gap="l">
        <Gifts gifts={gifts} />
        <AddNew />
        <YourAccount />
      </div>
    </Page>
  );
}

function Gifts({ gifts }: { gifts: readonly ListedGift[] }) {
  return (
    <section className="stack" aria-labelledby="gifts">
      <h2 id="gifts">Gifts that you’re giving</h2>
      {gifts.map(({ id, address }) => (
        <Card key={id} title={`Towards ${address}`} level="h3">
          <p>
            <ButtonLink to={paths.dashboard.gift(id)} kind="secondary">
              Open<span className="vh"> your gift towards {address}</span>
            </ButtonLink>
          </p>
        </Card>
      ))}
    </section>
  );
}

function tabs(view: View) {
  return [
    { label: "Sales", to: paths.welcomeBack({ view: "sales" }), current: view === "sales" },
    {
      label: "Purchases",
      to: paths.welcomeBack({ view: "purchases" }),
      current: view === "purchases",
    },
  ];
}

/** Renders the link that shows or hides the archive, for staff only (F-011, F-012). */
function ArchivedToggle({ view, toggle }: { view: View; toggle: "show" | "hide" }) {
  return (
    <p>
      {toggle === "show" ? (
        <Link to={paths.welcomeBack({ view, archived: "show" })}>Show Archived</Link>
      ) : (
        <Link to={paths.welcomeBack({ view })}>Hide Archived</Link>
      )}
    </p>
  );
}

async function readStarts(user_id: ReaderId): Promise<Record<View, DraftMatter[]>> {
  const [sales, purchases] = await Promise.all([
    listUnfinishedDrafts(db, "sell", user_id),
    listUnfinishedDrafts(db, "buy", user_id),
  ]);
  return {
    sales: sales.map(({ id, address, updated_at }) => ({
      id,
      address,
      page: paths.sell.aboutTheProperty({ sale: id }),
      created_at: updated_at,
    })),
    purchases: purchases.map(({ id, address, updated_at }) => ({
      id,
      address,
      page: paths.buy.aboutTheProperty({ purchase: id }),
      created_at: updated_at,
    })),
  };
}

/**
 * Deletes a draft, and returns the list that the draft was in. For a draft created before drafts
 * had ids, the form sends "sales" or "purchases" instead of an id.
 */
async function startOver(user_id: ReaderId, forget: string): Promise<View> {
  const { sales, purchases } = await readStarts(user_id);
  const isSale = forget === "sales" || sales.some(({ id }) => id === forget);
  const role = isSale ? "sell" : "buy";
  const drafts = isSale ? sales : purchases;
  const chosen = drafts.find(({ id }) => id === forget) ?? (isView(forget) ? drafts[0] : undefined);
  if (chosen) await deleteDraft(db, user_id, draftName(role, chosen.id));
  return isSale ? "sales" : "purchases";
}
