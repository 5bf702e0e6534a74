import type { Side } from "#app/domain/transactions/sides.ts";

/** Emails that staff can send when they assign solicitors, and the rules for them (AMB-L03). */

export const SOLICITOR_EMAILS = {
  seller: ["seller_introduction", "seller_solicitor_instruction", "plot_plan_request"],
  buyer: ["buyer_introduction", "buyer_additional_info", "buyer_solicitor_instruction"],
} as const;

export type SolicitorEmail = (typeof SOLICITOR_EMAILS)[Side][number];

export const SOLICITOR_EMAIL_TEXTS: Record<SolicitorEmail, { label: string; help: string }> = {
  seller_introduction: {
    label: "Introduction to the seller",
    help: "Introduces the seller’s solicitor and explains what happens next. Only sent if the solicitor is on the panel.",
  },
  seller_solicitor_instruction: {
    label: "Instruction to the seller’s solicitor",
    help: "Everything the solicitor needs to act, with your comments.",
  },
  plot_plan_request: {
    label: "Plot plan request",
    help: "Asks the sellers for the plot plan. Only for groups.",
  },
  buyer_introduction: {
    label: "Introduction to the buyer",
    help: "Introduces the buyer’s solicitor and explains what happens next.",
  },
  buyer_additional_info: {
    label: "Additional information for the buyer",
    help: "Lists what to have ready and how to send documents securely.",
  },
  buyer_solicitor_instruction: {
    label: "Instruction to the buyer’s solicitor",
    help: "Everything the solicitor needs to act, with your comments.",
  },
};

/** Facts that decide whether an email is sent, in addition to the ticked boxes. */
export type SendingFacts = {
  for_group: boolean;
  has_active_purchase: boolean;
  /** Undefined until staff have chosen a lawyer group. */
  seller?: { panel_solicitor: boolean; solicitor: object | null } | undefined;
  buyer?: { solicitor: object | null } | undefined;
};

/**
 * Returns why an email is not sent although staff ticked it (L-051, L-054, L-055); null if it is
 * sent.
 */
export function suppressionReason(name: SolicitorEmail, facts: SendingFacts): string | null {
  const { for_group, seller, buyer } = facts;
  if (name === "plot_plan_request") return for_group ? null : "only for groups";
  if (name.startsWith("buyer_")) {
    return buyer?.solicitor === null ? "the group has no solicitor" : null;
  }
  if (name === "seller_introduction" && seller?.panel_solicitor === false) {
    return "the chosen solicitor is non-panel";
  }
  return seller?.solicitor === null ? "the group has no solicitor" : null;
}

/** Returns true if a ticked email waits until a purchase is active (L-052, L-053, AMB-L01). */
export function waitsForBuyer(
  name: SolicitorEmail,
  { has_active_purchase }: Pick<SendingFacts, "has_active_purchase">,
): boolean {
  return name.startsWith("buyer_") && !has_active_purchase;
}
