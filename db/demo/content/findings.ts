import type { Matter } from "./matters/matter.ts";

type Finding = readonly [topic: string, search: string, quote: string];

export const findings: Record<
  NonNullable<Matter["report"]>,
  { critical: readonly Finding[]; significant: readonly Finding[] }
> = {
  low: { critical: [], significant: [] },
  moderate: {
    critical: [],
    significant: [
      [
        "sewer",
        "Drainage & Water",
        "A public sewer lies within three metres of the rear extension; a build-over agreement was not found.",
      ],
      ["conservation_area", "Local", "The property is in a conservation area."],
      [
        "flooding",
        "Environmental",
        "Surface water flooding is possible in one year out of a hundred.",
      ],
    ],
  },
  high: {
    critical: [
      [
        "contaminated_land",
        "Environmental",
        "Former gas works within 50 metres: the land may be contaminated.",
      ],
      [
        "enforcement_notice",
        "Local",
        "Planning enforcement notice of 2019 for the loft conversion has not been lifted.",
      ],
      ["foul_drainage", "Drainage & Water", "Foul water does not drain to the public sewer."],
    ],
    significant: [
      [
        "unadopted_road",
        "Local",
        "The access lane is private and its upkeep is shared by four homes.",
      ],
    ],
  },
};

export type Intelligence = {
  home: string;
  summary: string;
  nextStep: string;
  nextMilestone: string;
  waitingOn: { party: string; item: string; days: number }[];
  blockers: { severity: "high" | "medium" | "low"; description: string }[];
};

/** Summaries of matters' progress, as the rule-based writer wrote them. */
export const intelligence: Intelligence[] = [
  {
    home: "52 Street Lane, Leeds LS8 1AL",
    summary:
      "Offer accepted and both solicitors instructed. Results are in for 3 of 4 searches. One identity check failed.",
    nextStep: "Reorder the identity check of Sumaya Qureshi.",
    nextMilestone: "Local search returned",
    waitingOn: [
      { party: "Search provider", item: "Local search", days: 11 },
      { party: "Our team", item: "Reorder the buyer’s identity check: it failed", days: 4 },
    ],
    blockers: [{ severity: "medium", description: "Identity check of a joint buyer failed." }],
  },
  {
    home: "88 Beech Road, Manchester M21 9EQ",
    summary:
      "The first buyer withdrew; a second is in place. All searches and identity checks are complete.",
    nextStep: "Ask the seller's solicitor when the contract pack will be ready.",
    nextMilestone: "Contract pack sent",
    waitingOn: [{ party: "Seller's solicitor", item: "Contract pack", days: 14 }],
    blockers: [
      { severity: "medium", description: "No build-over agreement for the rear extension." },
    ],
  },
  {
    home: "37 Mill Road, Cambridge CB1 2AD",
    summary: "Searches are back with two critical findings. The buyer stopped the identity check.",
    nextStep: "Ring the buyer about the enforcement notice.",
    nextMilestone: "Enforcement notice lifted",
    waitingOn: [
      { party: "Seller", item: "Completion certificate for the loft conversion", days: 8 },
      { party: "Buyer", item: "Identity check", days: 27 },
    ],
    blockers: [
      { severity: "high", description: "Planning enforcement notice of 2019 has not been lifted." },
      { severity: "high", description: "Land may be contaminated." },
      { severity: "low", description: "Seller is abroad until the end of the month." },
    ],
  },
  {
    home: "40 Ecclesall Road, Sheffield S11 8PE",
    summary: "All searches are back. One giftor's identity check is open.",
    nextStep: "Remind Emmanuel Ofori to finish the identity check.",
    nextMilestone: "Exchange",
    waitingOn: [{ party: "Giftor", item: "Identity check", days: 5 }],
    blockers: [],
  },
  {
    home: "27 Heslington Road, York YO10 5AR",
    summary:
      "Offer accepted. The buyer's own sale has not been paid for, and the chain waits on it.",
    nextStep: "Ask the buyer to finish registering the flat in Leeds.",
    nextMilestone: "Drainage search returned",
    waitingOn: [
      { party: "Search provider", item: "Drainage and water search", days: 5 },
      { party: "Buyer", item: "Registration of the related sale", days: 3 },
    ],
    blockers: [{ severity: "low", description: "Purchase depends on a sale that is unpaid." }],
  },
  {
    home: "21 Magdalen Road, Exeter EX2 4TA",
    summary: "Contracts have been exchanged and completion is approaching.",
    nextStep: "Confirm the completion date with both solicitors.",
    nextMilestone: "Completion",
    waitingOn: [],
    blockers: [],
  },
];
