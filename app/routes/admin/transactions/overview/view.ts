import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { checkLabel } from "#app/domain/identity-checks/check-status.ts";
import {
  findSide,
  type MatterChecks,
  type PersonCheck,
} from "#app/domain/identity-checks/read-checks.server.ts";
import { representedName } from "#app/domain/people/representation.ts";
import { isOpen, STATUS_LABELS } from "#app/domain/documents/request-states.ts";
import type { readMatterDocuments } from "#app/domain/documents/staff-requests.server.ts";
import { adminDate, londonDay } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullName, fullNames } from "#app/domain/shared/names.ts";
import type { MatterOverview } from "#app/domain/transactions/matter-overview.server.ts";
import {
  PURCHASE_DATE_LABELS,
  PURCHASE_DATES,
  type PurchaseDate,
  toDateParts,
} from "#app/domain/transactions/significant-dates.ts";
import { SIDES } from "#app/domain/transactions/sides.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { FROM_OVERVIEW } from "../from-overview.ts";
import { checkTone, ROLES } from "../thirdfort/view.ts";

export type ContactRow = PersonRow | FirmRow;
export type PersonRow = ReturnType<typeof personRow>;
export type FirmRow = ReturnType<typeof firmRow>;

/**
 * Maps the people and firms of a matter to the rows of the overview: the sellers with their firms,
 * then the buyers and giftors of the active purchase.
 */
export function peopleView(checks: MatterChecks, firms: MatterOverview) {
  const { id } = checks;
  const [seller, buyer] = SIDES.map((side) => findSide(checks, side));
  const shown = [seller, buyer].filter((side) => side !== undefined);
  return {
    people: shown.flatMap(({ people }) => people.map((person) => personRow(id, person))),
    firms: [
      solicitorRow(id, "seller", firms.seller_solicitor, firms.seller_law_firm_id),
      agentRow(id, firms.estate_agent),
      solicitorRow(id, "buyer", firms.buyer_solicitor, firms.buyer_law_firm_id),
    ],
    represented: (seller?.represented ?? []).map(
      (owner) => `${representedName(owner)} is represented and doesn’t need an ID check.`,
    ),
    can_order: shown.some(({ people }) => people.some(({ check }) => check === null)),
  };
}

function personRow(id: string, person: PersonCheck) {
  const { person_id, person_type, is_primary, check } = person;
  const { first_name, middle_name, last_name, email, phone_number } = person;
  return {
    id: person_id,
    name: fullName(person),
    role: roleOf(person),
    phone: phone_number,
    state: checkLabel(check?.status ?? null, check?.result),
    tone: checkTone(check),
    to: is_primary
      ? paths.admin.correctUser(person_id, { matter: id })
      : paths.admin.people[person_type === "seller" ? "sellers" : "buyers"].correct(
          id,
          person_id,
          FROM_OVERVIEW,
        ),
    details: formValues({ first_name, middle_name, last_name, email, phone_number }),
  };
}

function roleOf({ person_type, is_primary, is_representative }: PersonCheck) {
  if (is_representative) return "Representative";
  const isOther = person_type !== "giftor" && !is_primary;
  return isOther ? `Co-${person_type}` : ROLES[person_type];
}

type Firm = {
  key: string;
  name: string | null;
  firm: string | null;
  /** Address of the firm’s own page; null without a firm. */
  firm_page: string | null;
  role: string;
  phone: string | null;
};

function firmRow(
  row: Firm & { link: { needs: "handle" | "put_right"; to: string; text: string } },
) {
  return row;
}

function solicitorRow(
  id: string,
  side: "seller" | "buyer",
  solicitor: MatterOverview["seller_solicitor"],
  law_firm_id: string | null,
) {
  const role = side === "seller" ? "Seller’s solicitor" : "Buyer’s solicitor";
  const names = solicitor?.first_name ? [solicitor.first_name, solicitor.last_name] : [];
  return firmRow({
    key: side,
    name: names.join(" ") || null,
    firm: solicitor?.law_firm ?? null,
    firm_page: law_firm_id && paths.admin.lawFirm(law_firm_id),
    role,
    phone: solicitor?.phone_number ?? null,
    link: solicitor
      ? {
          needs: "put_right",
          to: paths.admin.putRightSolicitors(id, side),
          text: "Change",
        }
      : { needs: "handle", to: paths.admin.assignSolicitors(id), text: "Assign" },
  });
}

function agentRow(id: string, agent: MatterOverview["estate_agent"]) {
  return firmRow({
    key: "agent",
    name: null,
    firm: agent && agentLabel(agent),
    firm_page: agent && paths.admin.estateAgent(agent.id),
    role: "Estate agent",
    phone: agent?.office_phone_number ?? null,
    link: agent
      ? {
          needs: "put_right",
          to: paths.admin.putRightEstateAgent(id),
          text: "Change",
        }
      : { needs: "handle", to: paths.admin.transactionTab["estate-agent"](id), text: "Assign" },
  });
}

/** Dates that the overview shows at once. The others are folded. */
const FIRST_DATES: readonly PurchaseDate[] = ["sale_agreed", "exchanged", "completed"];

/** Maps the price and dates of a purchase to their card; null if the matter has no purchase. */
export function datesView(id: string, purchase: MatterOverview["purchase"]) {
  if (!purchase) return null;
  const today = londonDay(new Date());
  const dates = PURCHASE_DATES.map((name) => ({
    name,
    label: dateLabel(name, purchase[name], today),
    parts: toDateParts(purchase[name]),
  }));
  return {
    price: formatPounds(purchase.agreed_price_pounds),
    is_active: purchase.is_active,
    to: paths.admin.significantDates(id, purchase.id, FROM_OVERVIEW),
    opened: Object.fromEntries(dates.map(({ name, parts }) => [name, parts])),
    first: dates.filter(({ name }) => FIRST_DATES.includes(name)),
    others: dates.filter(({ name }) => !FIRST_DATES.includes(name)),
  };
}

export type DatesView = NonNullable<ReturnType<typeof datesView>>;

/** Names of the dates that are planned before they are reached. */
const PLANNED: Partial<Record<PurchaseDate, string>> = {
  exchanged: "Exchange planned",
  completed: "Completion planned",
};

function dateLabel(name: PurchaseDate, date: string | null, today: string) {
  const planned = date === null || date > today ? PLANNED[name] : undefined;
  return planned ?? PURCHASE_DATE_LABELS[name];
}

/** Maps the requests that wait for staff or for a customer: those to review first. */
export function requestsView({
  sellers,
  purchases,
  requests,
}: Awaited<ReturnType<typeof readMatterDocuments>>) {
  const today = londonDay(new Date());
  const names = new Map(purchases.map(({ id, buyers }) => [id, fullNames(buyers)]));
  return requests
    .filter((request) => request.status === "received" || isOpen(request))
    .map((request) => {
      const { id, title, status, purchase_intent_id, missing_reason } = request;
      const from = purchase_intent_id === null ? fullNames(sellers) : names.get(purchase_intent_id);
      const isReceived = status === "received";
      const isMissing = !isReceived && missing_reason !== null;
      return {
        id,
        title,
        is_missing: isMissing,
        is_received: isReceived,
        is_late: !isReceived && !isMissing && request.due_on < today,
        about: requestText(request, from ?? ""),
      };
    })
    .toSorted((one, other) => Number(other.is_received) - Number(one.is_received));
}

/** A request that nothing has happened to since needs no status. */
function requestText(
  { status, missing_reason, due_on }: Pick<Request, "status" | "missing_reason" | "due_on">,
  from: string,
): string {
  if (status === "received") return `${STATUS_LABELS.received}, from ${from}`;
  if (missing_reason !== null) return `${from} can’t send it: ${missing_reason}`;
  const sender = status === "requested" ? `From ${from}` : `${STATUS_LABELS[status]}, from ${from}`;
  return `${sender}, due ${adminDate(due_on)}`;
}

type Request = Awaited<ReturnType<typeof readMatterDocuments>>["requests"][number];

export type OpenRequest = ReturnType<typeof requestsView>[number];
