import type { RouteConfigEntry } from "@remix-run/route-config";
import routeConfig from "#app/routes.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import type { Db } from "#db/connection.ts";

const DRAFT = "draft=0123456789abcdef01234567";

/**
 * Values of URL parameters. The key for `:id` is the menu item’s path, and the key for any other
 * parameter is its name.
 */
type Ids = Readonly<Record<string, string>>;

const WITH: Readonly<Record<string, (ids: Ids) => string>> = {
  "/admin/search": () => "/admin/search?q=road",
  "/admin/stats/referrals/:kind": () => "/admin/stats/referrals/mortgage",
  "/admin/*": () => "/admin/nothing-here",
  "/admin/transactions/:id/events": (ids) =>
    `/admin/transactions/${ids.transactions}/events?events=all`,
  "/admin/transactions/:id/solicitors/assign": (ids) =>
    `/admin/transactions/${ids.unassigned}/solicitors/assign`,
  "/admin/transactions/:id/stages/notes/:noteId/take-back": (ids) =>
    `/admin/transactions/${ids.of_note}/stages/notes/${ids.note}/take-back`,
  "/admin/transactions/:id/chase/:firm": (ids) =>
    `/admin/transactions/${ids.of_chase}/chase/seller_solicitor`,
  "/admin/transactions/:id/memorandum/:memorandumId/decline": (ids) =>
    `/admin/transactions/${ids.of_memorandum}/memorandum/${ids.memorandum}/decline`,
  "/admin/transactions/:id/actions/:action": (ids) =>
    `/admin/transactions/${ids.transactions}/actions/correct-tenure`,
  "/admin/transactions/:id/tasks/:taskId": (ids) =>
    `/admin/transactions/${ids.of_task}/tasks/${ids.task}`,
  "/admin/transactions/:id/tasks/:taskId/delete": (ids) =>
    `/admin/transactions/${ids.of_task}/tasks/${ids.task}/delete`,
  "/admin/transactions/:id/stages/contract-pack/undo": (ids) =>
    `/admin/transactions/${ids.of_pack}/stages/contract-pack/undo`,
  "/admin/transactions/:id/documents/requests/:requestId/:decision": (ids) =>
    `/admin/transactions/${ids.of_document}/documents/requests/${ids.document}/send_back`,
  "/admin/transactions/:id/documents/email/:side": (ids) =>
    `/admin/transactions/${ids.of_document}/documents/email/seller`,
  "/admin/transactions/:id/documents/requests/:requestId/remind": (ids) =>
    `/admin/transactions/${ids.of_document}/documents/requests/${ids.document}/remind`,
  "/admin/transactions/:id/documents/attachments/:attachmentId": (ids) =>
    `/admin/transactions/${ids.of_attachment}/documents/attachments/${ids.attachment}`,
  "/admin/transactions/:id/property-information/share/:recipient": (ids) =>
    `/admin/transactions/${ids.of_answers}/property-information/share/estate_agent`,
  "/admin/transactions/:id/solicitors/letters/:letterId": (ids) =>
    `/admin/transactions/${ids.of_letter}/solicitors/letters/${ids.letter}`,
  "/admin/transactions/:id/searches/report/sharing/:verb": (ids) =>
    `/admin/transactions/${ids.transactions}/searches/report/sharing/share`,
  "/admin/transactions/:id/solicitors/put-right/:side": (ids) =>
    `/admin/transactions/${ids.transactions}/solicitors/put-right/seller`,
  "/admin/transactions/:id/solicitors/:side/send-again": (ids) =>
    `/admin/transactions/${ids.transactions}/solicitors/seller/send-again`,
  "/admin/transactions/:id/sellers/people/:personId": (ids) =>
    `/admin/transactions/${ids.of_co_seller}/sellers/people/${ids.co_seller}`,
  "/admin/transactions/:id/buyers/people/:personId": (ids) =>
    `/admin/transactions/${ids.of_co_buyer}/buyers/people/${ids.co_buyer}`,
  "/admin/transactions/:id/sellers/people/:personId/remove": (ids) =>
    `/admin/transactions/${ids.of_co_seller}/sellers/people/${ids.co_seller}/remove`,
  "/admin/transactions/:id/buyers/people/:personId/remove": (ids) =>
    `/admin/transactions/${ids.of_co_buyer}/buyers/people/${ids.co_buyer}/remove`,
  "/admin/transactions/:id/sellers/add-seller": (ids) =>
    `/admin/transactions/${ids.of_going_on}/sellers/add-seller`,
  "/admin/transactions/:id/buyers/:purchaseId/add-buyer": (ids) =>
    `/admin/transactions/${ids.of_going_on}/buyers/${ids.going_on}/add-buyer`,
  "/admin/transactions/:id/buyers/:purchaseId/add-giftor": (ids) =>
    `/admin/transactions/${ids.of_going_on}/buyers/${ids.going_on}/add-giftor`,
  "/admin/transactions/:id/thirdfort/:personType/:personId/:verb": (ids) =>
    `/admin/transactions/${ids.transactions}/thirdfort/seller/${ids.seller}/order`,
  "/admin/transactions/:id/thirdfort/:personType/:personId/settle": (ids) =>
    `/admin/transactions/${ids.transactions}/thirdfort/seller/${ids.seller}/settle`,
  "/admin/transactions/:id/thirdfort/request/:side": (ids) =>
    `/admin/transactions/${ids.checked_by_agent}/thirdfort/request/seller`,
  "/admin/transactions/:id/estate-agent/assign": (ids) =>
    `/admin/transactions/${ids.unassigned}/estate-agent/assign?estate_agent=${ids["estate-agents"]}`,
  "/admin/workload/assign/confirm": (ids) =>
    `/admin/workload/assign/confirm?matter=${ids.transactions}`,
  "/admin/transactions/:id/orders/refund": (ids) =>
    `/admin/transactions/${ids.paid_by_card}/orders/refund`,
  "/admin/invoices/add": (ids) => `/admin/invoices/add?${ids.to_invoice}`,
  "/admin/invoices/not-needed": (ids) => `/admin/invoices/not-needed?${ids.to_invoice}`,
  "/admin/invoices/:id/needed": (ids) => `/admin/invoices/${ids.not_invoiced}/needed`,
  "/admin/invoices/received": (ids) => `/admin/invoices/received?invoice=${ids.invoices}`,
  "/admin/invoices/:id/not-received": (ids) =>
    `/admin/invoices/${ids.received_invoice}/not-received`,
  "/admin/inbox/:id/match": (ids) => `/admin/inbox/${ids.unmatched}/match`,
  "/admin/inbox/:id/match/:transactionId": (ids) =>
    `/admin/inbox/${ids.unmatched}/match/${ids.transactions}`,
  "/admin/inbox/:id/undo-match/:emailId": (ids) =>
    `/admin/inbox/${ids.matched}/undo-match/${ids.matched_email}`,
  "/admin/sellers-invitations/success": (ids) =>
    `/admin/sellers-invitations/success?id=${ids["sellers-invitations"]}`,
  "/admin/buyers-invitations/success": (ids) =>
    `/admin/buyers-invitations/success?id=${ids["buyers-invitations"]}`,
  "/admin/sellers-invitations/:id/cancel": (ids) =>
    `/admin/sellers-invitations/${ids.open_seller_invitation}/cancel`,
  "/admin/buyers-invitations/:id/cancel": (ids) =>
    `/admin/buyers-invitations/${ids.open_buyer_invitation}/cancel`,
  "/admin/transactions-groups/add": () => `/admin/transactions-groups/add?${DRAFT}`,
  "/admin/transactions-groups/add/representative": () =>
    `/admin/transactions-groups/add/representative?${DRAFT}`,
  "/admin/transactions-groups/add/company": () => `/admin/transactions-groups/add/company?${DRAFT}`,
  "/admin/transactions-groups/add/units/:unit": () =>
    `/admin/transactions-groups/add/units/add?${DRAFT}`,
  "/admin/transactions-groups/success": (ids) =>
    `/admin/transactions-groups/success?group=${ids["transactions-groups"]}`,
  "/admin/staff/:id/sessions/:session": (ids) => `/admin/staff/${ids.staff}/sessions/all`,
  "/admin/transactions-groups/:id/ops/estate-agent": (ids) =>
    `/admin/transactions-groups/${ids["transactions-groups"]}/ops/estate-agent?estate_agent=${ids["estate-agents"]}`,
};

/**
 * Pages that are left out. A record’s first tab repeats its page (AMB-K01), an unfinished group
 * opens only for its author, and separate journeys cover data requests and failed jobs.
 */
const NOT_LISTED = [
  "/admin/transactions/:id/property",
  "/admin/transactions-groups/:id/details",
  "/admin/transactions-groups/drafts/:draft/delete",
  "/admin/privacy-requests/:id/carry-out",
  "/admin/privacy-requests/corrections/:id",
  "/admin/privacy-requests/:id/refuse",
  "/admin/status/jobs/:id/try-again",
  "/admin/status/jobs/:id/call-off",
];

/**
 * Returns the URL of each back-office page in app/routes.ts, filled in with demonstration records.
 *
 * @throws if `readIds` has no record for a parameter
 */
export async function listStaffPages(db: Db): Promise<string[]> {
  const ids = await readIds(db);
  const admin = routeConfig.find(({ path }) => path === "admin");
  const patterns = admin ? listPatterns(admin, "") : [];
  return [...new Set(patterns)]
    .filter((pattern) => !NOT_LISTED.includes(pattern))
    .map((pattern) => WITH[pattern]?.(ids) ?? fill(pattern, ids));
}

function listPatterns({ path, file, children = [] }: RouteConfigEntry, above: string): string[] {
  const here = path ? `${above}/${path}` : above;
  const own = file.endsWith(".tsx") && here !== "/admin" ? [here] : [];
  return [...own, ...children.flatMap((child) => listPatterns(child, here))];
}

function fill(pattern: string, ids: Ids) {
  const [, , section = ""] = pattern.split("/");
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name === "id" ? section : name];
    if (!id) throw new Error(`Say in staff-addresses.ts which record ${pattern} shows.`);
    return id;
  });
}

async function readIds(db: Db): Promise<Ids> {
  const matter = await db
    .selectFrom("transactions")
    .innerJoin("purchase_intents", "purchase_intents.transaction_id", "transactions.id")
    .where("legals_started_at", "is not", null)
    .where("estate_agent_id", "is not", null)
    .groupBy("transactions.id")
    .select(["transactions.id", "transactions.seller_id"])
    .orderBy((eb) => eb.fn.count("purchase_intents.id"), "desc")
    .orderBy("transactions.id")
    .executeTakeFirstOrThrow();
  const purchase = await db
    .selectFrom("purchase_intents")
    .where("transaction_id", "=", matter.id)
    .orderBy("is_active")
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
  const unassigned = await db
    .selectFrom("transactions")
    .where("seller_lawyer_group_id", "is", null)
    .where("estate_agent_id", "is", null)
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
  const letter = await db
    .selectFrom("solicitor_letter_matters")
    .selectAll()
    .orderBy("letter_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const checkedByAgent = await db
    .selectFrom("transactions")
    .innerJoin("estate_agents", "estate_agents.id", "transactions.estate_agent_id")
    .where("requests_seller_thirdfort_checks", "=", true)
    .orderBy("transactions.id")
    .select("transactions.id")
    .executeTakeFirstOrThrow();
  const agent = await db
    .selectFrom("valuers")
    .innerJoin("negotiators", "negotiators.estate_agent_id", "valuers.estate_agent_id")
    .innerJoin("estate_agents", "estate_agents.id", "valuers.estate_agent_id")
    .where("brand_id", "is not", null)
    .orderBy("valuers.id")
    .orderBy("negotiators.id")
    .select(["estate_agents.id", "valuers.id as valuer", "negotiators.id as negotiator"])
    .select("brand_id as brand")
    .executeTakeFirstOrThrow();
  const group = await db
    .selectFrom("lawyer_groups")
    .innerJoin("lawyer_group_members", "lawyer_group_members.lawyer_group_id", "lawyer_groups.id")
    .orderBy("lawyer_groups.id")
    .select(["lawyer_groups.id", "law_firm_id"])
    .executeTakeFirstOrThrow();
  const buyer = await db
    .selectFrom("purchase_intents")
    .where("id", "=", purchase.id)
    .select("buyer_id")
    .executeTakeFirstOrThrow();
  const absence = await db
    .selectFrom("staff_absences")
    .select(["id", "user_id"])
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const payment = await db
    .selectFrom("payment_reviews")
    .where("order_id", "is not", null)
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
  const paidByCard = await db
    .selectFrom("orders")
    .where("payment_type", "=", "stripe_direct")
    .where("paid_at", "is not", null)
    .where("stripe_transaction_id", "is not", null)
    .where("total_amount_pence", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_reviews").whereRef("payment_reviews.order_id", "=", "orders.id"),
        ),
      ),
    )
    .orderBy("id")
    .select("transaction_id")
    .executeTakeFirstOrThrow();
  const invoice = await db
    .selectFrom("invoices")
    .where("received_on", "is", null)
    .orderBy("number")
    .select("id")
    .executeTakeFirstOrThrow();
  const receivedInvoice = await db
    .selectFrom("invoices")
    .where("received_on", "is not", null)
    .orderBy("number")
    .select("id")
    .executeTakeFirstOrThrow();
  const notInvoiced = await db
    .selectFrom("invoice_items")
    .where("invoice_id", "is", null)
    .orderBy("order_id")
    .select("order_id")
    .executeTakeFirstOrThrow();
  const toInvoice = await db
    .selectFrom("orders")
    .where("code", "=", "FRIEND10")
    .orderBy("id")
    .select("paid_at")
    .$narrowType<{ paid_at: Date }>()
    .executeTakeFirstOrThrow();
  const [invited_seller, invited_buyer] = await Promise.all([
    readExpiredInvitation(db, "sell"),
    readExpiredInvitation(db, "buy"),
  ]);
  const [open_seller, open_buyer] = await Promise.all([
    readOpenInvitation(db, "sell"),
    readOpenInvitation(db, "buy"),
  ]);
  const unit = await db
    .selectFrom("transactions")
    .where("group_id", "is not", null)
    .where("estate_agent_id", "is", null)
    .where("seller_lawyer_group_id", "is", null)
    .orderBy("id")
    .select("group_id")
    .executeTakeFirstOrThrow();
  const coSeller = await db
    .selectFrom("parties")
    .where("kind", "=", "seller")
    .where("email", "is not", null)
    .orderBy("id")
    .select(["id", "transaction_id"])
    .executeTakeFirstOrThrow();
  const coBuyer = await db
    .selectFrom("parties")
    .innerJoin("purchase_intents", "purchase_intents.id", "parties.purchase_intent_id")
    .where("kind", "=", "buyer")
    .where("email", "is not", null)
    .where("purchase_intents.transaction_id", "is not", null)
    .orderBy("parties.id")
    .select(["parties.id", "purchase_intents.transaction_id"])
    .executeTakeFirstOrThrow();
  const goingOn = await db
    .selectFrom("purchase_intents")
    .innerJoin("listed_transactions", "listed_transactions.id", "purchase_intents.transaction_id")
    .where("purchase_intents.is_active", "=", true)
    .where("purchase_intents.completed", "is", null)
    .where("purchase_intents.aborted", "is", null)
    .where("listed_transactions.payment", "=", "complete")
    .orderBy("purchase_intents.id")
    .select(["purchase_intents.id", "purchase_intents.transaction_id"])
    .executeTakeFirstOrThrow();
  const colleague = await db
    .selectFrom("staff_roles")
    .where("role", "=", "lead")
    .orderBy("user_id")
    .select("user_id")
    .executeTakeFirstOrThrow();
  const note = await db
    .selectFrom("stage_notes")
    .orderBy("id")
    .select(["id", "transaction_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const memorandum = await db
    .selectFrom("memoranda")
    .where("status", "=", "sent")
    .orderBy("id")
    .select(["id", "transaction_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const pack = await db
    .selectFrom("transactions")
    .where("contract_pack_ready_on", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const document = await db
    .selectFrom("document_requests")
    .where("status", "=", "received")
    .orderBy("id")
    .select(["id", "transaction_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const attachment = await db
    .selectFrom("inbound_attachments")
    .innerJoin("inbound_emails", "inbound_emails.id", "inbound_attachments.email_id")
    .where("s3_document_key", "is not", null)
    .where("file_type", "=", "pdf")
    .where("transaction_id", "is not", null)
    .orderBy("inbound_attachments.id")
    .select(["inbound_attachments.id", "transaction_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const answers = await db
    .selectFrom("property_information_shares")
    .where("recipient", "=", "estate_agent")
    .orderBy("transaction_id")
    .select("transaction_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const task = await db
    .selectFrom("tasks")
    .where("done_at", "is", null)
    .orderBy("id")
    .select(["id", "transaction_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  const chase = await db
    .selectFrom("chases")
    .where("answer", "is not", null)
    .orderBy("id")
    .select("transaction_id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const conversation = await db
    .selectFrom("conversations")
    .where("state", "=", "open")
    .where("transaction_id", "is not", null)
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
  const unmatched = await db
    .selectFrom("conversations")
    .where("transaction_id", "is", null)
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
  const matched = await db
    .selectFrom("messages")
    .innerJoin("inbound_emails", "inbound_emails.id", "messages.inbound_email_id")
    .innerJoin("matched_senders", "matched_senders.email", "inbound_emails.from_email")
    .orderBy("messages.id")
    .select(["messages.conversation_id", "inbound_emails.id"])
    .executeTakeFirstOrThrow();
  return {
    paid_by_card: paidByCard.transaction_id,
    invoices: invoice.id,
    received_invoice: receivedInvoice.id,
    not_invoiced: notInvoiced.order_id,
    to_invoice: `owner=code:FRIEND10&month=${londonDay(toInvoice.paid_at).slice(0, 7)}`,
    task: task.id,
    of_task: task.transaction_id,
    of_chase: chase.transaction_id,
    inbox: conversation.id,
    unmatched: unmatched.id,
    matched: matched.conversation_id,
    matched_email: matched.id,
    note: note.id,
    of_note: note.transaction_id,
    memorandum: memorandum.id,
    of_memorandum: memorandum.transaction_id,
    of_pack: pack.id,
    document: document.id,
    of_document: document.transaction_id,
    attachment: attachment.id,
    of_attachment: attachment.transaction_id ?? "",
    of_answers: answers.transaction_id,
    staff: colleague.user_id,
    going_on: goingOn.id,
    of_going_on: goingOn.transaction_id,
    co_seller: coSeller.id,
    of_co_seller: coSeller.transaction_id ?? "",
    co_buyer: coBuyer.id,
    of_co_buyer: coBuyer.transaction_id,
    "sellers-invitations": invited_seller.id,
    "buyers-invitations": invited_buyer.id,
    open_seller_invitation: open_seller.id,
    open_buyer_invitation: open_buyer.id,
    "transactions-groups": unit.group_id ?? "",
    payments: payment.id,
    transactions: matter.id,
    seller: matter.seller_id,
    purchaseId: purchase.id,
    unassigned: unassigned.id,
    checked_by_agent: checkedByAgent.id,
    letter: letter.letter_id,
    of_letter: letter.transaction_id,
    "estate-agents": agent.id,
    valuerId: agent.valuer,
    negotiatorId: agent.negotiator,
    "estate-agent-brands": agent.brand ?? "",
    "law-firms": group.law_firm_id,
    "lawyer-groups": group.id,
    users: buyer.buyer_id,
    workload: absence.user_id,
    "days-away": absence.id,
  };
}

/** Returns the id of an expired invitation that no newer one to the same person replaces. */
function readExpiredInvitation(db: Db, role: "sell" | "buy") {
  return db
    .selectFrom("invitations")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("invitations as newer")
            .whereRef("newer.user_id", "=", "invitations.user_id")
            .whereRef("newer.created_at", ">", "invitations.created_at")
            .select("newer.id"),
        ),
      ),
    )
    .where("role", "=", role)
    .where("status", "=", "expired")
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
}

function readOpenInvitation(db: Db, role: "sell" | "buy") {
  return db
    .selectFrom("invitations")
    .where("role", "=", role)
    .where("status", "in", ["sent", "clicked"])
    .where("transaction_id", "is", null)
    .where("purchase_intent_id", "is", null)
    .orderBy("id")
    .select("id")
    .executeTakeFirstOrThrow();
}
