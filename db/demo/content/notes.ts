/**
 * Notes that staff wrote about matters, by the property's address. `day` is a number of working
 * days ago.
 */

type Note = {
  stage:
    | "instructed"
    | "identity"
    | "searches"
    | "contract_pack"
    | "enquiries"
    | "exchange"
    | "completion";
  reader: "both" | "seller" | "buyer";
  day: number;
  note: string;
};

export const notes: Record<string, readonly Note[]> = {
  "52 Street Lane, Leeds LS8 1AL": [
    {
      stage: "instructed",
      reader: "both",
      day: 23,
      note: "Both firms of solicitors have now confirmed that they are acting.",
    },
  ],
  "27 Heslington Road, York YO10 5AR": [
    {
      stage: "identity",
      reader: "both",
      day: 8,
      note: "We’re waiting for one more ID check, so we’ve sent the link again.",
    },
  ],
  "18 Woodbridge Road, Birmingham B13 8EJ": [
    {
      stage: "searches",
      reader: "seller",
      day: 2,
      note: "The council is taking about three weeks to answer at the moment. We will let you know as soon as we hear.",
    },
  ],
  "88 Beech Road, Manchester M21 9EQ": [
    {
      stage: "contract_pack",
      reader: "both",
      day: 3,
      note: "The title documents have arrived from HM Land Registry, and the draft contract is being prepared.",
    },
  ],
  "11 Crookes Road, Sheffield S10 5BA": [
    {
      stage: "enquiries",
      reader: "seller",
      day: 1,
      note: "Please send your solicitor the building regulations certificate for the loft, if you have it. It answers the last two questions.",
    },
  ],
  "9 Claremont Terrace, York YO31 7EJ": [
    {
      stage: "exchange",
      reader: "both",
      day: 2,
      note: "Both solicitors are ready, and hope to exchange contracts next week.",
    },
  ],
  "21 Magdalen Road, Exeter EX2 4TA": [
    {
      stage: "completion",
      reader: "buyer",
      day: 2,
      note: "Please make sure that your solicitor has the rest of the money at least two working days before completion.",
    },
  ],
};
