/**
 * Notes that staff wrote about matters, by the property's address. `day` is a number of working
 * days ago. A note agrees with its stage and names no day, because the days move with the calendar.
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
      note: "Both law firms have confirmed that they will act.",
    },
  ],
  "27 Heslington Road, York YO10 5AR": [
    {
      stage: "identity",
      reader: "buyer",
      day: 8,
      note: "Thirdfort has sent you the link for your ID check again. If you can’t find the text message, email us.",
    },
  ],
  "18 Woodbridge Road, Birmingham B13 8EJ": [
    {
      stage: "searches",
      reader: "seller",
      day: 2,
      note: "You asked us to wait while you’re away, so we’ve paused your sale. We’ve already ordered the searches, so some results may arrive before we continue.",
    },
  ],
  "88 Beech Road, Manchester M21 9EQ": [
    {
      stage: "contract_pack",
      reader: "both",
      day: 3,
      note: "Medlock & Irwell has the title documents from HM Land Registry and is preparing the draft contract.",
    },
  ],
  "11 Crookes Road, Sheffield S10 5BA": [
    {
      stage: "enquiries",
      reader: "seller",
      day: 1,
      note: "Please send your solicitor the building regulations certificate for the loft. If you don’t have it, tell them, and they’ll ask the council for a copy.",
    },
  ],
  "9 Claremont Terrace, York YO31 7EJ": [
    {
      stage: "exchange",
      reader: "both",
      day: 2,
      note: "All the enquiries have been answered. Your solicitor will send you the contract to sign. Please tell them which completion dates suit you.",
    },
  ],
  "21 Magdalen Road, Exeter EX2 4TA": [
    {
      stage: "completion",
      reader: "buyer",
      day: 2,
      note: "Penrose Exeter will have the keys on completion day. They’ll phone you when you can collect them.",
    },
  ],
};
