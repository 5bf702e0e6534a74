import { PRODUCT_NAME } from "#app/product.ts";
import type { LegalDocument, Section } from "./document.ts";

/** Terms for one side: Part A, clauses 1 to 17, and that side's own Part B from clause 18 on. */
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

/** The version of both sides' terms that is in force (AMB-C11), and the line under their titles (H-014, H-016, H-037: exact). */
export const TERMS_VERSION = "1.0";
const TERMS_VERSION_LINE = `Version ${TERMS_VERSION} - Effective from January 1, 2024`;

/** Clauses 6 to 10: what is put into the service, who owns it, and how long it is kept. */
const contentAndInformation: Section[] = [
  {
    anchor: "infringing-content",
    title: "Infringing content",
    blocks: [
      {
        text: "You must not upload or send through the service anything that:",
        items: [
          "belongs to somebody else, unless you are allowed to use it in this way;",
          "infringes a copyright, a trade mark, a confidence or another right;",
          "is false, misleading, defamatory, offensive or against the law;",
          "contains personal information of others that the Transaction does not need.",
        ],
      },
      "If you believe that something in the service infringes your rights, please write to us at {support email}. Say what it is, where you saw it and why you object to it.",
      "We may remove such content, or hide it while we look into the matter. Repeated or serious infringement is a breach of these terms, and {clause #registration-and-password-security} then applies.",
    ],
  },
  {
    anchor: "privacy",
    title: "Privacy",
    blocks: [
      "We use personal information as our {privacy policy} says. Our {cookie policy} says which cookies we place, and lets you choose.",
      "Our servers are in the European Union.",
      "If you give us information about somebody else, such as a joint owner, a person who gives you money or another adviser, please let that person know, and show them our {privacy policy}.",
    ],
  },
  {
    anchor: "ownership-ip",
    title: "Ownership of intellectual property",
    blocks: [
      "Your User Materials stay yours. You allow us to store, copy, adapt and share them as far as the Transaction and these terms need it, including with solicitors, estate agents, the other side and those who make checks and searches.",
      "You confirm that you have the right to give us your User Materials for this use.",
      "The service and the Platform Content belong to us or to those who license them to us. You may use, print and save Platform Content for your own Transaction. You may not sell it, publish it or use it for anything else without our written agreement.",
      "Nothing in these terms passes the ownership of our name, our design or our software to you.",
    ],
  },
  {
    anchor: "submitting-information",
    title: "Submitting information",
    blocks: [
      "Part B lists the information that you must supply. We or your solicitor may ask for more, as the Transaction needs it.",
      "The information that you supply must be accurate and complete. You must provide it within a reasonable time and without undue delay.",
      "If you cannot supply something, or cannot supply it in time, you must notify us of the reasons in writing. Failing to notify us of the reasons in writing counts as a breach of these terms.",
      "If something that you told us changes or turns out to be wrong, please correct it, or tell us, as soon as you know.",
      "Others rely on what you supply: the other side, both solicitors, lenders and estate agents. If it is wrong or late, the Transaction may be delayed or may fail.",
    ],
  },
  {
    anchor: "retention-of-property-information",
    title: "Retention of property information",
    blocks: [
      "We retain the information about a Property and its Transaction for 10 years.",
      "We may use this information in anonymised form for future transactions. Anonymised means that nobody can tell from it who you are.",
      "We keep account information for 10 years too.",
      "How long we keep personal information, and your rights in it, are described in our {privacy policy}.",
    ],
  },
];

/** Who accepts the terms. Part A is the same for both, but for what clauses 1 and 4 say. */
type Party = "Seller" | "Buyer";

/** Clauses 1 to 5: who we are, what the service does, solicitors, and the account. */
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
      `These terms are the agreement between you, the ${party}, and us. They say what our service does, what we ask of you, who pays what, and what happens when something goes wrong.`,
      "Please read them before you register. By registering, or by ticking the box that accepts them, you agree to them. If you do not agree with them, please do not use the service.",
      `Part A, clauses 1 to 17, is about using the service. Part B, clauses 18 to ${lastClause}, is for ${party}s only. If you are ${other} a home with us as well, the {${other === "buying" ? "buyer" : "seller"} terms} apply to that Transaction.`,
      {
        text: "Some words have a fixed meaning in these terms:",
        items: [
          "Seller: a person who sells a Property through our service, or who acts for the owner of it.",
          "Buyer: a person who buys, or offers to buy, a Property through our service, or who acts for that person.",
          "Property: the home that is being sold and bought, in England or Wales.",
          "Transaction: the sale and purchase of one Property, from registration to completion.",
          "Partner: an estate agent, solicitor or conveyancer who works with us on Transactions.",
          "Individual account: the account of a Seller, a Buyer or another private person. Partners are not Individuals.",
          "User Materials: what you give us or upload, namely property information, photos and documents.",
          "Platform Content: everything else in the service, including the information, reports and documents that we prepare or bring together for a Transaction.",
          "Solicitor: a solicitor or a conveyancer.",
          `We, us and our: ${PRODUCT_NAME}, the provider of the service.`,
        ],
      },
      "Our service covers the law of England and Wales, and that law governs these terms.",
      "The version of these terms and the day from which it applies are at the top of this page. You can print the page or save it for your records.",
    ],
  };
}

const aboutUs: Section = {
  anchor: "about-us",
  title: "About us",
  blocks: [
    `${PRODUCT_NAME} is a conveyancing service for people who sell and buy homes in England and Wales. It brings together what a Transaction needs, so that a matter is well prepared when it reaches the solicitors.`,
    "We work with Partners: estate agents, solicitors and conveyancers. A Partner is responsible to you for its own work, under its own terms with you.",
    "You can write to us at any time at {support email}, or with our {contact form}. We write to you at the email address of your account, so please tell us when it changes.",
    "{company} You can telephone us on {telephone}.",
  ],
};

const usingTheService: Section = {
  anchor: "using-the-service",
  title: "Using the service",
  blocks: [
    "To use the service you must register and, where these terms say so, pay. What each of you pays is set out in Part B.",
    {
      text: "When you use the service, you agree that you will:",
      items: [
        "use it only for a real Transaction of your own, or one that you are entitled to act in;",
        "give your own name and details, and not those of anybody else;",
        "follow the law, and not use the service for fraud or to hide where money comes from;",
        "not try to reach an account, a system or data that is not yours to reach;",
        "not upload anything that could damage the service, such as a virus;",
        "not copy or collect the content of the service by automatic means.",
      ],
    },
    "If you act for somebody else, for example as a representative of the owner, you confirm that you are allowed to, and you will show us proof if we ask for it.",
    "The service helps your Transaction along. It cannot promise that a sale or a purchase will be completed, or by when: that depends on both sides and on others.",
  ],
};

const panel: Record<Party, string[]> = {
  Seller: [
    "As a Seller you choose a solicitor from our panel. If you have no preference, we assign one to you.",
    "If the solicitor you chose is unavailable, we may reassign the matter to another solicitor.",
  ],
  Buyer: [
    "As a Buyer you are assigned a solicitor by us.",
    "You may instruct a solicitor of your own in addition. The costs of that solicitor are then also deductible from the completion monies.",
  ],
};

function cooperationWithSolicitors(party: Party): Section {
  return {
    anchor: "cooperation-with-solicitors",
    title: "Cooperation with solicitors",
    blocks: [
      ...panel[party],
      "You agree that we share your information, your User Materials and the results of our checks with the solicitor who acts for you, and that the solicitor tells us how the matter stands.",
      {
        text: "Before the matter goes to the solicitor, we make checks:",
        items: [
          "your identity documents are checked by a third-party identity provider, and are shared with the assigned solicitor;",
          "source-of-funds checks, which look at where the money comes from, use open banking data.",
        ],
      },
      "Our own checks do not replace the solicitor's anti-money-laundering checks. The solicitor makes those separately, and may ask you for more.",
      "After all our checks are complete, we send the matter to the assigned solicitor. From then on please answer the solicitor's questions promptly, as well as ours.",
    ],
  };
}

const registrationAndPasswordSecurity: Section = {
  anchor: "registration-and-password-security",
  title: "Registration and password security",
  blocks: [
    "You register with your own name and contact details. We usually let you in with a link that we send to your email address. If we ask you to have a username and password, this clause applies to them too.",
    {
      text: "You are responsible for the security of your account. Please:",
      items: [
        "keep your sign-in links, and your username and password if you have them, to yourself;",
        "keep your email account safe, since our links are sent there;",
        "sign out when you have used a device that others use as well;",
        "tell us at once at {support email} if you think that somebody else has used your account.",
      ],
    },
    "We may require a password change at any time, for example when we think that a password is known to somebody else.",
    "You may give designated third parties access to your Transaction through your account, for example somebody who helps you. You choose them, and what they do through your account counts as done by you.",
    "We may refuse, suspend or terminate your registration or your access if you breach these terms, or because of security concerns.",
  ],
};

/** Clauses 11 to 17: what we answer for, how these terms change, and how to complain. */
const responsibilityAndChanges: Section[] = [
  {
    anchor: "accuracy-and-availability",
    title: "Accuracy of information and availability of the service",
    blocks: [
      "We run the service with reasonable care and skill. Much of what it shows comes from others: from Sellers and Buyers, from Partners, from public registers and from those who make searches and checks. We pass it on as we receive it and do not guarantee that it is accurate or complete.",
      "General information on our pages is not legal advice. Please ask your solicitor before you rely on it.",
      "We try to keep the service available, but we do not promise that it always is. We may interrupt it for maintenance, for security or to make changes, and we keep such interruptions as short as we can.",
      "If something does not work or looks wrong, please tell us at {support email}.",
    ],
  },
  {
    anchor: "hyperlinks",
    title: "Hyperlinks",
    blocks: [
      "Our pages and emails may lead to the sites of others. We do not control those sites and are not responsible for what they say or do. Their own terms and policies apply there.",
      "You may link to our public pages, if you do it fairly and do not suggest that we support something when we do not. Please do not link to a page that is only for you, and do not show our pages inside another site.",
    ],
  },
  {
    anchor: "responsibility",
    title: "Our responsibility to you",
    blocks: [
      "Nothing in these terms limits a responsibility that the law does not let us limit, such as for death or personal injury caused by our negligence, or for fraud. Your legal rights as a consumer stay as they are.",
      "For everything else, our liability to you is limited to £10,000 per claim.",
      {
        text: "We are not responsible for:",
        items: [
          "a loss that neither you nor we could foresee when you accepted these terms;",
          "a loss caused by information that you or the other side supplied wrongly, late or not at all;",
          "the work of a solicitor, an estate agent or another Partner, who answers to you for it;",
          "a loss of business or profit: the service is for private people who sell or buy a home.",
        ],
      },
    ],
  },
  {
    anchor: "events-beyond-control",
    title: "Events beyond our control",
    blocks: [
      "We are not in breach of these terms when something beyond our reasonable control keeps us from doing what they say, or delays it. Examples are a failure of power or of networks, a failure of a public register or another third party, an attack on our systems, a strike, a flood, a fire or an epidemic.",
      "We will tell you as soon as we can, do what we reasonably can to limit the effect, and carry on when the event is over.",
    ],
  },
  {
    anchor: "no-third-party-rights",
    title: "No third party rights",
    blocks: [
      "These terms are between you and us. Nobody else has a right to enforce them, under the Contracts (Rights of Third Parties) Act 1999 or otherwise.",
      "You may not pass your rights or duties under these terms to somebody else without our written agreement.",
    ],
  },
  {
    anchor: "variation",
    title: "Variation",
    blocks: [
      "We may change these terms, for example when the service or the law changes. Each version bears a number and the day from which it is effective.",
      "With your acceptance we record which version you accepted and when.",
      "If a court finds that one of these terms cannot be enforced, the others stay in force. If we do not insist on a right at once, we do not lose it.",
    ],
  },
  {
    anchor: "complaints",
    title: "Complaints",
    blocks: [
      "If you are unhappy with our service, please tell us: write to {support email}, with your name, the address of the Property and what went wrong. We will look into it and answer you.",
      "A complaint about the work of a solicitor or an estate agent goes first to that firm, under its own complaints procedure.",
      "These terms do not take away your right to go to court.",
    ],
  },
];
