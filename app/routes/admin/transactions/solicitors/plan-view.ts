import type { GroupSolicitorsPlan } from "#app/domain/transactions/assign-group-solicitors.server.ts";
import { lawyerGroupLabel, withPanel } from "#app/domain/transactions/labels.ts";
import type { SolicitorsPlan } from "#app/domain/transactions/plan-solicitors.server.ts";
import { SOLICITOR_EMAIL_TEXTS } from "#app/domain/transactions/solicitor-emails.ts";

/** What staff confirm: who acts, the final emails with whom they go to, and why the others are not sent. */
export type PlanView = ReturnType<typeof planView> | ReturnType<typeof groupPlanView>;

type Comments = { seller_comments: string | null; buyer_comments: string | null };

export function planView(plan: SolicitorsPlan, comments: Comments) {
  const { property, emails, not_sent } = plan;
  return {
    homes: [property],
    skipped: 0,
    ...solicitorsView(plan, comments),
    emails: emails.map(({ name, to }) => `${SOLICITOR_EMAIL_TEXTS[name].label}: ${to}`),
    not_sent: not_sent.map(({ name, why }) => `${SOLICITOR_EMAIL_TEXTS[name].label}: ${why}`),
  };
}

/** The same for a group, each email with how many of its transactions it is about. */
export function groupPlanView(plan: GroupSolicitorsPlan, comments: Comments) {
  const { units, skipped, emails, not_sent } = plan;
  const homeOf = new Map(units.map(({ id, property }) => [id, property]));
  const about = (ids: readonly string[]) =>
    ids.length === units.length ? "all transactions" : ids.map((id) => homeOf.get(id)).join("; ");
  return {
    homes: units.map(({ property }) => property),
    skipped,
    ...solicitorsView(plan, comments),
    emails: emails.map(
      ({ name, to, transaction_ids }) =>
        `${SOLICITOR_EMAIL_TEXTS[name].label}: ${to} (${about(transaction_ids)})`,
    ),
    not_sent: not_sent.map(({ name, why, transactions }) => {
      const count = transactions === units.length ? "" : ` (${transactions} of ${units.length})`;
      return `${SOLICITOR_EMAIL_TEXTS[name].label}: ${why}${count}`;
    }),
  };
}

function solicitorsView(
  { seller, buyer, same_firm }: Pick<SolicitorsPlan, "seller" | "buyer" | "same_firm">,
  { seller_comments, buyer_comments }: Comments,
) {
  const called = (group: SolicitorsPlan["seller"]) =>
    withPanel(lawyerGroupLabel(group), group.panel_solicitor);
  return {
    seller: called(seller),
    buyer: called(buyer),
    same_firm: same_firm ? seller.law_firm : null,
    seller_comments,
    buyer_comments,
  };
}
