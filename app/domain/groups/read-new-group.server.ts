import {
  type Company,
  CompanyForm,
  type KnownCompany,
} from "#app/domain/companies/companies.server.ts";
import { addressLine } from "#app/domain/properties/address.ts";
import {
  type GroupDraft,
  type NewRepresentative,
  type NewUnit,
  RepresentativeForm,
  type TypedCompany,
  type TypedUnit,
  UnitForm,
} from "./group-draft.server.ts";
import { MAX_UNITS } from "./labels.ts";

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
  const { data: person, error } = RepresentativeForm.safeParse(representative.person);
  if (error) problems.representative = [firstMessage(error)];
  return person ? { person } : null;
}

function readCompany({ company }: GroupDraft, problems: Problems) {
  if (!company) {
    problems.company = ["Company seller is required"];
    return null;
  }
  const { data, error } = CompanyForm.safeParse(company);
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
      : same && `The address is the same as that of unit ${same}`;
    if (problem) problems[`units[${index}]`] = [`Unit ${number}: ${problem}`];
    return unit ?? [];
  });
}

/** A unit as it is kept, judged as its form would be. */
export function checkUnit({ address, ...unit }: TypedUnit) {
  const confirmed = address.confirmed === "on";
  return UnitForm.safeParse({ ...unit, address: { ...address, confirmed } });
}

function firstMessage({ issues }: { issues: readonly { message: string }[] }): string {
  return issues[0]?.message ?? "Please check the details";
}
