import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { changeDraft, deleteDraft, readDraft } from "#app/domain/drafts/drafts.server.ts";
import { confirmableAddress } from "#app/domain/fields/address.server.ts";
import { addressLine } from "#app/domain/fields/address.ts";
import { housePrice, oneOf } from "#app/domain/fields/form-rules.server.ts";
import { freeText, optionalFreeText } from "#app/domain/fields/free-text.server.ts";
import { emailAddress, recordedPersonNames } from "#app/domain/fields/names.server.ts";
import { phoneFields, mobilePhone } from "#app/domain/fields/phone.server.ts";
import { draftText } from "#app/domain/fields/questions.server.ts";
import { KNOWN_TENURES } from "#app/domain/properties/tenure.ts";
import type { Db } from "#db/connection.ts";
import { type Company, CompanyForm, type KnownCompany } from "./companies.server.ts";
import { MAX_UNITS } from "./labels.ts";
import { formMessage, tooLong } from "#app/domain/fields/messages.ts";
import type { ReaderId } from "#app/domain/readers/reader.ts";

/** The forms of the page that makes a group of transactions. */

/** What the page itself asks: the name, and the developer's payment at Stripe, if there was one (P-013, P-014). */
export const GroupForm = z.object({
  name: freeText("Transactions group name is required", tooLong("Group name")),
  stripe_transaction_id: optionalFreeText(tooLong("Stripe transaction ID")),
});

/** By whose email to look for the representative (P-017). */
export const FindUserForm = z.object({ email: emailAddress() });

/** A representative who has no account yet; the identity check arrives by text. */
export const RepresentativeForm = mobilePhone(
  z.object({ ...recordedPersonNames, email: emailAddress(), ...phoneFields }),
);
export type NewRepresentative = z.output<typeof RepresentativeForm>;
type RepresentativeQuestion = keyof z.input<typeof RepresentativeForm>;

/** A unit, by the rules of the seller's own form (P-015, P-043, AMB-P02). */
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
 * A group of transactions that a member of staff is making: everything typed so far (P-024, AMB-P01). The address of
 * its pages names it, so that two tabs may make two groups, and it waits for them on any device.
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

/** A person with an account, or a person to be given one. */
const Representative = z.union([
  z.object({ user_id: z.string() }),
  z.object({ person: TypedRepresentative }),
]);

export const TypedCompany = z.object({
  /** Of our own record of it, and as of which version it was found; "" when there is none. */
  id: typed,
  version: typed,
  name: typed,
  company_number: typed,
  address: typedAddress,
  /** What the register of companies says of it, when that is where it was found. */
  status: typed,
});
export type TypedCompany = z.output<typeof TypedCompany>;

export const TypedUnit = z.object({
  /** Of this unit in this draft. Not its place, which changes when one is removed. */
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

/** An id for a new draft, in the form of all ids; nothing is stored before something is typed. */
export function newDraftId(): string {
  return randomBytes(12).toString("hex");
}

/** An id for a new unit of a draft. */
export const newUnitId: () => string = randomUUID;

/** Whose draft, and which. */
export type DraftPlace = { user_id: ReaderId; draft_id: string };

/** What is typed so far; an empty draft when nothing is. */
export async function readGroupDraft(db: Db, place: DraftPlace): Promise<GroupDraft> {
  const stored = await readDraft(db, place.user_id, PREFIX + place.draft_id);
  return GroupDraft.safeParse(stored).data ?? EMPTY;
}

/** Changes a draft as it is by now: another tab may have changed it meanwhile. */
export async function changeGroupDraft(
  db: Db,
  { user_id, draft_id }: DraftPlace,
  change: (now: GroupDraft) => GroupDraft,
): Promise<GroupDraft> {
  return changeDraft(db, user_id, PREFIX + draft_id, (stored) =>
    Promise.resolve(change(GroupDraft.safeParse(stored).data ?? EMPTY)),
  );
}

/** The group is made, or its maker does not want it any more. */
export async function deleteGroupDraft(db: Db, { user_id, draft_id }: DraftPlace): Promise<void> {
  await deleteDraft(db, user_id, PREFIX + draft_id);
}

/** A member of staff sees this many groups of theirs that are not made yet. */
const MAX_LISTED = 20;

/** The groups that a member of staff has begun, the one worked on last first. */
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

/** What a typed address is known by of one house alone: a copy is of another house (AMB-P07). */
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

/** A unit beside another one: the same but for the number or the name of the building, which is left open. */
export function copyOfUnit(unit: TypedUnit, id: string): TypedUnit {
  const { address } = unit;
  const kept = Object.entries(address).filter(([part]) => !OF_ONE_HOUSE.includes(part));
  const line_1 = withoutBuilding(address);
  return { ...unit, id, address: { ...Object.fromEntries(kept), line_1 } };
}

/** "Arch Street" of "12 Arch Street", "Plot, Kirkgate Yard" of "Plot 3, Kirkgate Yard". */
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

/** What a group is made of, each part checked (P-021). */
export type NewGroup = {
  name: string;
  stripe_transaction_id: string | null;
  representative: { user_id: string } | { person: NewRepresentative };
  company: Company & { known: KnownCompany | null };
  units: NewUnit[];
};

/** The parts that are kept in the draft, beside the two that the page itself asks. */
type Parts = Pick<NewGroup, "representative" | "company" | "units">;

/** What is wrong, by the part that it is wrong with: "representative", "company", "units", "units[2]". */
export type Problems = Record<string, string[]>;

/**
 * Checks what was typed for a group once more, since it may be older than its rules.
 *
 * @returns the parts, or what is wrong with them
 */
export function readParts(draft: GroupDraft): { parts: Parts } | { problems: Problems } {
  const problems: Problems = {};
  const representative = readRepresentative(draft, problems);
  const company = readCompany(draft, problems);
  const units = readUnits(draft.units, problems);
  if (!representative || !company || Object.keys(problems).length > 0) return { problems };
  return { parts: { representative, company, units } };
}

function readRepresentative({ representative }: GroupDraft, problems: Problems) {
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

function readCompany({ company }: GroupDraft, problems: Problems) {
  if (!company) {
    problems.company = ["Company seller is required"];
    return null;
  }
  const { data, error } = CompanyForm.safeParse(company, { error: formMessage });
  if (error) problems.company = [firstMessage(error)];
  return data ? { ...data, known: knownCompany(company) } : null;
}

/** The record that a company was found on, when it was. */
function knownCompany({ id, version }: TypedCompany): KnownCompany | null {
  return id ? { id, version: Number(version) } : null;
}

function readUnits(typed: readonly TypedUnit[], problems: Problems): NewUnit[] {
  if (typed.length === 0) problems.units = ["Add at least one unit with its asking price"];
  if (typed.length > MAX_UNITS) problems.units = [`A group has at most ${MAX_UNITS} units`];
  const places = new Map<string, number>();
  return typed.flatMap((answers, index) => {
    const number = index + 1;
    const { data: unit, error } = checkUnit(answers);
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

/** A unit as it is kept, judged as its form would be. */
export function checkUnit({ address, ...unit }: TypedUnit) {
  const confirmed = address.confirmed === "on";
  return UnitForm.safeParse(
    { ...unit, address: { ...address, confirmed } },
    { error: formMessage },
  );
}

function firstMessage({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? "Please check the details";
}
