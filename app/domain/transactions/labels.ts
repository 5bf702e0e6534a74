import { type Answer, answerLabel } from "#app/domain/fields/answers.ts";
import { adminDate } from "#app/domain/fields/dates.ts";
import { NOT_SURE_YET } from "#app/domain/fields/lenders.ts";

/** The words for what a matter is and how far it is, as staff read them. */

export const TYPE_LABELS = { resale: "Resale", development: "Development" };

/** Whether a buyer borrows, and from whom, in words: "Yes, Nationwide Building Society", "Yes, no lender chosen yet", "No". */
export function mortgageText(purchase: {
  mortgage_required_for_purchase: Answer;
  mortgage_provider: string | null;
}): string {
  const { mortgage_required_for_purchase, mortgage_provider } = purchase;
  if (mortgage_required_for_purchase === "not_sure") return "Not decided yet";
  if (mortgage_required_for_purchase === "no") return answerLabel("no");
  const lender =
    mortgage_provider === NOT_SURE_YET ? "no lender chosen yet" : (mortgage_provider ?? "");
  return [answerLabel("yes"), lender].filter(Boolean).join(", ");
}

/** What a group of solicitors is called: by its name and its firm's. */
export function lawyerGroupLabel({ name, law_firm }: { name: string; law_firm: string }): string {
  return `${name}, ${law_firm}`;
}

/** Whether customers may choose a group (L-007). */
export function panelText(panel_solicitor: boolean): string {
  return panel_solicitor ? "Panel" : "Non-Panel";
}

/** Marks who is not on the panel (L-045). */
export function withPanel(label: string, panel_solicitor: boolean): string {
  return panel_solicitor ? label : `${label} (${panelText(panel_solicitor)})`;
}

/** Marks who is retired: nobody can choose them any more (AMB-K03). */
export function withRetired(label: string, retired: boolean): string {
  return retired ? `${label} (Retired)` : label;
}

/** Who does the legal work of a side (K-032, K-033). */
export function solicitorText(group: { name: string; law_firm: string } | null): string {
  return group ? lawyerGroupLabel(group) : "Not assigned";
}

/** The same for staff, who are told when nobody can choose them any more. */
export function assignedSolicitorText(
  group: { name: string; law_firm: string; retired: boolean } | null,
): string {
  return withRetired(solicitorText(group), group?.retired ?? false);
}

/** When the legal work began (J-014). */
export function legalsStartedText(started_at: Date | null): string {
  return started_at ? adminDate(started_at) : "Not started";
}
