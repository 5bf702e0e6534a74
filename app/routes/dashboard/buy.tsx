import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readDates } from "#app/domain/calendar/calendar.server.ts";
import { listOpenRequests } from "#app/domain/documents/own-requests.server.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { firstTwoNames } from "#app/domain/shared/names.ts";
import { readNextSummary } from "#app/domain/notifications/weekly-summary.server.ts";
import { readBuyerDashboard } from "#app/domain/purchases/buyer-dashboard.server.ts";
import { isReplaced } from "#app/domain/purchases/purchase-standing.ts";
import { customerStages } from "#app/domain/stages/customer-stages.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { resumePurchasePath } from "../buy/open-purchase.server.ts";
import { afterPurchase } from "./after-completion.ts";
import { readAskedTexts } from "./asked.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { documentsLink } from "./documents/link.ts";
import { ownTask } from "./own-task.ts";
import { SendDocuments } from "./documents/send-documents.tsx";
import { datesView } from "./dates.tsx";
import { BuyerNextSteps } from "./next-steps.tsx";
import { returnedDocumentsAction } from "./returned-documents.server.ts";
import { progressView, purchaseCard } from "./view.ts";

export const handle: PageHandle = {
  title: "Your purchase",
  part: fromData("line_1"),
};

/** Returns the dashboard of a purchase, for its buyer and for staff (F-031, F-032, AMB-D11). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const purchase = await readBuyerDashboard(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  if (!purchase.complete) {
    // Only the buyer can complete the sign-up. Staff see an incomplete purchase in the back office
    // instead.
    if (purchase.buyer_id !== reader.id) throw redirect(paths.admin.transaction(purchase.id));
    const { purchase_intent_id: id } = purchase;
    throw redirect(resumePurchasePath({ ...purchase, id }), { status: 303 });
  }
  const progress = progressView(purchase.progress, { ...purchase, side: "buyer" });
  const line_1 = purchase.address.line_1;
  const { facts: steps, completion } = progress;
  const history = await readStageHistory(db);
  const today = londonDay(new Date());
  const shown =
    purchase.stages &&
    customerStages(purchase.stages, { side: "buyer", steps, completion, history }, today);
  const card = purchaseCard(progress, {
    place: purchase.place,
    finished_at: purchase.finished_at,
    line_1,
    card: shown?.card ?? null,
  });
  const next_email_day =
    card.lacks_day && reader.type === "customer"
      ? await readNextSummary(db, { user_id: reader.id, transaction_id: purchase.id })
      : null;
  return {
    id: purchase.id,
    contact: isReplaced(purchase.place) ? null : await readMatterContact(db, reader, purchase.id),
    first_name:
      reader.type === "admin" ? (purchase.buyers[0]?.first_name ?? "") : reader.first_name,
    buyers: firstTwoNames(purchase.buyers),
    line_1,
    address: addressLine(purchase.address),
    agreed_price: formatPounds(purchase.agreed_price_pounds),
    solicitor: isReplaced(purchase.place)
      ? ("unknown" as const)
      : progress.facts.law_firm === null
        ? null
        : purchase.solicitor,
    place: purchase.place,
    dates: datesView(await readDates(db, { id: purchase.id, side: "buyer", reader }), {
      role: "buy",
      id: purchase.id,
      is_own: reader.type === "customer",
    }),
    progress,
    stages: shown?.stages ?? null,
    after:
      completion === null ? [] : afterPurchase(completion, purchase.address.postcode ?? "", today),
    is_paused: shown?.stages.some(({ is_paused }) => is_paused) ?? false,
    card,
    next_email_by: next_email_day && sentenceDate(next_email_day, today),
    asked: purchase.stages
      ? await readAskedTexts(
          reader,
          { id: purchase.id, side: "buyer", facts: purchase.stages.facts },
          today,
        )
      : [],
    open_documents: (
      await listOpenRequests(db, { transaction_id: purchase.id, side: "buyer", reader })
    ).map(({ title, due_on }) => ({ title, due: sentenceDate(due_on, today) })),
  };
}

export const action = (args: ActionFunctionArgs) => returnedDocumentsAction(args, "buyer");

type Shown = Pick<ReturnType<typeof useLoaderData<typeof loader>>, "place" | "progress" | "stages">;

function leadOf({ place, progress: { stage }, stages }: Shown): string | null {
  if (stage === "completed" || stage === "aborted") return null;
  if (isReplaced(place)) return null;
  if (stage === "exchanged")
    return "Contracts have been exchanged, so your purchase is now legally binding.";
  return stages ? null : "Here’s what happens next.";
}

export default function BuyerDashboard() {
  const purchase = useLoaderData<typeof loader>();
  const { id, first_name, buyers, line_1, address, agreed_price, solicitor, progress, stages } =
    purchase;
  const report = progress.facts.has_report ? (
    <Link to={paths.dashboard.report(id)}>Read your property report</Link>
  ) : null;
  return (
    <DashboardPage
      title={`Buying ${line_1}`}
      noun="purchase"
      first_name={first_name}
      lead={leadOf(purchase)}
      matter={{ id, address, line_1 }}
      contact={purchase.contact}
      facts={
        <>
          <strong>{buyers}</strong>
          <br />
          {address}
          <br />
          {agreed_price}
        </>
      }
      progress={progress}
      dates={purchase.dates}
      solicitor={solicitor}
      after={purchase.after}
      report={report && <p>{report}</p>}
      card={purchase.card}
      next_email_by={purchase.next_email_by}
      asked={purchase.asked}
      stages={stages}
      own_task={
        stages && !purchase.is_paused ? ownTask({ documents: purchase.open_documents }) : null
      }
      action={
        stages && !purchase.is_paused && purchase.open_documents.length > 0 ? (
          <SendDocuments to={paths.dashboard.documents("buy", id)} />
        ) : null
      }
      links={[
        documentsLink("buy", id, purchase.is_paused ? 0 : purchase.open_documents.length),
        { label: "Messages", to: paths.dashboard.messages("buy", id) },
        ...(progress.facts.has_report
          ? [{ label: "Property report", to: paths.dashboard.report(id) }]
          : []),
      ]}
      costs={<p>You don’t need to pay us anything.</p>}
      steps_title="All steps"
    >
      {purchase.is_paused ? null : <BuyerNextSteps facts={progress.facts} report={report} />}
    </DashboardPage>
  );
}
