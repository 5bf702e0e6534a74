import type { Section } from "./document.ts";

/** Clauses 11 to 17: what we answer for, how these terms change, and how to complain. */
export const responsibilityAndChanges: Section[] = [
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
