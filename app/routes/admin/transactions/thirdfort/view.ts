import { checkUrl } from "#app/clients/thirdfort/client.server.ts";
import { addressLine } from "#app/domain/shared/address.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { formatPhone, phoneForStaff } from "#app/domain/shared/phone.ts";
import {
  checkLabel,
  checkRefusal,
  type CheckStatus,
  checkVerb,
  isMissingId,
  type PersonType,
  reportLabel,
} from "#app/domain/identity-checks/check-status.ts";
import {
  findSide,
  type MatterChecks,
  type PersonCheck,
  solicitorsOf,
} from "#app/domain/identity-checks/read-checks.server.ts";
import type { ConductingAgent } from "#app/domain/identity-checks/office-requests.server.ts";
import { representedName } from "#app/domain/people/representation.ts";
import { PROGRESS_LABELS } from "#app/domain/transactions/status-strip.ts";
import { paths } from "#app/paths.ts";
import type { Progress } from "#db/types.d.ts";

type ChecksView = ReturnType<typeof checksView>;
export type GroupView = ChecksView["groups"][number];
export type PersonView = GroupView["people"][number];

export const checkLinkId = (verb: string, person: { person_type: string; person_id: string }) =>
  [verb, person.person_type, person.person_id].join("-");

/** Maps the checks of a matter to what their tab shows (N-008 to N-028). */
export function checksView(matter: MatterChecks, { old_scheme }: { old_scheme: boolean }) {
  const summary = summaryOf(matter);
  return {
    id: matter.id,
    old_scheme,
    summary: { state: summary, label: PROGRESS_LABELS[summary] },
    doubled: matter.doubled.map((check) => ({
      name: fullName(check),
      id: check.thirdfort_id,
      url: checkUrl(check.thirdfort_id),
    })),
    groups: [
      ...matter.groups.map(({ purchase, people, represented }) => ({
        key: purchase?.id ?? "sellers",
        title: purchase ? `Purchase Intent ${purchase.number} (buyers and giftors)` : "Sellers",
        is_active: purchase?.is_active ?? false,
        people: people.map((person) => personView(matter, person, old_scheme)),
        not_checked: represented.map(
          (owner) =>
            `${representedName(owner)} doesn’t need a check. Their representative is checked instead.`,
        ),
      })),
      ...(matter.removed_people.length === 0 ? [] : [leftView(matter, old_scheme)]),
    ],
  };
}

/**
 * Returns the overall progress of the checks. It is not complete while a check that was ordered is
 * pending.
 */
function summaryOf(matter: MatterChecks): Progress {
  const { id_checks } = matter.progress;
  const counted = [findSide(matter, "seller"), findSide(matter, "buyer")];
  const isPending = counted.some((side) =>
    side?.people.some(({ check }) => check?.status === "pending"),
  );
  return isPending && id_checks === "complete" ? "in_progress" : id_checks;
}

function leftView(matter: MatterChecks, old_scheme: boolean) {
  return {
    key: "left",
    title: "No longer on this matter",
    is_active: false,
    people: matter.removed_people.map((person) => personView(matter, person, old_scheme)),
    not_checked: [],
  };
}

function personView(matter: MatterChecks, person: PersonCheck, old_scheme: boolean) {
  const { person_id, person_type, check } = person;
  const status = check?.status ?? null;
  const solicitors = solicitorsOf(matter, person_type);
  const verb = checkVerb(status);
  const refusal = checkRefusal({ ...person, has_solicitors: solicitors !== null, old_scheme });
  const name = fullName(person);
  // Shows the phone number that Thirdfort has, even if the number has been corrected here since.
  const phone = check ? check.phone_number : person.phone_number;
  return {
    key: `${person_type}-${person_id}`,
    name,
    role: person.is_representative ? "Representative" : ROLES[person_type],
    status: { label: checkLabel(status, check?.result), tone: checkTone(check) },
    hint: checkHint(check),
    reports: (check?.reports ?? []).map(({ type, result }) => ({
      type: reportLabel(type),
      result: result ?? "not known yet",
    })),
    check: check?.thirdfort_id
      ? { id: check.thirdfort_id, url: checkUrl(check.thirdfort_id) }
      : null,
    shared_with: check?.shared_with ?? "Not shared",
    action: check?.order_sent_at
      ? {
          needs: "put_right" as const,
          label: "Resolve order",
          id: checkLinkId("settle", person),
          to: paths.admin.settleCheckOrder(matter.id, person_type, person_id),
          refusal: null,
          is_over: false,
        }
      : {
          needs: "handle" as const,
          label: VERB_LABELS[verb],
          id: checkLinkId(verb, person),
          to: paths.admin.identityCheck(matter.id, person_type, person_id, verb),
          // If an id is missing, staff see the message only after they click the button.
          refusal: isMissingId(refusal) ? null : refusal,
          is_over: status === "complete" && refusal !== null,
        },
    details: [
      { label: "File reference", value: matter.id },
      { label: "Full name", value: name },
      { label: "Phone", value: phone && phoneForStaff(formatPhone(phone)) },
      { label: "Email", value: person.email },
      { label: "Property address", value: addressLine(matter.address) },
      { label: "Solicitor email", value: solicitors?.solicitor_email ?? null },
      { label: "Recipient email", value: solicitors?.recipients.join(", ") || null },
    ],
  };
}

export const ROLES: Record<PersonType, string> = {
  seller: "Seller",
  buyer: "Buyer",
  giftor: "Giftor",
};

const VERB_LABELS = { order: "Order", abort: "Abort", reorder: "Reorder" };

const TONES = {
  none: "act",
  pending: "wait",
  failed: "stop",
  aborted: "plain",
  complete: "wait",
} as const satisfies Record<CheckStatus | "none", string>;

const RESULT_TONES = { clear: "done", consider: "act", fail: "stop" } as const;

/**
 * Returns the colour for a check: by its result if there is one, because a “complete” check may
 * still have failed.
 */
export function checkTone(check: PersonCheck["check"]) {
  return check?.result ? RESULT_TONES[check.result] : TONES[check?.status ?? "none"];
}

function checkHint(check: PersonCheck["check"]): string | null {
  if (check?.order_sent_at) return "We don’t know yet if Thirdfort received the order.";
  const isUntold = check?.status === "complete" && check.result === null;
  const hints = [
    isUntold ? "Thirdfort hasn’t sent us the result. Check it in Thirdfort." : null,
    // `ordered_as` is set if the person’s details were corrected after the check was ordered.
    check?.ordered_as ? `Ordered as ${check.ordered_as}.` : null,
  ];
  return hints.filter(Boolean).join(" ") || null;
}

/**
 * Maps the office that conducts checks to what its card shows, with the people that it can check
 * (N-001 to N-005).
 */
export function agentView(id: string, { name, sides }: ConductingAgent) {
  const people = sides.map(({ people }) => `on ${people}`).join(", and ");
  return {
    text: `${name} conducts checks ${people}.`,
    requests: sides.map(({ side, refusal }) => ({
      side,
      refusal,
      label: REQUEST_LABELS[side],
      to: paths.admin.requestChecks(id, side),
    })),
  };
}

export const REQUEST_LABELS = {
  seller: "Request seller checks",
  buyer: "Request buyer and giftor checks",
};

/**
 * Returns a text that says which giftors will also be emailed; null if there are none. `emails` has
 * one address for each giftor, so it may contain duplicates.
 */
export function giftorsText(emails: readonly string[]): string | null {
  if (emails.length === 0) return null;
  const noun = emails.length === 1 ? "giftor" : "giftors";
  const to = [...new Set(emails)].join(", ");
  return `We’ll also email the ${noun} (${to}), but only the first time you send this request.`;
}
