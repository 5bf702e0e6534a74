import { redirect } from "@remix-run/node";
import { addressLine } from "#app/domain/shared/address.ts";
import { isObjectId } from "#app/domain/shared/answers.ts";
import { formatPence, formatPounds, parsePounds } from "#app/domain/shared/money.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { readRepresentative } from "#app/domain/groups/create-group.server.ts";
import {
  validateUnit,
  type DraftPlace,
  type GroupDraft,
  newDraftId,
  readGroupDraft,
} from "#app/domain/groups/group-draft.server.ts";
import { listProducts } from "#app/domain/payments/orders.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { sha256 } from "#app/platform/secrets.server.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../shared/open-record.server.ts";

export const groupFormName = (draft_id: string) => `new-transactions-group ${draft_id}`;

export type GroupView = Awaited<ReturnType<typeof readGroupPage>>;
export type UnitView = GroupView["units"][number];

export async function readGroupPage(reader: StaffReader, place: DraftPlace) {
  const draft = await readGroupDraft(db, place);
  const products = await listProducts(db);
  return {
    query: { draft: place.draft_id },
    form_key: newIdempotencyKey(groupFormName(place.draft_id)),
    mark: draftMark(draft),
    name: draft.name,
    stripe_transaction_id: draft.stripe_transaction_id,
    representative: await representativeView(reader, draft),
    company: companyView(draft),
    units: draft.units.map(unitView),
    products: products.map(({ code, name, price_pence }) => ({
      id: code,
      name,
      price: formatPence(price_pence),
    })),
  };
}

/**
 * Returns a hash of the parts that staff edit on other pages. A different hash shows that a part
 * was changed in another tab.
 */
export function draftMark({ representative, company, units }: GroupDraft): string {
  return sha256(JSON.stringify([representative, company, units]));
}

async function representativeView(reader: StaffReader, { representative }: GroupDraft) {
  if (!representative) return null;
  if ("person" in representative) {
    const { first_name = "", last_name = "", middle_name, email = "" } = representative.person;
    const name = fullName({ first_name, middle_name: middle_name ?? null, last_name });
    return { name, email, account: "A new account will be created" };
  }
  const user = await nullIfFailed(readRepresentative(db, reader, representative.user_id), {
    severity: "warning",
    what: "There was an error finding user by email",
  });
  if (!user)
    return { name: "No longer found", email: "", account: "Choose another representative" };
  return { name: fullName(user), email: user.email, account: "Existing account" };
}

function companyView({ company }: GroupDraft) {
  if (!company) return null;
  const { name, company_number, address, id } = company;
  return {
    name,
    company_number,
    address: addressLine(address),
    record: id ? "On record" : "Will be added with the group",
  };
}

function unitView(unit: GroupDraft["units"][number], index: number) {
  const { success } = validateUnit(unit);
  const price = parsePounds(unit.asking_price_pounds ?? "");
  return {
    id: unit.id,
    number: index + 1,
    address: addressLine(unit.address),
    tenure: unit.tenure ?? "",
    asking_price: price === null ? "" : formatPounds(price),
    complete: success,
  };
}

/**
 * Checks the permission and returns where the draft in the URL is stored. If the URL has no draft,
 * redirects to a new one (P-003).
 */
export async function openDraft(request: Request) {
  const actor = await requireActor(request, "handle");
  const draft = new URL(request.url).searchParams.get("draft");
  if (!isObjectId(draft)) {
    throw redirect(paths.admin.newTransactionsGroup.page({ draft: newDraftId() }));
  }
  const place: DraftPlace = { user_id: actor.id, draft_id: draft };
  return { actor, place, query: { draft } };
}
