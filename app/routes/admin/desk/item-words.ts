/** Words of the desk: why an item waits, its detail, and the one thing to do. */

import { slugOf } from "#app/domain/actions/notified.ts";
import { firmOf } from "#app/domain/chases/chase-words.ts";
import { FAILURES } from "#app/domain/deliveries/failures.ts";
import type { ListedItem } from "#app/domain/desk/desk-lists.server.ts";
import { documentTitle } from "#app/domain/documents/document-kinds.ts";
import { DECLINE_LABELS, isDeclineReason } from "#app/domain/firm-pages/instruction-words.ts";
import { reviewLabel } from "#app/domain/payments/labels.ts";
import { shortDay } from "#app/domain/shared/dates.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { formatPence, formatPounds } from "#app/domain/shared/money.ts";
import { HOLDERS } from "#app/domain/stages/current-step.ts";
import type { Side } from "#app/domain/transactions/sides.ts";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { paths } from "#app/paths.ts";

type Action = {
  label: string;
  to: string;
  needs: RolePermission;
  /** True if the button submits a form to `to`, which does the whole work. */
  submits?: true;
};

export type ItemWords = { why: string; detail: string | null; action: Action };

const { admin } = paths;
const tab = admin.transactionTab;

/** Returns the words of an item. @param today such as "2026-11-30" */
export function itemWords(item: ListedItem, today: string): ItemWords {
  const { kind, source_id, facts, detail, matter } = item;
  const id = matter?.id ?? "";
  const open = (label: string, to: string, needs: RolePermission = "handle"): Action => ({
    label,
    to,
    needs,
  });
  switch (kind) {
    case "message":
      return {
        why: detail?.kind === "update_request" ? "Update requested" : "Message to answer",
        detail: messageDetail(item),
        action: open("Answer message", admin.conversation(source_id), "look"),
      };
    case "unmatched":
      return {
        why: "Email without a matter",
        detail: messageDetail(item),
        action: open("Match email", admin.conversation(source_id), "look"),
      };
    case "mention":
      return {
        why: "Note for you",
        detail: quote(detail?.by, detail?.text),
        action: {
          label: "Mark as read",
          to: admin.readMention(source_id),
          needs: "handle",
          submits: true,
        },
      };
    case "task":
      return taskWords(item);
    case "late_stage":
      return lateStage(item, today);
    case "identity_check":
      return {
        why: "Identity check to review",
        detail: checkDetail(item),
        action: open("Review check", tab.thirdfort(id), "look"),
      };
    case "search_results":
      return facts.count
        ? {
            why: "Search results to review",
            detail: `${pluralise(facts.count, "result")} received`,
            action: open("Review results", tab.searches(id), "look"),
          }
        : {
            why: "Report to share",
            detail: "The buyer can’t see it yet",
            action: open("Share report", tab.searches(id), "look"),
          };
    case "document":
      return {
        why: detail?.missing_reason ? "Document missing" : "Document to accept",
        detail: documentDetail(item),
        action: open("Review document", tab.documents(id), "look"),
      };
    case "payment_review":
    case "unmatched_payment":
      return {
        why: "Payment to review",
        detail: paymentDetail(item),
        action: open("Review payment", admin.payments(), "see_payments"),
      };
    case "undelivered":
      return {
        why: "Email not delivered",
        detail: undeliveredDetail(item),
        action: open("Correct address", addressPlace(facts.part)(id), "look"),
      };
    case "paused":
      return {
        why: "Pause is over",
        detail: "The matter was paused until this day",
        action: open("Resume matter", admin.actions.take(id, slugOf("resume_paused_matter"))),
      };
    case "declined_instruction":
      return {
        why: "Instruction declined",
        detail: declinedDetail(item),
        action: open(
          "Replace solicitor",
          admin.putRightSolicitors(id, facts.side ?? "seller"),
          "put_right",
        ),
      };
    case "sale_agreed":
      return {
        why: "Sale agreed by the agent",
        detail: agreedDetail(item),
        action: open("Check memorandum", admin.actions.take(id, slugOf("agree_sale"))),
      };
    case "no_handler":
      return {
        why: "New matter",
        detail: "It has no handler",
        action: open("Assign handler", admin.handOver(id)),
      };
  }
}

/** A task that follows from a question to a firm has the firm’s answer and its own next step. */
function taskWords({ source_id, detail, matter }: ListedItem): ItemWords {
  const id = matter?.id ?? "";
  const title = detail?.title ?? null;
  const done: Action = {
    label: "Mark as done",
    to: admin.tasks.mark(id, source_id),
    needs: "handle",
    submits: true,
  };
  const { answer, by, ...asked } = detail?.chase ?? {};
  const answered = [by && `${by} answered`, title].filter(Boolean).join(": ");
  switch (answer) {
    case "done":
      return {
        why: "Step reported done",
        detail: answered,
        action: { label: "Record step", to: admin.stages.page(id), needs: "look" },
      };
    case "not_ours":
      return { why: "Step refused by firm", detail: answered, action: done };
    case null:
    case "by_day":
    case "waiting":
      return {
        why: "Firm to chase again",
        detail: title,
        action: { label: "Chase again", to: chaseAgain(id, asked), needs: "handle" },
      };
    case undefined:
      return { why: "Task due", detail: title, action: done };
  }
}

function chaseAgain(
  id: string,
  { side = "seller", estate_agent_id = null }: { side?: Side; estate_agent_id?: string | null },
) {
  return admin.chase(id, firmOf({ side, estate_agent_id }));
}

const STEPS: Partial<Record<string, string>> = {
  choose_solicitor: "Solicitor not chosen",
  assign_solicitors: "Solicitor not assigned",
  replace_solicitor: "Solicitor declined",
  send_letter: "Letter not delivered",
  check_memorandum: "Memorandum not checked",
  order_checks: "Identity checks not ordered",
  look_at_checks: "Identity checks to review",
  settle_check: "Check order unanswered",
  pass_check: "Identity check not done",
  order_searches: "Searches not ordered",
  return_searches: "Search results late",
  property_information: "Property information late",
  prepare_contract_pack: "Contract pack not ready",
  send_contract_pack: "Contract pack not sent",
  raise_enquiries: "Enquiries not raised",
  answer_enquiries: "Enquiries not answered",
  exchange: "Contracts not exchanged",
};

function lateStage({ facts, matter }: ListedItem, today: string): ItemWords {
  const { step = "", holder = "", step_since } = facts;
  const since = step_since ? ` since ${shortDay(step_since, today)}` : "";
  return {
    why: STEPS[step] ?? "Late stage",
    detail: isHolder(holder) ? `${HOLDERS[holder]}${since}` : null,
    action: stepAction(step, holder)(matter?.id ?? ""),
  };
}

function isHolder(name: string): name is keyof typeof HOLDERS {
  return Object.hasOwn(HOLDERS, name);
}

function stepAction(step: string, holder: string): (id: string) => Action {
  const open =
    (label: string, to: (id: string) => string, needs: RolePermission = "look") =>
    (id: string): Action => ({ label, to: to(id), needs });
  switch (step) {
    case "assign_solicitors":
      return open("Assign solicitors", (id) => admin.assignSolicitors(id), "handle");
    case "send_letter":
      return open("Resend letter", (id) => tab.solicitors(id));
    case "order_checks":
      return open("Order checks", (id) => tab.thirdfort(id));
    case "look_at_checks":
      return open("Review checks", (id) => tab.thirdfort(id));
    case "settle_check":
      return open("Resolve order", (id) => tab.thirdfort(id));
    case "order_searches":
      return open("Order searches", (id) => admin.orderSearches(id), "handle");
    case "return_searches":
      return open("Review searches", (id) => tab.searches(id));
    default:
      return holder === "seller_solicitor" || holder === "buyer_solicitor"
        ? open("Chase solicitor", (id) => admin.chase(id, holder), "handle")
        : open("Review stage", (id) => admin.stages.page(id));
  }
}

function messageDetail({ detail }: ListedItem): string | null {
  const several = (detail?.count ?? 0) > 1 ? `${detail?.count} messages. ` : "";
  const text = quote(detail?.by, detail?.text);
  return text ? several + text : several.trim() || null;
}

function quote(by: string | null | undefined, text: string | null | undefined): string | null {
  const words = text?.replace(/\s+/g, " ").trim();
  if (!words) return by ?? null;
  return by ? `${by}: “${words}”` : `“${words}”`;
}

function checkDetail({ detail }: ListedItem): string | null {
  if (!detail) return null;
  const outcome = detail.status === "failed" ? "failed" : (detail.result ?? "complete");
  return `${detail.first_name} ${detail.last_name}: ${outcome}`;
}

function documentDetail({ detail }: ListedItem): string | null {
  if (!detail?.kind) return null;
  const title = documentTitle({ kind: detail.kind, title: detail.title ?? null });
  return detail.missing_reason ? `${title}: “${detail.missing_reason}”` : title;
}

function paymentDetail({ detail }: ListedItem): string | null {
  const { reason, amount_pence } = detail ?? {};
  if (!reason) return null;
  return amount_pence
    ? `${formatPence(amount_pence)}: ${reviewLabel(reason)}`
    : reviewLabel(reason);
}

function declinedDetail({ detail, facts }: ListedItem): string | null {
  if (!detail?.firm) return null;
  const firm = `${detail.firm}, for the ${facts.side ?? "seller"}`;
  return isDeclineReason(detail.declined) ? `${firm}: ${DECLINE_LABELS[detail.declined]}` : firm;
}

function agreedDetail({ detail }: ListedItem): string | null {
  if (!detail?.agreed_price_pounds) return null;
  const from = [detail.by, detail.firm].filter(Boolean).join(", ");
  return `${from}: ${formatPounds(detail.agreed_price_pounds)}`;
}

function undeliveredDetail({ detail }: ListedItem): string | null {
  if (!detail?.recipient) return null;
  const { recipient, failure } = detail;
  return failure ? `${recipient}: ${FAILURES[failure]}` : recipient;
}

function addressPlace(part = ""): (id: string) => string {
  if (part === "seller") return tab.sellers;
  if (part === "buyer" || part === "giftor") return tab.buyers;
  return part === "estate_agent" ? tab["estate-agent"] : tab.solicitors;
}
