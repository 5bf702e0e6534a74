/**
 * Example content of the public pages, until real content replaces it. The case studies and quotes
 * are fictional and labelled "Example" (AMB-B17, AMB-G02).
 */

import { ID_CHECKS_ORDERED } from "#app/domain/transactions/identity-check-timing.ts";
import { COSTS_OF_BUYING, COSTS_OF_SELLING } from "#app/domain/payments/costs.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

export type CaseStudy = { home: string; situation: string; story: readonly string[] };

export const CASE_STUDIES: readonly CaseStudy[] = [
  {
    home: "A terraced house in York",
    situation: "No estate agent yet, and no buyer",
    story: [
      "The owners wanted to be ready before they went to market. They signed up one evening and chose a solicitor from the panel. They filled in the TA forms over a weekend.",
      "When they listed the house, their solicitor already had the completed forms, and we had ordered the ID checks and the searches. They didn’t have to wait for a buyer.",
    ],
  },
  {
    home: "A leasehold flat in Bristol",
    situation: "A buyer had pulled out once before",
    story: [
      "The first sale had to wait for the management pack, and the buyer lost patience. This time the seller’s solicitor requested the pack at the start.",
      "When the next buyer came along, the pack was ready. That buyer’s core legal fees were paid from the sale proceeds on completion.",
    ],
  },
  {
    home: "A family home near Cardiff",
    situation: "Selling before finding the next home",
    story: [
      "The sellers didn’t want to lose a house they loved because their own sale wasn’t ready. They chose a solicitor and filled in their forms while they were still looking.",
      "When the right house came up, their own sale was already under way.",
    ],
  },
];

export const QUOTES: readonly { quote: string; by: string }[] = [
  {
    quote: "Our solicitor already had all our forms when we found a buyer.",
    by: "A seller in Leeds",
  },
  {
    quote: "Our buyer’s solicitor asked about the windows. We’d already covered that in the forms.",
    by: "A seller in Exeter",
  },
  {
    quote: "I could always see who was doing what, and what would happen next.",
    by: "A seller in Swansea",
  },
  {
    quote: "The first price we saw already included the VAT.",
    by: "A seller in Norwich",
  },
];

type Question = { question: string; answer: readonly string[] };

export const QUESTIONS: readonly Question[] = [
  {
    question: `What does ${PRODUCT_NAME} do?`,
    answer: [
      "We bring together your solicitor, the forms about your home, the ID checks and the searches. You can start before you have a buyer, so your sale is further along when you find one.",
    ],
  },
  {
    question: "Do I need a buyer or an estate agent first?",
    answer: [
      "No. You can start before you have either. That’s when you can save the most time. If you have an estate agent, tell us who they are when you sign up.",
    ],
  },
  {
    question: "What does it cost to sell?",
    answer: [
      COSTS_OF_SELLING.onRegistering,
      COSTS_OF_SELLING.onCompletion,
      COSTS_OF_SELLING.example,
    ],
  },
  {
    question: "What does it cost to buy?",
    answer: [`You pay us nothing. ${COSTS_OF_BUYING}`],
  },
  {
    question: "Who is my solicitor?",
    answer: [
      "If you’re selling, you choose a solicitor from our panel, or we’ll assign one if you have no preference. If you’re buying, we’ll assign one, and you can also instruct your own at your own cost. We’ll introduce you and your solicitor by email.",
    ],
  },
  {
    question: "How do you check who I am?",
    answer: [
      `We’ll order your ID check ${ID_CHECKS_ORDERED}. Thirdfort, our ID check provider, will text you a link and check your identity documents. Your solicitor will get the results and carry out their own anti-money-laundering checks too.`,
    ],
  },
  {
    question: "What if I change my mind?",
    answer: [
      "Tell us and your solicitor in writing as soon as you can. The service fee is non-refundable. If you’re selling and you withdraw, you pay the abortive legal costs of both solicitors. These are the costs of work already done on a sale that doesn’t complete.",
    ],
  },
  {
    question: "How long does it take to sign up?",
    answer: [
      "Less than 5 minutes. After the welcome page, there are 4 short steps. Each takes about 1 minute. There’s no password. We’ll email you a link. We’ll save your answers, so you can stop and carry on from any device.",
    ],
  },
  {
    question: "Which areas do you cover?",
    answer: [
      "We cover freehold and leasehold homes in England and Wales. Scotland and Northern Ireland have different property law, so we don’t cover them.",
    ],
  },
];
