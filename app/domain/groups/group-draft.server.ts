import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { changeDraft, deleteDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { confirmableAddress } from "#app/domain/shared/address.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { housePrice, oneOf } from "#app/domain/shared/form-rules.server.ts";
import { freeText, optionalFreeText } from "#app/domain/shared/free-text.server.ts";
import { emailAddress, staffEnteredCustomerNames } from "#app/domain/shared/names.server.ts";
import { phoneFields, mobilePhone } from "#app/domain/shared/phone.server.ts";
import { draftText } from "#app/domain/shared/questions.server.ts";
import { KNOWN_TENURES } from "#app/domain/properties/tenure.ts";
import type { Db } from "#db/connection.ts";
import { type Company, CompanyForm, type KnownCompany } from "./companies.server.ts";
import { MAX_UNITS } from "./labels.ts";
import { formMessage, tooLong } from "#app/domain/shared/messages.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";

/**
 * Form of a new group: its name and the id of the developer's Stripe payment, if any (P-013,
 * P-014).
 */
export const GroupForm = z.object({
  name: freeText("Transactions group name is required", tooLong("Group name")),
  stripe_transaction_id: optionalFreeText(tooLong("Stripe transaction ID")),
});

/** Form that finds the representative by email address (P-017). */
export const FindUserForm = z.object({ email: emailAddress() });

/**
 * Form of a representative without an account. A mobile number is required, because the ID check is
 * sent by text message.
 */
export const RepresentativeForm = mobilePhone(
  z.object({ ...staffEnteredCustomerNames, email: emailAddress(), ...phoneFields }),
);
export type NewRepresentative = z.output<typeof RepresentativeForm>;
type RepresentativeQuestion = keyof z.input<typeof RepresentativeForm>;

/**
 * Form of a unit, with the rules of the form in which a seller describes a property (P-015, P-043,
 * AMB-P02).
 */
export const UnitForm = z
  .object({
    address: confirmableAddress,
    tenure: oneOf(KNOWN_TENURES),
    asking_price_pounds: housePrice("Asking price"),
  })
  .transform(({ address: { address, confirmed }, ...unit }) => ({
    ...unit,
    address,
    address_confirmed: confirmed,
  }));
export type NewUnit = z.output<typeof UnitForm>;

/**
 * Draft of a new group, available to its author on any device (P-024, AMB-P01). The URL contains
 * the draft's id, so that one member of staff can have several drafts.
 */

const typed = z.string().catch("");
const typedAddress = z.record(z.string(), z.string()).catch({});

export const TypedRepresentative = z.object({
  first_name: draftText,
  middle_name: draftText,
  last_name: draftText,
  email: draftText,
  phone_number: draftText,
  phone_country: draftText,
} satisfies Record<RepresentativeQuestion, z.ZodType>);
export type TypedRepresentative = z.output<typeof TypedRepresentative>;

const Representative = z.union([
  z.object({ user_id: z.string() }),
  z.object({ person: TypedRepresentative }),
]);

export const TypedCompany = z.object({
  /**
   * Id of our record of the company; "" if there is none. `version` is the record's version, or "".
   */
  id: typed,
  version: typed,
  name: typed,
  company_number: typed,
  address: typedAddress,
  status: typed,
});
export type TypedCompany = z.output<typeof TypedCompany>;

export const TypedUnit = z.object({
  /** Id of the unit within the draft. It stays the same when an earlier unit is removed. */
  id: typed,
  address: typedAddress,
  tenure: draftText,
  asking_price_pounds: draftText,
});
export type TypedUnit = z.output<typeof TypedUnit>;

const GroupDraft = z.object({
  name: typed,
  stripe_transaction_id: typed,
  representative: Representative.nullable().catch(null),
  company: TypedCompany.nullable().catch(null),
  units: z.array(TypedUnit).catch([]),
});
export type GroupDraft = z.output<typeof GroupDraft>;

const EMPTY: GroupDraft = {
  name: "",
  stripe_transaction_id: "",
  representative: null,
  company: null,
  units: [],
};

const PREFIX = "transactions-group:";

/** Returns the id of a new draft. The draft is not stored until staff submit something for it. */
export function newDraftId(): string {
  return randomBytes(12).toString("hex");
}

export const newUnitId: () => string = randomUUID;

export type DraftPlace = { user_id: ReaderId; draft_id: string };

/** Returns a stored draft, or an empty one if none is stored. */
export async function readGroupDraft(db: Db, place: DraftPlace): Promise<GroupDraft> {
  const stored = await readDraft(db, place.user_id, PREFIX + place.draft_id);
  return GroupDraft.safeParse(stored).data ?? EMPTY;
}

/**
 * Changes a draft as it is stored now, because another tab may have changed it since it was
 * read.
 */
export async function changeGroupDraft(
  db: Db,
  { user_id, draft_id }: DraftPlace,
  change: (now: GroupDraft) => GroupDraft,
): Promise<GroupDraft> {
  return changeDraft(db, user_id, PREFIX + draft_id, (stored) =>
    Promise.resolve(change(GroupDraft.safeParse(stored).data ?? EMPTY)),
  );
}

/** Deletes a draft whose group has been created, or that staff have discarded. */
export async function deleteGroupDraft(db: Db, { user_id, draft_id }: DraftPlace): Promise<void> {
  await deleteDraft(db, user_id, PREFIX + draft_id);
}

const MAX_LISTED = 20;

/** Returns the drafts of a member of staff, last updated first. */
export async function listGroupDrafts(db: Db, user_id: ReaderId) {
  const rows = await db
    .selectFrom("drafts")
    .select(["form", "data", "updated_at"])
    .where("user_id", "=", user_id)
    .where("form", "like", `${PREFIX}%`)
    .orderBy("updated_at", "desc")
    .limit(MAX_LISTED)
    .execute();
  return rows.flatMap(({ form, data, updated_at }) => {
    const draft = GroupDraft.safeParse(data).data;
    if (!draft) return [];
    return [
      { id: form.slice(PREFIX.length), name: draft.name, units: draft.units.length, updated_at },
    ];
  });
}

/** Parts of an address that identify one building. Copying a unit leaves them out (AMB-P07). */
const OF_ONE_HOUSE = [
  "building_number",
  "building_name",
  "sub_building_name",
  "premise",
  "uprn",
  "latitude",
  "longitude",
  "confirmed",
  "query",
  "choice",
];

/** Returns a copy of a unit, without the number or name of the building. */
export function copyOfUnit(unit: TypedUnit, id: string): TypedUnit {
  const { address } = unit;
  const shared = Object.entries(address).filter(([part]) => !OF_ONE_HOUSE.includes(part));
  const line_1 = withoutBuilding(address);
  return { ...unit, id, address: { ...Object.fromEntries(shared), line_1 } };
}

/**
 * Returns the first line of an address without its building: "Arch Street" for "12 Arch Street",
 * "Plot, Kirkgate" for "Plot 3, Kirkgate".
 */
function withoutBuilding({ line_1 = "", ...parts }: TypedUnit["address"]): string {
  const known = [parts.sub_building_name, parts.building_name, parts.building_number];
  const named = known.filter((part) => part && line_1.includes(part));
  const shorter =
    named.length > 0
      ? named.reduce<string>((line, part = "") => line.replace(part, ""), line_1)
      : line_1.replace(/\b\d+[a-z]?\b/i, "");
  return shorter
    .replaceAll(/\s+/g, " ")
    .replaceAll(" ,", ",")
    .replace(/^[ ,]+|(?<![ ,])[ ,]+$/g, "");
}

/** Validated parts of a new group (P-021). */
export type NewGroup = {
  name: string;
  stripe_transaction_id: string | null;
  representative: { user_id: string } | { person: NewRepresentative };
  company: Company & { known: KnownCompany | null };
  units: NewUnit[];
};

type Parts = Pick<NewGroup, "representative" | "company" | "units">;

/** Error messages by part of the group: "representative", "company", "units", "units[2]". */
export type GroupErrors = Record<string, string[]>;

/**
 * Validates a stored draft, which may be older than the current rules. @returns its parts or the
 * errors
 */
export function validateGroupDraft(
  draft: GroupDraft,
): { parts: Parts } | { problems: GroupErrors } {
  const problems: GroupErrors = {};
  const representative = readRepresentative(draft, problems);
  const company = readCompany(draft, problems);
  const units = readUnits(draft.units, problems);
  if (!representative || !company || Object.keys(problems).length > 0) return { problems };
  return { parts: { representative, company, units } };
}

function readRepresentative({ representative }: GroupDraft, problems: GroupErrors) {
  if (!representative) {
    problems.representative = ["Representative is required"];
    return null;
  }
  if ("user_id" in representative) return representative;
  const { data: person, error } = RepresentativeForm.safeParse(representative.person, {
    error: formMessage,
  });
  if (error) problems.representative = [firstMessage(error)];
  return person ? { person } : null;
}

function readCompany({ company }: GroupDraft, problems: GroupErrors) {
  if (!company) {
    problems.company = ["Company seller is required"];
    return null;
  }
  const { data, error } = CompanyForm.safeParse(company, { error: formMessage });
  if (error) problems.company = [firstMessage(error)];
  return data ? { ...data, known: knownCompany(company) } : null;
}

function knownCompany({ id, version }: TypedCompany): KnownCompany | null {
  return id ? { id, version: Number(version) } : null;
}

function readUnits(typed: readonly TypedUnit[], problems: GroupErrors): NewUnit[] {
  if (typed.length === 0) problems.units = ["Add at least one unit with its asking price"];
  if (typed.length > MAX_UNITS) problems.units = [`A group has at most ${MAX_UNITS} units`];
  const places = new Map<string, number>();
  return typed.flatMap((answers, index) => {
    const number = index + 1;
    const { data: unit, error } = validateUnit(answers);
    const home = addressLine(answers.address).toLowerCase();
    const same = places.get(home);
    places.set(home, same ?? number);
    const problem = error
      ? firstMessage(error)
      : same && `The address is the same as unit ${same}’s`;
    if (problem) problems[`units[${index}]`] = [`Unit ${number}: ${problem}`];
    return unit ?? [];
  });
}

/** Validates a unit of a draft with the rules of UnitForm. */
export function validateUnit({ address, ...unit }: TypedUnit) {
  const confirmed = address.confirmed === "on";
  return UnitForm.safeParse(
    { ...unit, address: { ...address, confirmed } },
    { error: formMessage },
  );
}

function firstMessage({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? "Please check the details";
}
