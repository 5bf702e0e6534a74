import { agentLabel, estateAgentText } from "#app/domain/estate-agents/labels.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { adminDate } from "#app/domain/shared/dates.ts";
import { formatPounds } from "#app/domain/shared/money.ts";
import { fullNames } from "#app/domain/shared/names.ts";
import { type Group, readGroup } from "#app/domain/groups/groups.server.ts";
import { countTransactions, groupTitle } from "#app/domain/groups/labels.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { assignedSolicitorText } from "#app/domain/transactions/labels.ts";
import { memo } from "#app/observability/request-context.server.ts";
import { db } from "#db/connection.ts";
import { openRecord } from "../shared/open-record.server.ts";

/**
 * Checks the permission and reads a group for its page and tabs. The group is cached until the end
 * of the request (P-062, P-063).
 */
export function openGroup(request: Request, id = "", needs: RolePermission = "look") {
  return openRecord(request, {
    needs,
    read: async (reader) =>
      groupView(await memo(`transaction group ${id}`, () => readGroup(db, reader, id))),
    title: ({ name }) => name,
    failure: "There was an error while fetching the transactions group details",
  });
}

export type GroupView = ReturnType<typeof groupView>;
export type UnitRow = GroupView["units"][number];

function groupView({ units, ...group }: Group) {
  return {
    id: group.id,
    name: groupTitle(group.name),
    created: adminDate(group.created_at),
    stripe_transaction_id: group.stripe_transaction_id,
    companies: distinct(units.map(({ company_seller }) => company_seller)) || "None",
    sellers: distinct(units.map(({ sellers }) => fullNames(sellers))) || "None",
    size: countTransactions(units.length),
    value: formatPounds(units.reduce((sum, unit) => sum + unit.asking_price_pounds, 0)),
    agents: distinct(units.map(({ estate_agent }) => estate_agent && agentLabel(estate_agent))),
    with_agent: units.filter(({ estate_agent }) => estate_agent !== null).length,
    with_solicitors: units.filter(hasSolicitors).length,
    /**
     * True if a unit has an active purchase but lacks a solicitor. Assigning solicitors would email
     * that unit’s buyer.
     */
    has_active_purchase: units.some((unit) => unit.has_active_purchase && !hasSolicitors(unit)),
    units: units.map(unitRow),
  };
}

type Unit = Group["units"][number];

/**
 * Returns true if both sides of the unit have a solicitor. An assignment skips such a unit
 * (AMB-K03, AMB-L06).
 */
function hasSolicitors({ seller_solicitor, buyer_solicitor }: Unit) {
  return seller_solicitor !== null && buyer_solicitor !== null;
}

/** Maps a unit to its row in the table (P-058). */
function unitRow(unit: Unit) {
  return {
    id: unit.id,
    address: addressLine(unit.address),
    asking_price: formatPounds(unit.asking_price_pounds),
    seller_solicitor: assignedSolicitorText(unit.seller_solicitor),
    buyer_solicitor: assignedSolicitorText(unit.buyer_solicitor),
    estate_agent: estateAgentText(unit),
  };
}

function distinct(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter(Boolean))].join(", ");
}
