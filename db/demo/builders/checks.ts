import type { SeedRows } from "../seed-builder.ts";
import { lawyerGroups, type LawyerGroupName } from "../content/lawyers.ts";
import type { CheckResult, Matter } from "../content/matters/matter.ts";
import { draw, id } from "../deterministic.ts";
import { contact, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { colleague, mainOffer, purchaseId, record, transactionId } from "./history.ts";
import { isOffice, officeNamed, requesterEmails } from "./partners.ts";

type Subject = { name: string; type: "seller" | "buyer" | "giftor" };

export function addChecks(book: SeedRows, matter: Matter) {
  if (!matter.checks) return;
  const { day, results } = matter.checks;
  subjects(matter).forEach((subject, nth) => {
    const result = results[nth];
    if (result) addCheck(book, matter, { subject, nth, day, result });
  });
  requestFromAgent(book, matter, day);
}

function subjects(matter: Matter): Subject[] {
  const offer = mainOffer(matter);
  const sellers = [matter.seller, ...(matter.owners ?? [])].filter(
    (name) => !matter.represented?.[name],
  );
  const buyers = offer ? [offer.buyer, ...(offer.with ?? [])] : [];
  return [
    ...sellers.map((name) => ({ name, type: "seller" as const })),
    ...buyers.map((name) => ({ name, type: "buyer" as const })),
    ...(offer?.gifts ?? []).map(({ from }) => ({ name: from, type: "giftor" as const })),
  ];
}

type Ordered = { subject: Subject; nth: number; day: number; result: CheckResult };

function addCheck(book: SeedRows, matter: Matter, { subject, nth, day, result }: Ordered) {
  const side = subject.type === "seller" ? "seller" : "buyer";
  const offer = side === "buyer" ? mainOffer(matter) : undefined;
  const more = { side, comments: subject.name, nth, ...(offer && { offer }) } as const;
  const came_to = resultOfCheck(result);
  const first = statusAfter(result);
  const ordered = record(book, matter, day, "thirdfort_check_ordered", more);
  const answered = Math.max(day - 2, 0);
  const description = came_to && came_to !== "clear" ? `${subject.name}: ${came_to}` : subject.name;
  const ended =
    first === "pending"
      ? ordered
      : record(book, matter, answered, endings[first], { ...more, comments: description });
  const row = checkRow(matter, subject);
  const results = came_to && { result: came_to, reports: JSON.stringify(reportsOf(came_to)) };
  book.rows.identity_checks.push({
    ...row,
    status: first,
    ...results,
    created_at: ordered,
    updated_at: ended,
  });
  if (result !== "reordered") return;
  const again = record(book, matter, answered, "thirdfort_check_reordered", more);
  book.rows.identity_checks.push({
    ...row,
    id: id("check, again", `${matter.home}: ${subject.name}`),
    thirdfort_id: thirdfortId(`${matter.home} ${subject.name} again`),
    status: "pending",
    replaces_id: row.id,
    created_at: again,
    updated_at: again,
  });
}

function statusAfter(result: CheckResult) {
  if (result === "reordered") return "aborted";
  return result === "consider" || result === "fail" ? "complete" : result;
}

function resultOfCheck(result: CheckResult): "clear" | "consider" | "fail" | null {
  if (result === "complete") return "clear";
  return result === "consider" || result === "fail" ? result : null;
}

function reportsOf(came_to: string) {
  return [
    { type: "identity", result: "clear" },
    { type: "footprint", result: "clear" },
    { type: "peps", result: came_to },
  ];
}

const endings = {
  complete: "thirdfort_check_completed",
  failed: "thirdfort_check_failed",
  aborted: "thirdfort_check_aborted",
} as const;

function checkRow(matter: Matter, { name, type }: Subject) {
  const offer = type === "seller" ? undefined : mainOffer(matter);
  const group = type === "seller" ? matter.solicitors?.seller : matter.solicitors?.buyer;
  return {
    id: id("check", `${matter.home}: ${name}`),
    transaction_id: transactionId(matter),
    purchase_intent_id: offer ? purchaseId(matter, offer) : null,
    thirdfort_id: thirdfortId(`${matter.home} ${name}`),
    person_type: type,
    ...contact(name),
    shared_with: group && isPanel(group) ? id("lawyer group", group) : null,
    requested_by: userId(colleague(matter)),
  };
}

/**
 * Returns true for a panel solicitor. Panel solicitors receive the results of identity checks
 * without requesting them.
 */
function isPanel(group: LawyerGroupName) {
  return !("nonPanel" in lawyerGroups[group]);
}

function thirdfortId(name: string) {
  return `d${draw(name, 10)}${id("thirdfort", name).slice(0, 18)}`;
}

/** Adds the email that asks an estate agent for identity checks, if the agent runs them itself. */
function requestFromAgent(book: SeedRows, matter: Matter, day: number) {
  const office = isOffice(matter.agent) ? officeNamed(matter.agent) : undefined;
  const [recipient] = office ? requesterEmails(office) : [];
  if (!office || !recipient) return;
  const offer = mainOffer(matter);
  if (office.requests?.includes("seller")) {
    const at = record(book, matter, day, "thirdfort_seller_request_email_sent");
    logEmail(book, { name: "thirdfort_request_sellers", recipient, at, matter });
  }
  if (office.requests?.includes("buyer") && offer) {
    const at = record(book, matter, day, "thirdfort_buyer_request_email_sent", { offer });
    logEmail(book, { name: "thirdfort_request_buyers", recipient, at, matter });
  }
}
