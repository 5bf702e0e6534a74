import { COSTS_OF_SELLING, feesByPrice } from "#app/domain/payments/costs.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { LegalDocument, Section } from "./document.ts";
import { termsFor } from "./terms.ts";

const information: Section = {
  anchor: "seller-information",
  title: "Information you must supply",
  blocks: [
    "For your sale, we need the following from you. {Clause #submitting-information} explains how and when to supply it.",
    {
      text: "About the Property and your right to sell it:",
      items: [
        "the full property address;",
        "the title deed details, if the Property is unregistered;",
        "proof of ownership;",
        "copies of deeds.",
      ],
    },
    {
      text: "About the sale:",
      items: [
        "the intended sale price and deposit;",
        "property images;",
        "the included contents, which are the items you will leave in the Property for the Buyer.",
      ],
    },
    {
      text: "About debts and obligations on the Property:",
      items: [
        "existing mortgage information;",
        "covenants and obligations, such as a service charge;",
        "a management pack, if applicable;",
        "existing insurance details.",
      ],
    },
    {
      text: "Certificates and forms:",
      items: [
        "a valid EPC (energy performance certificate);",
        "the completed TA6 form (property information);",
        "the completed TA10 form (fittings and contents);",
        "where applicable, the completed TA8 form (new home information).",
      ],
    },
  ],
};

const process: Section = {
  anchor: "seller-process",
  title: "How your sale works",
  blocks: [
    "Registration email: we email you an invitation to register, or a sign-in link if you start without an invitation.",
    "Registration: you register, tell us about yourself and the Property, accept these terms and pay the service fee.",
    "ID and information: you supply your identity documents and the information listed in {clause #seller-information}.",
    "Checks: we check what you have supplied, as {clause #cooperation-with-solicitors} describes, and may request further information.",
    "Choice of solicitor: you choose a solicitor from our panel, or we assign one if you have no preference. The solicitor you chose may be reassigned if unavailable.",
    "Matter sent to the solicitor: once all checks are complete, we send the matter to your solicitor. The solicitor then carries out the legal work and its own anti-money-laundering checks.",
    "Buyers: when a Buyer’s offer is accepted, the Buyer also registers with us, and supplies information under the {buyer terms}.",
  ],
};

const money: Section = {
  anchor: "seller-fees-and-withdrawal",
  title: "Fees, completion and withdrawal",
  blocks: [
    { heading: "The service fee" },
    "The standard service fee is £200. It is payable on registering, is non-refundable and is exclusive of VAT. VAT is added when you pay.",
    COSTS_OF_SELLING.onRegistering,
    `If ${PRODUCT_NAME} or a Partner has given you a valid referral code, the payment page shows how much the code takes off the fee.`,
    { heading: "On completion" },
    "Your legal fees are paid on completion. Legal costs and agent fees, which are the fees of your estate agent, are deducted from the completion monies before the rest is paid to you.",
    COSTS_OF_SELLING.onCompletion,
    {
      text: "Your buyer’s core legal fees depend on the agreed price:",
      items: feesByPrice(),
    },
    COSTS_OF_SELLING.example,
    { heading: "If you withdraw" },
    COSTS_OF_SELLING.ifYouWithdraw,
    "Please tell us and your solicitor in writing as soon as you decide to withdraw. The service fee is not refunded.",
  ],
};

/** The sellers’ terms, which have 20 clauses (H-037 to H-052). */
export const sellerTerms: LegalDocument = termsFor("Seller", [information, process, money]);
