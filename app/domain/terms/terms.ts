import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { LegalDocument, Section } from "./document.ts";

/**
 * Builds the terms of one side: Part A, which has clauses 1 to 17, and Part B, which starts with
 * clause 18.
 */
export function termsFor(party: Party, partB: readonly Section[]): LegalDocument {
  return {
    title: `${party} Terms & Conditions`,
    version: TERMS_VERSION_LINE,
    theme: "dark",
    parts: [
      {
        title: `Part A: using ${PRODUCT_NAME}`,
        sections: [
          ...theService(party, 17 + partB.length),
          ...contentAndInformation,
          ...responsibilityAndChanges,
        ],
      },
      { title: `Part B: terms for ${party}s`, sections: partB },
    ],
  };
}

/**
 * Version of the seller’s and the buyer’s terms, which share one number (AMB-C11).
 * TERMS_VERSION_LINE is in the words of the specification (H-014, H-016, H-037).
 */
export const TERMS_VERSION = "1.0";
const TERMS_VERSION_LINE = `Version ${TERMS_VERSION} - Effective from January 1, 2024`;

/** Clauses 6 to 10 of the terms, about content, ownership and retention. */
const contentAndInformation: Section[] = [
  {
    anchor: "infringing-content",
    title: "Infringing content",
    blocks: [
      {
        text: "You must not upload or send through the service anything that:",
        items: [
          "belongs to someone else, unless you are allowed to use it in this way;",
          "infringes copyright, a trade mark, a duty of confidence or another right;",
          "is false, misleading, defamatory, offensive or illegal;",
          "contains personal information about other people that the Transaction does not need.",
        ],
      },
      "If you believe that something in the service infringes your rights, please email us at {support email}. Tell us what it is, where you saw it and why you object to it.",
      "We may remove this content, or hide it while we review it. Repeated or serious infringement is a breach of these terms, and {clause #registration-and-password-security} then applies.",
    ],
  },
  {
    anchor: "privacy",
    title: "Privacy",
    blocks: [
      "Our {privacy policy} explains how we use personal information. Our {cookie policy} explains which cookies we set and lets you choose.",
      "Our servers are in the European Union.",
      "If you give us information about someone else, such as a joint owner, someone who gives you money or another adviser, please let that person know and show them our {privacy policy}.",
    ],
  },
  {
    anchor: "ownership-ip",
    title: "Ownership of intellectual property",
    blocks: [
      "You keep ownership of your User Materials. You allow us to store, copy, adapt and share them as far as the Transaction and these terms require. This includes sharing them with solicitors, estate agents, the other side and our check and search providers.",
      "You confirm that you have the right to give us your User Materials for this use.",
      "The service and the Platform Content belong to us or to those who license them to us. You may use, print and save Platform Content for your own Transaction. You may not sell it, publish it or use it for any other purpose without our written agreement.",
      "Nothing in these terms transfers ownership of our name, our design or our software to you.",
    ],
  },
  {
    anchor: "submitting-information",
    title: "Submitting information",
    blocks: [
      "Part B lists the information that you must supply. We or your solicitor may ask for more information if the Transaction needs it.",
      "The information that you supply must be accurate and complete. You must provide it within a reasonable time and without undue delay.",
      "If you cannot supply something, or cannot supply it in time, you must notify us of the reasons in writing. Failing to notify us of the reasons in writing counts as a breach of these terms.",
      "If information you gave us changes or turns out to be wrong, please correct it or tell us as soon as you know.",
      "The other side, both solicitors, lenders and estate agents rely on the information you supply. If it is wrong or late, the Transaction may be delayed or may fail.",
    ],
  },
  {
    anchor: "retention-of-property-information",
    title: "Retention of property information",
    blocks: [
      "We retain the information about a Property and its Transaction for 10 years.",
      "We may use this information in anonymised form for future transactions. Anonymised means that no one can identify you from it.",
      "We keep account information for 10 years as well.",
      "Our {privacy policy} explains how long we keep personal information, and your rights.",
    ],
  },
];

/** The side that accepts the terms. In Part A, only clauses 1 and 4 differ between the sides. */
type Party = "Seller" | "Buyer";

/** Builds clauses 1 to 5 of the terms, about us, the service, solicitors and accounts. */
function theService(party: Party, lastClause: number): Section[] {
  return [
    aboutOurTerms(party, lastClause),
    aboutUs,
    usingTheService,
    cooperationWithSolicitors(party),
    registrationAndPasswordSecurity,
  ];
}

function aboutOurTerms(party: Party, lastClause: number): Section {
  const other = party === "Seller" ? "buying" : "selling";
  return {
    anchor: "about-our-terms",
    title: "About our terms",
    blocks: [
      `These terms are the agreement between you, the ${party}, and us. They explain what our service does, what we ask of you, who pays what, and what happens if something goes wrong.`,
      "Please read these terms before you register. By registering, or by ticking the box to accept these terms, you agree to them. If you do not agree, please do not use the service.",
      `Part A, clauses 1 to 17, is about using the service. Part B, clauses 18 to ${lastClause}, is for ${party}s only. If you are also ${other} a home with us, the {${other === "buying" ? "buyer" : "seller"} terms} apply to that Transaction.`,
      {
        text: "Some words have a fixed meaning in these terms:",
        items: [
          "Seller: a person who sells a Property through our service, or who acts for its owner.",
          "Buyer: a person who buys, or offers to buy, a Property through our service, or who acts for that person.",
          "Property: the home that is being sold and bought, in England or Wales.",
          "Transaction: the sale and purchase of one Property, from registration to completion.",
          "Partner: an estate agent, solicitor or conveyancer who works with us on Transactions.",
          "Individual account: the account of a Seller, a Buyer or another private person. Partners are not Individuals.",
          "User Materials: what you give us or upload, namely property information, photos and documents.",
          "Platform Content: everything else in the service, including the information, reports and documents that we prepare or collect for a Transaction.",
          "Solicitor: a solicitor or a conveyancer.",
          `We, us and our: ${PRODUCT_NAME}, the provider of the service.`,
        ],
      },
      "Our service covers the law of England and Wales, and that law governs these terms.",
      "The top of this page shows the version of these terms and its effective date. You can print or save this page for your records.",
    ],
  };
}

const aboutUs: Section = {
  anchor: "about-us",
  title: "About us",
  blocks: [
    `${PRODUCT_NAME} is a conveyancing service for people who sell and buy homes in England and Wales. It brings together everything a Transaction needs, so that a matter is well prepared when it reaches the solicitors.`,
    "We work with Partners: estate agents, solicitors and conveyancers. A Partner is responsible to you for its own work, under its own terms with you.",
    "You can email us at any time at {support email}, or use our {contact form}. We will email you at the address on your account, so please tell us if it changes.",
    "{company} You can phone us on {telephone}.",
  ],
};

const usingTheService: Section = {
  anchor: "using-the-service",
  title: "Using the service",
  blocks: [
    "To use the service, you must register and, where these terms say so, pay. Part B sets out what you pay.",
    {
      text: "When you use the service, you agree that you will:",
      items: [
        "use it only for your own real Transaction, or for one that you are entitled to act in;",
        "give your own name and details, not anyone else’s;",
        "follow the law, and not use the service for fraud or to hide where money comes from;",
        "not try to access any account, system or data without permission;",
        "not upload anything that could damage the service, such as a virus;",
        "not copy or collect the content of the service by automatic means.",
      ],
    },
    "If you act for someone else, for example as the owner’s representative, you confirm that you are allowed to. You agree to show us proof if we ask for it.",
    "The service supports your Transaction, but we cannot guarantee that a sale or purchase will complete, or when. That depends on both sides and on others.",
  ],
};

const panel: Record<Party, string[]> = {
  Seller: [
    "As a Seller you choose a solicitor from our panel. If you have no preference, we assign one to you.",
    "If the solicitor you chose is unavailable, we may reassign the matter to another solicitor.",
  ],
  Buyer: [
    "As a Buyer you are assigned a solicitor by us.",
    "You may also instruct your own solicitor. The costs of that solicitor are then also deductible from the completion monies.",
  ],
};

function cooperationWithSolicitors(party: Party): Section {
  return {
    anchor: "cooperation-with-solicitors",
    title: "Cooperation with solicitors",
    blocks: [
      ...panel[party],
      "You agree that we may share your information, your User Materials and the results of our checks with the solicitor who acts for you. You also agree that the solicitor may update us on your Transaction.",
      {
        text: "Before we send the matter to the solicitor, we carry out checks:",
        items: [
          "your identity documents are checked by a third-party identity provider, and are shared with the assigned solicitor;",
          "source-of-funds checks, which look at where the money comes from, use open banking data.",
        ],
      },
      "Our own checks do not replace the solicitor’s anti-money-laundering checks. The solicitor carries out those checks separately, and may ask you for more information.",
      "After all our checks are complete, we send the matter to the assigned solicitor. From then on, please answer the solicitor’s questions promptly, as well as ours.",
    ],
  };
}

const registrationAndPasswordSecurity: Section = {
  anchor: "registration-and-password-security",
  title: "Registration and password security",
  blocks: [
    "You register with your own name and contact details. You usually sign in with a link that we email to you. If we ask you to have a username and password, this clause applies to them too.",
    {
      text: "You are responsible for the security of your account. Please:",
      items: [
        "do not share your sign-in links, or your username and password if you have them;",
        "keep your email account safe, because we send our links there;",
        "sign out after you use a shared device;",
        "tell us immediately at {support email} if you think someone else has used your account.",
      ],
    },
    "We may require a password change at any time, for example if we think someone else knows your password.",
    "You may give designated third parties access to your Transaction through your account, for example someone who helps you. You choose them, and you are responsible for anything they do through your account.",
    "We may refuse, suspend or terminate your registration or your access if you breach these terms, or because of security concerns.",
  ],
};

/** Clauses 11 to 17 of the terms, about liability, changes and complaints. */
const responsibilityAndChanges: Section[] = [
  {
    anchor: "accuracy-and-availability",
    title: "Accuracy of information and availability of the service",
    blocks: [
      "We run the service with reasonable care and skill. Much of the information in it comes from Sellers and Buyers, from Partners, from public registers, and from check and search providers. We pass this information on as we receive it, and do not guarantee that it is accurate or complete.",
      "General information on our pages is not legal advice. Please ask your solicitor before you rely on it.",
      "We try to keep the service available, but we do not guarantee that it always will be. We may interrupt it for maintenance, for security or to make changes. We keep these interruptions as short as we can.",
      "If something does not work or looks wrong, please tell us at {support email}.",
    ],
  },
  {
    anchor: "hyperlinks",
    title: "Hyperlinks",
    blocks: [
      "Our pages and emails may link to other sites. We do not control those sites and are not responsible for their content. Their own terms and policies apply there.",
      "You may link to our public pages, as long as you do it fairly and do not suggest that we endorse something when we do not. Please do not link to a page that is only for you, or show our pages inside another site.",
    ],
  },
  {
    anchor: "responsibility",
    title: "Our responsibility to you",
    blocks: [
      "Nothing in these terms limits any liability that the law does not allow us to limit, such as for death or personal injury caused by our negligence, or for fraud. These terms do not affect your legal rights as a consumer.",
      "For everything else, our liability to you is limited to £10,000 per claim.",
      {
        text: "We are not responsible for:",
        items: [
          "a loss that neither you nor we could foresee when you accepted these terms;",
          "a loss caused by information that you or the other side supplied wrongly, late or not at all;",
          "the work of a solicitor, an estate agent or another Partner, who is responsible to you for it;",
          "a loss of business or profit, because the service is for private people who sell or buy a home.",
        ],
      },
    ],
  },
  {
    anchor: "events-beyond-control",
    title: "Events beyond our control",
    blocks: [
      "We are not in breach of these terms if something beyond our reasonable control prevents or delays us from doing what they say. Examples are a power or network failure, a failure of a public register or another third party, an attack on our systems, a strike, a flood, a fire or an epidemic.",
      "We will tell you as soon as we can, do what we reasonably can to limit the effect, and resume the service when the event is over.",
    ],
  },
  {
    anchor: "no-third-party-rights",
    title: "No third party rights",
    blocks: [
      "These terms are between you and us. No one else has a right to enforce them, under the Contracts (Rights of Third Parties) Act 1999 or otherwise.",
      "You may not transfer your rights or duties under these terms to anyone else without our written agreement.",
    ],
  },
  {
    anchor: "variation",
    title: "Variation",
    blocks: [
      "We may change these terms, for example when the service or the law changes. Each version has a number and an effective date.",
      "When you accept these terms, we record which version you accepted and when.",
      "If a court finds that one of these terms cannot be enforced, the others stay in force. If we delay in enforcing a right, we may still enforce it later.",
    ],
  },
  {
    anchor: "complaints",
    title: "Complaints",
    blocks: [
      "If you are unhappy with our service, please email us at {support email}. Tell us your name, the address of the Property and what went wrong. We will review your complaint and reply to you.",
      "If your complaint is about the work of a solicitor or an estate agent, please complain to that firm first, under its own complaints procedure.",
      "These terms do not take away your right to go to court.",
    ],
  },
];
