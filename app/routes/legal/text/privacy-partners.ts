import type { Section } from "#app/domain/terms/document.ts";

export const partners: Section = {
  anchor: "partners",
  title: "Partners",
  blocks: [
    "Partners are estate agents, solicitors and conveyancers. This section is about the people who work for them.",
    { heading: "What we collect" },
    {
      text: "Of a person who works for a Partner we collect:",
      items: [
        "the name;",
        "the email address and telephone number used for work;",
        "the firm, brand and office, with its address;",
        "the part that the person has in a Transaction;",
        "what the person writes to us, and what we write back.",
      ],
    },
    "It comes from that person, from the firm, from our customers, who tell us who acts for them, and from what the firm publishes.",
    { heading: "What we use it for" },
    {
      text: "We use this information:",
      items: [
        "to assign estate agents and solicitors to Transactions, and to introduce them to customers by email;",
        "to exchange what a Transaction needs, and to report on how it stands;",
        "to run our agreement with the firm;",
        "to keep statistics of the Transactions that we handle with a Partner;",
        "to prevent fraud and misuse, and to meet the duties that the law puts on us.",
      ],
    },
    "We do this because we and the firm have a fair interest in carrying on the Transactions of our customers, because our agreement with the firm needs it, or because the law requires it.",
    { heading: "With whom we share it" },
    "The customers and the other Partners in a Transaction receive the names and the contact details of the estate agent and the solicitor in it. The providers that send our emails and run our servers handle them for us.",
    { heading: "What Partners receive from us" },
    "A Partner who receives information about our customers uses it for the Transaction only, answers for it under data protection law and keeps it safe.",
  ],
};
