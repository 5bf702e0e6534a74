import type { SolicitorsPlan } from "#app/domain/transactions/plan-solicitors.server.ts";
import { lawyerGroupLabel, withPanel } from "#app/domain/transactions/labels.ts";
import { SOLICITOR_EMAIL_TEXTS } from "#app/domain/transactions/solicitor-emails.ts";

export type PlanView = ReturnType<typeof planView>;

/** What staff confirm: who acts, the final emails with whom they go to, and why the others are not sent. */
export function planView(
  plan: SolicitorsPlan,
  comments: { seller_comments: string | null; buyer_comments: string | null },
) {
  const { property, seller, buyer, emails, not_sent, same_firm } = plan;
  const called = (group: SolicitorsPlan["seller"]) =>
    withPanel(lawyerGroupLabel(group), group.panel_solicitor);
  return {
    property,
    seller: called(seller),
    buyer: called(buyer),
    emails: emails.map(({ name, to }) => `${SOLICITOR_EMAIL_TEXTS[name].label}: ${to}`),
    not_sent: not_sent.map(({ name, why }) => `${SOLICITOR_EMAIL_TEXTS[name].label}: ${why}`),
    same_firm: same_firm ? seller.law_firm : null,
    seller_comments: comments.seller_comments,
    buyer_comments: comments.buyer_comments,
  };
}
