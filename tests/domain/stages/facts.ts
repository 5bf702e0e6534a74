import type { StageFacts } from "#app/domain/transactions/stage-facts.ts";

const STEPS = {
  payment: "outstanding",
  estate_agent: "outstanding",
  solicitors: "outstanding",
  searches: "outstanding",
  id_checks: "outstanding",
} as const;

const NO_DAYS = {
  instructed_on: null,
  buyer_instructed_on: null,
  identity_on: null,
  buyer_checked_on: null,
  searches_ordered_on: null,
  searches_on: null,
  property_information_on: null,
  contract_pack_ready_on: null,
  contract_pack_sent_on: null,
  enquiries_raised_on: null,
  enquiries_answered_on: null,
};

export type Change = {
  progress?: Partial<StageFacts["progress"]>;
  /** Both sides’ are as `progress` says, if they are left out. */
  checks?: Partial<StageFacts["checks"]>;
  waits?: Partial<StageFacts["waits"]>;
  /** Null, if it is left out: the sellers aren’t asked. */
  property_information?: StageFacts["property_information"];
  days?: Partial<StageFacts["days"]>;
  sides?: "seller" | "both";
  purchase?: Partial<NonNullable<StageFacts["purchase"]>>;
  ended_on?: string;
  pause?: StageFacts["pause"];
};

export function stageFacts({
  progress,
  checks,
  waits,
  property_information = null,
  days,
  sides,
  purchase,
  ended_on,
  pause = null,
}: Change): StageFacts {
  const id_checks = progress?.id_checks ?? "outstanding";
  return {
    created_at: new Date("2026-01-01"),
    progress: { ...STEPS, ...progress },
    paid_at: progress?.payment ? "2026-01-05T00:00:00Z" : null,
    has_solicitor: { seller: sides !== undefined, buyer: sides === "both" },
    checks: { seller: id_checks, buyer: id_checks, ...checks },
    property_information,
    purchase: purchase ? { exchanged: null, completed: null, aborted: null, ...purchase } : null,
    ended_on: ended_on ?? null,
    pause,
    days: { ...NO_DAYS, ...days },
    waits: {
      choice: false,
      to_assign_since: progress?.payment ? "2026-01-05" : null,
      letter_failed_on: null,
      seller_letter_failed: Boolean(waits?.letter_failed_on),
      declined_on: { seller: null, buyer: null },
      memorandum_sent_on: null,
      check: null,
      seller_check_pending: waits?.check?.person_type === "seller",
      searches_since: null,
      ...waits,
    },
  };
}
