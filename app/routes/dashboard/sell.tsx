import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireCustomer } from "#app/auth/guards.server.ts";
import { readSolicitorPreference } from "#app/domain/assignments/solicitors-choice.server.ts";
import { readDates } from "#app/domain/calendar/calendar.server.ts";
import { listOpenRequests } from "#app/domain/documents/own-requests.server.ts";
import type { MatterContact } from "#app/domain/handlers/contact.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { londonDay, longDate, sentenceDate } from "#app/domain/shared/dates.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import {
  EXAMPLE_SELLER_LEGAL_FEE_POUNDS,
  orderRows,
  summarise,
} from "#app/domain/payments/costs.ts";
import { agentName } from "#app/domain/estate-agents/labels.ts";
import { firstTwoNames } from "#app/domain/shared/names.ts";
import { readNextSummary } from "#app/domain/notifications/weekly-summary.server.ts";
import { readSellerDashboard } from "#app/domain/sales/seller-dashboard.server.ts";
import { STEPS } from "#app/domain/transactions/customer-progress.ts";
import { lawyerGroupLabel } from "#app/domain/solicitors/parts.ts";
import { customerStages } from "#app/domain/stages/customer-stages.ts";
import { balanceText } from "#app/domain/stages/closing-cards.ts";
import { readStageHistory } from "#app/domain/stages/duration-stats.server.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { contactMailto } from "#app/ui/mailto.ts";
import { useSupportEmail } from "#app/ui/root-data.ts";
import { PriceTable } from "#app/ui/price-table.tsx";
import { db } from "#db/connection.ts";
import { resumeSalePath } from "../sell/open-sale.server.ts";
import { AFTER_SALE } from "./after-completion.ts";
import { readAskedTexts } from "./asked.server.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { documentsLink } from "./documents/link.ts";
import { datesView } from "./dates.tsx";
import { hasNextSteps, SellerNextSteps } from "./next-steps.tsx";
import { readInformationLink } from "./property-information/link.server.ts";
import { documentsMeanwhile, ownTask } from "./own-task.ts";
import { SendDocuments } from "./documents/send-documents.tsx";
import { readyView } from "./ready-list.tsx";
import { returnedDocumentsAction } from "./returned-documents.server.ts";
import { progressView, type ProgressView } from "./view.ts";

export const handle: PageHandle = {
  title: "Your sale",
  part: fromData("line_1"),
};

/** Returns the dashboard of a sale, for its seller and for staff (F-030, F-032). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireCustomer(request);
  const sale = await readSellerDashboard(db, { id: params.id ?? "", reader }).catch(asErrorPage);
  if (!sale.complete) {
    // Only the seller can complete the sign-up. Staff see an incomplete sale in the back office
    // instead.
    if (sale.seller_id !== reader.id) throw redirect(paths.admin.transaction(sale.id));
    throw redirect(resumeSalePath(sale), { status: 303 });
  }
  const preference = await readSolicitorPreference(db, reader, sale.id);
  const first_name = sale.sellers[0]?.first_name ?? "";
  const is_theirs = sale.seller_id === reader.id || reader.type === "admin";
  const chooser = is_theirs ? null : first_name;
  const today = londonDay(new Date());
  const { has_solicitor: acts, waits } = sale.stages.facts;
  const has_solicitor = acts.seller && waits.declined_on.seller === null;
  const information = await readInformationLink(db, { ...sale, has_solicitor }, reader);
  const progress = progressView(sale.progress, {
    ...sale,
    side: "seller",
    confirmers: information?.confirmers ?? null,
    has_chosen: preference !== null,
    chooser,
  });
  const { stages, card } = customerStages(
    sale.stages,
    {
      side: "seller",
      steps: progress.facts,
      completion: progress.completion,
      history: await readStageHistory(db),
      chosen: preference && chosenText(preference.lawyer_group, chooser),
    },
    today,
  );
  const next_email_day =
    card.lacks_day && reader.type === "customer"
      ? await readNextSummary(db, { user_id: reader.id, transaction_id: sale.id })
      : null;
  const has_stopped = stages.some(({ state }) => state === "stopped");
  return {
    id: sale.id,
    contact: await readMatterContact(db, reader, sale.id),
    first_name: is_theirs ? first_name : reader.first_name,
    sellers: firstTwoNames(sale.sellers),
    line_1: sale.address.line_1,
    address: addressLine(sale.address),
    costs: chargedCosts(sale.order),
    solicitor: progress.facts.law_firm === null ? null : sale.solicitor,
    people: peopleRows(sale),
    requests: sale.requests,
    progress,
    after: AFTER_SALE,
    dates: datesView(await readDates(db, { id: sale.id, side: "seller", reader }), {
      role: "sell",
      id: sale.id,
      is_own: reader.type === "customer",
    }),
    stages,
    ready: readyView(
      {
        ...{ facts: sale.stages.facts, stages, law_firm: progress.facts.law_firm },
        information: information && { left: information.left, confirmers: information.confirmers },
      },
      today,
    ),
    card,
    next_email_by: next_email_day && sentenceDate(next_email_day, today),
    asked: has_stopped
      ? []
      : await readAskedTexts(
          reader,
          { id: sale.id, side: "seller", facts: sale.stages.facts },
          today,
        ),
    open_documents: (
      await listOpenRequests(db, { transaction_id: sale.id, side: "seller", reader })
    ).map(({ title, due_on }) => ({ title, due: sentenceDate(due_on, today) })),
    has_stopped,
    is_paused: stages.some(({ is_paused }) => is_paused),
    lead: leadOf(progress, has_stopped, today),
    information: has_stopped ? null : information,
    choose: sale.seller_id === reader.id && !has_stopped ? choosing(sale, progress) : null,
  };
}

export const action = (args: ActionFunctionArgs) => returnedDocumentsAction(args, "seller");

type Preferred = Parameters<typeof lawyerGroupLabel>[0] | null;

function chosenText(preferred: Preferred, chooser: string | null) {
  const subject = chooser ?? "You";
  if (preferred) return `${subject} chose ${lawyerGroupLabel(preferred)}.`;
  return `${subject} asked us to choose a solicitor.`;
}

function choosing(
  { solicitor }: { solicitor: object | null },
  { facts: { choice, is_exchanged } }: ProgressView,
) {
  return solicitor === null && !is_exchanged && choice !== "none" ? choice : null;
}

/** Returns the buyer, price and estate agent, but not how to contact the buyer (CU-9). */
function peopleRows({ buyer, estate_agent }: Awaited<ReturnType<typeof readSellerDashboard>>) {
  const agent = estate_agent && agentName(estate_agent);
  const phone = estate_agent?.phone_number ?? null;
  return [
    ...(buyer
      ? [
          { term: "Buyer", text: buyer.first_names, phone: null },
          { term: "Agreed price", text: formatPounds(buyer.agreed_price_pounds), phone: null },
        ]
      : []),
    ...(agent ? [{ term: "Estate agent", text: agent, phone }] : []),
  ];
}

function leadOf({ stage, completion }: ProgressView, has_stopped: boolean, today: string) {
  if (has_stopped) return null;
  if (stage === "completed" && completion) return balanceText(completion, today);
  if (stage === "exchanged")
    return "Contracts have been exchanged, so your sale is now legally binding.";
  return null;
}

export default function SellerDashboard() {
  const sale = useLoaderData<typeof loader>();
  const { id, first_name, sellers, line_1, address, costs, solicitor, progress } = sale;
  return (
    <DashboardPage
      title={`Selling ${line_1}`}
      noun="sale"
      first_name={first_name}
      lead={sale.lead}
      matter={{ id, address, line_1 }}
      contact={sale.contact}
      facts={
        <>
          <strong>{sellers}</strong>
          <br />
          {address}
        </>
      }
      progress={progress}
      after={sale.after}
      dates={sale.dates}
      solicitor={solicitor}
      people={sale.people}
      card={sale.card}
      next_email_by={sale.next_email_by}
      asked={sale.asked}
      stages={sale.stages}
      ready={sale.ready}
      own_task={
        sale.is_paused
          ? null
          : sale.has_stopped
            ? documentsMeanwhile(sale.open_documents)
            : ownTask({ information: sale.information, documents: sale.open_documents })
      }
      links={[
        ...(sale.information ? [sale.information] : []),
        documentsLink("sell", id, sale.is_paused ? 0 : sale.open_documents.length),
        { label: "Messages", to: paths.dashboard.messages("sell", id) },
        ...(sale.ready
          ? [{ label: "Share what’s ready", to: paths.dashboard.readyLinks(id) }]
          : []),
      ]}
      action={
        sale.is_paused ? null : sale.choose ? (
          <Choose id={id} isNow={sale.choose === "open"} />
        ) : sale.information?.is_open ? (
          <p className="cluster submit-row">
            <ButtonLink to={sale.information.to}>Answer questions about your home</ButtonLink>
          </p>
        ) : sale.open_documents.length > 0 ? (
          <SendDocuments to={paths.dashboard.documents("sell", id)} />
        ) : sale.ready?.is_ready ? (
          <TellUs matter={{ id, address }} contact={sale.contact} />
        ) : null
      }
      costs={
        <>
          {costs ? <PriceTable caption="Costs" hideCaption {...costs} /> : null}
          {sale.has_stopped ? null : <LegalFees werePaid={progress.stage === "completed"} />}
        </>
      }
      steps_title={
        sale.requests.length > 0 || hasNextSteps(STEPS.seller, progress.facts)
          ? "Your next steps"
          : "Your steps so far"
      }
    >
      {sale.has_stopped || sale.is_paused ? null : (
        <SellerNextSteps facts={progress.facts} requests={sale.requests} />
      )}
    </DashboardPage>
  );
}

function LegalFees({ werePaid }: { werePaid: boolean }) {
  if (werePaid) {
    return (
      <p>
        Your solicitor’s legal fees were paid on completion. You’ll find the amount on your
        completion statement.
      </p>
    );
  }
  return (
    <p>
      You’ll pay your solicitor’s legal fees (for example{" "}
      {formatPounds(EXAMPLE_SELLER_LEGAL_FEE_POUNDS)}) on completion.
    </p>
  );
}

/** Renders a link to the page where the seller chooses a solicitor (A-015, AMB-H03). */
function Choose({ id, isNow }: { id: string; isNow: boolean }) {
  return (
    <p className="cluster submit-row">
      <ButtonLink to={paths.dashboard.chooseSolicitor(id)} kind={isNow ? "primary" : "quiet"}>
        {isNow ? "Choose your solicitor" : "Change your choice"}
      </ButtonLink>
    </p>
  );
}

/** Renders a link to email us about the buyer, for a sale that needs only a buyer. */
function TellUs({
  matter: { id, address },
  contact,
}: {
  matter: { id: string; address: string };
  contact: MatterContact | null;
}) {
  const support = useSupportEmail();
  const subject = "My buyer";
  const to = contact?.email
    ? contactMailto(contact, { email: contact.email, subject: `${subject}: ${address}` })
    : support &&
      `mailto:${support}?subject=${encodeURIComponent(`${subject}, matter ${id}: ${address}`)}`;
  if (!to) return null;
  return (
    <p>
      <a className="button" href={to}>
        Tell us about your buyer
      </a>
    </p>
  );
}

type Order = {
  code: string | null;
  paid_at: Date | string | null;
  refunded_pence?: number | null;
  refunded_at?: Date | string | null;
  items: readonly { product_name: string; product_price_pence: number }[];
};

export function chargedCosts(order: Order | null) {
  if (!order) return null;
  const { total_pence } = summarise(order.items, { referred: order.code !== null });
  const rows = orderRows(order);
  const charged = {
    label: order.paid_at ? "Paid, including VAT" : "To pay, including VAT",
    amount: formatPence(total_pence),
  };
  const { refunded_pence, refunded_at } = order;
  if (!refunded_pence || !refunded_at) return { rows, total: charged };
  return {
    rows: [...rows, charged],
    total: {
      label: `Refunded on ${longDate(refunded_at)}`,
      amount: formatPence(refunded_pence),
    },
  };
}
