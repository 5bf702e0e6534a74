import type { CustomerName } from "./people.ts";

/** Request for a document in the demonstration data. A day is a number of working days ago. */
type DemoRequest = {
  /** Kind of the document, as in app/domain/documents/document-kinds.ts. */
  kind: string;
  purpose: string;
  /** Buyer who sends the document; missing for a document of the seller. */
  buyer?: CustomerName;
  source?: "staff" | "answer";
  requested: number;
  /** Day on which the customer sent the file. */
  sent?: number;
  decided?: { day: number; status: "accepted" | "sent_back" | "not_needed"; reason?: string };
  /** Day on which staff emailed the accepted document to the customer’s solicitor. */
  emailed?: number;
  /** Reason why the customer doesn’t have the document. */
  missing?: string;
};

/** Requests for documents about each home, in the words of the rules. */
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
  "9 Claremont Terrace, York YO31 7EJ": [
    {
      kind: "proof_of_funds",
      purpose:
        "Your solicitor will need to see where your money comes from. Send bank statements that show it. Your solicitor will say if they need more.",
      buyer: "William Abernethy",
      requested: 54,
      sent: 50,
      decided: { day: 49, status: "accepted" },
      emailed: 49,
    },
  ],
  "11 Crookes Road, Sheffield S10 5BA": [
    {
      kind: "mortgage_offer",
      purpose: "You’re buying with a mortgage, so your solicitor will need your lender’s offer.",
      buyer: "Tabitha Greenhalgh",
      requested: 39,
      sent: 21,
      decided: { day: 20, status: "accepted" },
      emailed: 20,
    },
  ],
  "Plot 6, Bryn Celyn, Cardiff CF23 8HT": [
    {
      kind: "plot_plan",
      purpose:
        "Your solicitor needs it to start drafting the contract. It should show the plot boundaries, parking and rights of way.",
      requested: 54,
      sent: 52,
      decided: { day: 51, status: "accepted" },
      emailed: 51,
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
      purpose:
        "Your buyer’s solicitor will need this because of your answer to “Has the heating been serviced in the last 12 months?”",
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
