/** What staff told customers beside a stage of their matter, by its home: on which working day ago, and to whom. */

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
      note: "Both firms have confirmed that they act.",
    },
  ],
  "27 Heslington Road, York YO10 5AR": [
    {
      stage: "identity",
      reader: "both",
      day: 8,
      note: "One check is left. We have sent its link again.",
    },
  ],
  "18 Woodbridge Road, Birmingham B13 8EJ": [
    {
      stage: "searches",
      reader: "seller",
      day: 2,
      note: "The council says that it answers within three weeks at the moment.",
    },
  ],
  "88 Beech Road, Manchester M21 9EQ": [
    {
      stage: "contract_pack",
      reader: "both",
      day: 3,
      note: "The forms are in, and the draft contract is begun.",
    },
  ],
  "11 Crookes Road, Sheffield S10 5BA": [
    {
      stage: "enquiries",
      reader: "seller",
      day: 1,
      note: "Two questions about the loft are open: your solicitor has emailed you.",
    },
  ],
  "9 Claremont Terrace, York YO31 7EJ": [
    {
      stage: "exchange",
      reader: "both",
      day: 2,
      note: "Both sides hope to exchange next week.",
    },
  ],
  "21 Magdalen Road, Exeter EX2 4TA": [
    {
      stage: "completion",
      reader: "buyer",
      day: 2,
      note: "Please have the deposit with your solicitor two working days before.",
    },
  ],
};
