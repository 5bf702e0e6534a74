/** Request for a document in the demonstration data. A day is a number of working days ago. */
export type DemoRequest = {
  /** Kind of the document, as in app/domain/documents/document-kinds.ts. */
  kind: string;
  purpose: string;
  source?: "staff" | "answer";
  requested: number;
  /** Day on which the seller sent the file. */
  sent?: number;
  decided?: { day: number; status: "accepted" | "sent_back" | "not_needed"; reason?: string };
  /** Day on which staff emailed the accepted document to the seller’s solicitor. */
  emailed?: number;
  /** Reason why the seller doesn’t have the document. */
  missing?: string;
};

/** Requests from the sellers of each home, in the words of the rules. */
export const documents: Record<string, readonly DemoRequest[]> = {
  "Flat 14, 120 Bellenden Road, London SE15 4RF": [
    {
      kind: "lease",
      purpose: "Your home is leasehold, so your buyer’s solicitor will need it.",
      requested: 32,
      sent: 28,
      decided: { day: 27, status: "accepted" },
      emailed: 26,
    },
    {
      kind: "service_charge_statement",
      purpose: "Your buyer’s solicitor will check the service charges. Send the latest statement.",
      requested: 32,
      sent: 6,
      decided: {
        day: 4,
        status: "sent_back",
        reason: "This statement is for 2023. Send the one for the last service charge year.",
      },
    },
    {
      kind: "buildings_insurance",
      purpose:
        "Your buyer’s solicitor will check that the building is insured. Your freeholder or managing agent has the policy.",
      requested: 32,
      sent: 2,
    },
    {
      kind: "management_pack",
      purpose:
        "Your freeholder or managing agent can send you one. If your solicitor is ordering it, tell us below.",
      requested: 32,
      missing: "My solicitor has ordered it from the managing agent",
    },
    {
      kind: "ground_rent_statement",
      purpose:
        "Your buyer’s solicitor will check the ground rent. If you don’t pay any, tell us below.",
      requested: 32,
      decided: { day: 20, status: "not_needed", reason: "The lease has no ground rent." },
    },
  ],
  "Apartment 12, 34 Blossom Street, Manchester M4 6BF": [
    {
      kind: "lease",
      purpose: "Your home is leasehold, so your buyer’s solicitor will need it.",
      requested: 5,
    },
    {
      kind: "boiler_service_record",
      purpose: "You have a gas boiler. Your buyer will want to see when it was last serviced.",
      source: "answer",
      requested: 3,
    },
    {
      kind: "guarantee",
      purpose: "For the new windows in the living room.",
      source: "staff",
      requested: 2,
    },
  ],
};
