import { NO_BUYER_YET } from "#app/domain/assignments/no-buyer-yet.ts";
import type { SolicitorsPlan } from "#app/domain/assignments/plan-solicitors.server.ts";
import { SOLICITOR_EMAIL_TEXTS } from "#app/domain/assignments/solicitor-emails.ts";
import {
  type SolicitorsChoice,
  solicitorsForm,
} from "#app/domain/assignments/solicitors-choice.server.ts";
import type { Actor } from "#app/domain/audit/audit.server.ts";
import { readChoices } from "#app/domain/shared/choices.server.ts";
import { listSolicitorOptions } from "#app/domain/solicitors/lawyer-groups.server.ts";
import { lawyerGroupLabel, withPanel } from "#app/domain/solicitors/parts.ts";
import { type Side, SIDES } from "#app/domain/transactions/sides.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { type Db, readDb } from "#db/connection.ts";
import { searchFieldName } from "../../shared/option-fields.tsx";
import { respondToPlan } from "../respond-to-plan.server.ts";
import { FETCH_FAILED } from "./view.ts";

type Asked = { find?: string; chosen: string };

export function readSolicitorChoices(asked: Record<Side, Asked>) {
  const choicesOf = (side: Side) =>
    readChoices((query) => listSolicitorOptions(readDb, query), asked[side]);
  return nullIfFailed(
    Promise.all([choicesOf("seller"), choicesOf("buyer")]).then(([seller, buyer]) => ({
      seller,
      buyer,
    })),
    FETCH_FAILED,
  );
}

function readAsked(form: FormData, side: Side): Asked {
  const field = `${side}_lawyer_group_id`;
  return { find: formText(form, searchFieldName(field)), chosen: formText(form, field) };
}

/** `skipped` is how many matters of a group already have solicitors. */
type Plan = SolicitorsPlan & { skipped?: number };

/**
 * Assigns solicitors to a matter, or to the matters of a group that have none (L-062). The caller
 * must check the permission first.
 */
export async function respondToAssign(
  request: Request,
  actor: Actor,
  page: {
    form: string;
    tab: string;
    plan: (choice: SolicitorsChoice) => Promise<Plan>;
    assign: (
      trx: Db,
      assignment: { choice: SolicitorsChoice; confirmed: string; actor: Actor },
    ) => Promise<unknown>;
  },
) {
  const form = await readForm(request);
  // Side that the form left out. If this side has no solicitor, the plan is refused.
  const assigned = SIDES.find((side) => side === form.get("kept")) ?? null;
  return respondToPlan(form, actor, {
    shown: async (form) => ({
      choices: await readSolicitorChoices({
        seller: readAsked(form, "seller"),
        buyer: readAsked(form, "buyer"),
      }),
    }),
    form: page.form,
    tab: page.tab,
    schema: solicitorsForm(assigned),
    plan: page.plan,
    view: planView,
    extraFields: ({ skipped }) => ({ kept: assigned ?? "", skipped: String(skipped) }),
    run: page.assign,
    done: {
      description: withSkipped(
        "You've successfully assigned solicitors for this transaction.",
        Number(formText(form, "skipped")),
      ),
      // Number of seconds that the toast is shown (L-066).
      seconds: 6,
    },
    failed: "Assignment Failed",
    failure: "There was an error while assigning solicitors",
  });
}

/** Adds to the message how many matters of a group were skipped (AMB-L06). */
function withSkipped(message: string, skipped: number): string {
  if (!(skipped > 0)) return message;
  return skipped === 1
    ? `${message} 1 transaction already had solicitors and was skipped.`
    : `${message} ${skipped} transactions already had solicitors and were skipped.`;
}

export type PlanView = ReturnType<typeof planView>;

/**
 * Maps a plan to what its confirmation shows: solicitors, emails, letters, and emails that will not
 * be sent.
 */
function planView(plan: Plan, choice: SolicitorsChoice) {
  const { units, seller, buyer, assigned, same_firm, skipped = 0 } = plan;
  const homeOf = new Map(units.map(({ id, property }) => [id, property]));
  const about = (ids: readonly string[]) => {
    if (units.length === 1) return "";
    const which =
      ids.length === units.length ? "all transactions" : ids.map((id) => homeOf.get(id)).join("; ");
    return ` (${which})`;
  };
  const count = (transactions: number) =>
    transactions === units.length ? "" : ` (${transactions} of ${units.length})`;
  const called = (side: (typeof SIDES)[number]) => {
    const group = side === "seller" ? seller : buyer;
    if (group === null) return NO_BUYER_YET.label;
    const name = withPanel(lawyerGroupLabel(group), group.panel_solicitor);
    return assigned === side ? `${name}: already assigned, no change` : name;
  };
  return {
    homes: units.map(({ property }) => property),
    skipped,
    seller: called("seller"),
    buyer: called("buyer"),
    same_firm: same_firm ? seller.law_firm : null,
    emails: plan.emails.map(({ name, to, cc, transaction_ids, letter }) => ({
      text: `${emailText(name, { to, cc })}${about(transaction_ids)}`,
      letter: letter?.letter ?? null,
    })),
    waiting: plan.waiting.map(
      ({ name, transactions }) =>
        `${SOLICITOR_EMAIL_TEXTS[name].label}: no active purchase intent${count(transactions)}`,
    ),
    not_sent: plan.not_sent.map(
      ({ name, why, transactions }) =>
        `${SOLICITOR_EMAIL_TEXTS[name].label}: ${why}${count(transactions)}`,
    ),
    comments: SIDES.filter((side) => side !== assigned && plan[side] !== null).map((side) => ({
      term: `Comments for the ${side}’s solicitor`,
      text: choice[`${side}_comments`],
      is_sent: choice[`${side}_solicitor_instruction`],
    })),
  };
}

function emailText(
  name: keyof typeof SOLICITOR_EMAIL_TEXTS,
  { to, cc }: { to: string; cc: readonly string[] },
) {
  const copies = cc.length > 0 ? `, copies to ${cc.join(", ")}` : "";
  return `${SOLICITOR_EMAIL_TEXTS[name].label}: ${to}${copies}`;
}
