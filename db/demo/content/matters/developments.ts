import type { Matter } from "./matter.ts";

const kirkgate = {
  group: "Kirkgate Yard",
  company: "Garside Homes (Yorkshire) Limited",
  createdBy: "Bronwen Pugh",
} as const;

const harbour = {
  group: "Harbour Reach",
  company: "Pell Quay Developments LLP",
  createdBy: "Ada Marsh",
  stripe: true,
} as const;

export const developments: Matter[] = [
  kirkgateUnit(1, 289_000, {
    offers: [
      {
        buyer: "Jasleen Gill",
        price: 289_000,
        made: 25,
        activated: 24,
        funding: ["savings_from_employment"],
        lender: "Halifax",
        answers: { first_time_buyer: "yes" },
        agreed: 26,
      },
    ],
    checks: { day: 17, results: ["complete", "complete"] },
    searches: { ordered: 16, returned: 11 },
  }),
  kirkgateUnit(2, 289_000, {
    checks: { day: 17, results: ["complete"] },
    searches: { ordered: 16, returned: 11 },
  }),
  kirkgateUnit(3, 305_000, { checks: { day: 17, results: ["complete"] } }),
  kirkgateUnit(4, 305_000, {}),
  kirkgateUnit(5, 349_500, {}),
  harbourUnit(1, 375_000, {
    offers: [
      {
        buyer: "Oksana Hrytsenko",
        price: 372_000,
        made: 11,
        activated: 10,
        funding: ["savings_from_employment"],
        lender: "Nationwide Building Society",
        answers: { first_time_buyer: "yes", is_using_foreign_currency: "not_sure" },
        agreed: 12,
      },
    ],
  }),
  harbourUnit(2, 375_000, {}),
  harbourUnit(3, 398_000, {}),
  harbourUnit(4, 525_000, {}),
  {
    home: "Plot 6, Bryn Celyn, Cardiff CF23 8HT",
    price: 415_000,
    seller: "Nerys Vaughan",
    representative: true,
    opened: 58,
    terms: 58,
    agent: "Castle & Quay Cardiff",
    agentNamedByStaff: 57,
    development: { company: "Bryn Celyn Homes Limited", createdBy: "Tomasin Okonjo", stripe: true },
    solicitors: { day: 54, seller: "Davies Llewelyn Eiddo", buyer: "Aire Street Residential" },
    offers: [
      {
        buyer: "Lucia Ferrante",
        price: 412_000,
        made: 56,
        activated: 55,
        funding: ["savings_from_employment", "investment_portfolio"],
        lender: "Virgin Money",
        agreed: 57,
        packSent: 35,
        enquiriesRaised: 30,
        enquiriesAnswered: 12,
        exchanged: 9,
      },
    ],
    checks: { day: 48, results: ["complete", "complete"] },
    searches: { ordered: 46, returned: 40 },
    tags: ["New build"],
  },
];

function kirkgateUnit(plot: number, price: number, rest: Partial<Matter>): Matter {
  return {
    home: `Plot ${plot}, Kirkgate Yard, Leeds LS2 7DJ`,
    price,
    seller: "Fiona Garside",
    representative: true,
    opened: 27,
    terms: 27,
    agent: "Hartley & Vale Leeds",
    agentNamedByStaff: 26,
    development: kirkgate,
    solicitors: { day: 23, seller: "Rowntree Pike New Build", buyer: "Aire Street Residential" },
    tags: ["New build"],
    ...rest,
  };
}

function harbourUnit(apartment: number, price: number, rest: Partial<Matter>): Matter {
  return {
    home: `Apartment ${apartment}, Harbour Reach, Bristol BS1 6UX`,
    tenure: "Leasehold",
    price,
    seller: "Marcus Pell",
    representative: true,
    opened: 11,
    terms: 11,
    development: harbour,
    tags: ["New build"],
    ...rest,
  };
}
