type InboundEmail = {
  from: string;
  domain?: string;
  subject: string;
  body: string;
  day: number;
  /** Address of the email's matter, and how the matter was found. */
  home?: string;
  match?:
    | "by_hand"
    | "mailbox_hash"
    | "in_reply_to"
    | "reference"
    | "number"
    | "sender"
    | "participant"
    | "address";
  attached?: { name: string; lines: string[] };
  forged?: true;
};

export const inboundEmails: InboundEmail[] = [
  {
    from: "Imran Akhtar",
    subject: "Re: Your water bill",
    body: "Please find the water bill for Street Lane attached. Is there anything else you need from us?",
    day: 7,
    home: "52 Street Lane, Leeds LS8 1AL",
    match: "mailbox_hash",
    attached: {
      name: "Water bill, April to September.pdf",
      lines: ["52 Street Lane, Leeds LS8 1AL", "Fresh water £148.20", "Waste water £171.35"],
    },
  },
  {
    from: "Zainab Hussain",
    domain: "airestreetlaw.example",
    subject: "Re: 27 Heslington Road, York",
    body: "We have reviewed the local search and await the drainage search and the contract pack.",
    day: 1,
    home: "27 Heslington Road, York YO10 5AR",
    match: "in_reply_to",
  },
  {
    from: "Rosamund Yeo",
    domain: "cathedralclose.example",
    subject: "Completion statement, our client Mrs Tremlett",
    body: "The completion statement is being prepared and will be with you tomorrow.",
    day: 2,
    home: "21 Magdalen Road, Exeter EX2 4TA",
    match: "reference",
  },
  {
    from: "Kofi Boateng",
    subject: "Gift from my mother",
    body: "Mum has done the identity check. My uncle is travelling and will do it at the weekend.",
    day: 4,
    home: "40 Ecclesall Road, Sheffield S11 8PE",
    match: "participant",
  },
  {
    from: "Gemma Tordoff",
    domain: "hartleyvale.example",
    subject: "52 Street Lane LS8 1AL: survey booked",
    body: "The buyer's surveyor has keys for Thursday at ten.",
    day: 3,
    home: "52 Street Lane, Leeds LS8 1AL",
    match: "address",
  },
  {
    from: "Ingrid Solberg",
    subject: "Loft conversion",
    body: "I have asked the builder for the completion certificate and will send it when it arrives.",
    day: 8,
    home: "37 Mill Road, Cambridge CB1 2AD",
    match: "number",
  },
  {
    from: "Piotr Lewandowski",
    domain: "millroadbuilders.example",
    subject: "Your loft",
    body: "I have been asked for a certificate. Which year was the work done?",
    day: 6,
    home: "37 Mill Road, Cambridge CB1 2AD",
    match: "by_hand",
  },
  {
    from: "Piotr Lewandowski",
    domain: "millroadbuilders.example",
    subject: "Certificate found",
    body: "I have found the certificate for the loft and will send a copy next week.",
    day: 5,
    home: "37 Mill Road, Cambridge CB1 2AD",
    match: "sender",
  },
  {
    from: "Ingrid Solberg",
    subject: "Re: Completion funds, please note",
    body: "Our bank details have changed. Please send the completion money to the new account: sort code 00-00-00, account number 00000000. We are travelling and cannot be reached by telephone.",
    day: 1,
    home: "37 Mill Road, Cambridge CB1 2AD",
    match: "participant",
    forged: true,
  },
  // These emails have no matter, but would match one today: the sender has since registered, or the
  // subject contains a property's address.
  {
    from: "Stefan Kruger",
    subject: "31 Sydenham Road BS6 5SJ",
    body: "We would like to know what we need to bring for the first steps.",
    day: 2,
  },
  {
    from: "Priya Nair",
    subject: "A question before we sign up",
    body: "We are about to sell in Bristol. Does the fee include VAT?",
    day: 5,
  },
  {
    from: "Owain Pritchard",
    subject: "Deeds",
    body: "I have found the deeds to Rose Cottage in my aunt's bureau. Shall I post them?",
    day: 1,
  },
  // These emails match no matter.
  {
    from: "Facilities Desk",
    domain: "lendalworks.example",
    subject: "Lift out of service on Friday",
    body: "The lift will be serviced on Friday between nine and noon.",
    day: 3,
  },
  {
    from: "Gavin Rushby",
    subject: "Selling my mum's house",
    body: "Can I register a sale for my mother if I hold her power of attorney?",
    day: 0,
  },
  {
    from: "Moorland Surveys",
    domain: "moorlandsurveys.example",
    subject: "Invoice 20417",
    body: "Please find our invoice for last month attached.",
    day: 6,
    attached: { name: "Invoice 20417.pdf", lines: ["Invoice 20417", "Two surveys £940.00"] },
  },
];

export const contactRequests = [
  {
    name: "Eunice Hargreave",
    message: "Can I use the service if my house is not registered with the Land Registry?",
    referrer: "Search engine",
    day: 1,
    mobile: true,
  },
  {
    name: "Iestyn Beynon",
    message: "Oes modd gwneud hyn yn Gymraeg? Is it possible to do this in Welsh?",
    referrer: "Estate agent",
    day: 3,
    mobile: false,
  },
  {
    name: "Parveen Sadiq",
    message: "We are selling a flat with a short lease. Who orders the management pack?",
    referrer: "A friend",
    day: 6,
    mobile: true,
  },
  {
    name: "Duncan Fairweather",
    message: "My buyer wants to complete before the end of next month. Is that realistic?",
    referrer: "Newspaper",
    day: 13,
    mobile: false,
  },
];
