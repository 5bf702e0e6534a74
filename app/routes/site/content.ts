import { COSTS_OF_BUYING, COSTS_OF_SELLING } from "#app/domain/payments/costs.ts";
import { PRODUCT_NAME } from "#app/product.ts";

/**
 * What the landing page says that the owner may want to exchange. Case studies and quotes are invented: they are
 * labelled "Example", and shown only while doubles run (AMB-B17, AMB-G02).
 */

export type CaseStudy = { home: string; situation: string; story: readonly string[] };

export const CASE_STUDIES: readonly CaseStudy[] = [
  {
    home: "A terraced house in York",
    situation: "No estate agent yet, and no buyer",
    story: [
      "The owners wanted to be ready before they went to market. They signed up one evening, chose a solicitor from the panel and filled in the TA forms over a weekend.",
      "When they listed the house, the searches, the title and the answers about the property were already with their solicitor. Their buyer's solicitor had them all on the day the offer was accepted.",
    ],
  },
  {
    home: "A leasehold flat in Bristol",
    situation: "A buyer had pulled out once before",
    story: [
      "The first sale had waited for the management pack, and the buyer lost patience. This time the pack was asked for at the start.",
      "The next buyer saw the lease, the service charge and the searches before spending anything, and their legal fees were met on completion.",
    ],
  },
  {
    home: "A family home near Cardiff",
    situation: "Selling first, the next home not found",
    story: [
      "The sellers did not want to lose a house they loved for want of paperwork. They prepared their own sale while they were still looking.",
      "When the right house came up they could say, truthfully, that their side was ready to exchange.",
    ],
  },
];

export const QUOTES: readonly { quote: string; by: string }[] = [
  {
    quote: "I kept waiting for the difficult part. It had been done before we had a buyer.",
    by: "A seller in Leeds",
  },
  {
    quote: "Our buyer asked for the searches. We sent them the same afternoon.",
    by: "A seller in Exeter",
  },
  {
    quote: "I could always see whose turn it was. Mostly it was not mine.",
    by: "A seller in Swansea",
  },
  {
    quote: "The first price they told us was the price, with the VAT in it.",
    by: "A seller in Norwich",
  },
];

type Question = { question: string; answer: readonly string[] };

export const QUESTIONS: readonly Question[] = [
  {
    question: `What does ${PRODUCT_NAME} do?`,
    answer: [
      "We bring together what the legal side of a sale needs: your identity check, the documents about your home, the property searches and a solicitor. We do it before you have a buyer, so that your matter is well prepared when you find one.",
    ],
  },
  {
    question: "Do I need a buyer or an estate agent first?",
    answer: [
      "No. You can start before you have either, and that is when there is most time to save. If you have an agent, tell us who it is when you sign up.",
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
      "If you sell, you choose one from our panel, or we assign one if you have no preference. If you buy, we assign one to you, and you may instruct a solicitor of your own in addition. We introduce you by email.",
    ],
  },
  {
    question: "How do you check who I am?",
    answer: [
      "A third-party identity provider checks your identity documents, and they are shared with your solicitor, who makes anti-money-laundering checks as well.",
    ],
  },
  {
    question: "What if I change my mind?",
    answer: [
      "Tell us and your solicitor in writing as soon as you can. The service fee is not refunded. A seller who withdraws pays the abortive legal costs of both solicitors: the costs of work that was done for a sale that does not happen.",
    ],
  },
  {
    question: "How long does it take to sign up?",
    answer: [
      "Under 5 minutes, and each step afterwards takes about 1 minute. There is no password: we email you a link. What you type is kept, so you can stop and carry on from any device.",
    ],
  },
  {
    question: "Where do you work?",
    answer: [
      "In England and Wales, for freehold and leasehold homes. The law of Scotland and Northern Ireland is different, and we do not work there.",
    ],
  },
];
