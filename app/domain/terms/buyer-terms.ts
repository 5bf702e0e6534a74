import { COSTS_OF_BUYING } from "#app/domain/payments/costs.ts";
import type { LegalDocument, Section } from "./document.ts";
import { termsFor } from "./terms.ts";

const information: Section = {
  anchor: "buyer-information",
  title: "Information you must supply",
  blocks: [
    "For your purchase, we need the following from you. {Clause #submitting-information} explains how and when to supply it.",
    {
      text: "About you and your money:",
      items: [
        "your identity documents;",
        "your sources of financing, which means every source of the money you use to pay for the Property, including gifts;",
        "the mortgage that you are entering into, if you are borrowing.",
      ],
    },
    {
      text: "If your purchase is connected with a sale, the mortgage to be redeemed on that connected sale:",
      items: ["the lender;", "the account number."],
    },
    "Anyone giving you money towards the purchase may also be checked. Please ask them to have proof of identity and of the source of their money ready.",
  ],
};

const process: Section = {
  anchor: "buyer-process",
  title: "How your purchase works",
  blocks: [
    "Information pack: when your offer has been accepted, you receive an information pack email and registration instructions.",
    "Sending documents: you then receive a second email, on sending documents securely. Please send documents only in the way it describes.",
    "Registration: you register, with a username and password if requested, and supply your ID and your documents as PDF files.",
    "Checks: we check what you have supplied, as {clause #cooperation-with-solicitors} describes, and may request further information.",
    "Matter sent to the solicitor: once the checks are complete, we send the matter to the assigned solicitor. The solicitor confirms when its own checks are satisfied.",
    "From then on, the solicitor carries out the legal work, and you can follow the matter in your account.",
  ],
};

const costs: Section = {
  anchor: "buyer-costs-and-completion",
  title: "Costs and completion",
  blocks: [
    {
      text: "On completion, you pay the completion monies. They are made up of:",
      items: [
        "the purchase price;",
        "Stamp Duty Land Tax (SDLT) for a Property in England, or Land Transaction Tax (LTT) for a Property in Wales;",
        "disbursements, which are costs that your solicitor pays to others for you;",
        "supplementary legal costs, for work beyond the usual;",
        "post-completion fees, such as those for land registry applications;",
        "VAT, where it is due.",
      ],
    },
    COSTS_OF_BUYING,
    "Legal costs and agent fees are deducted from the completion monies.",
    "If you instruct your own solicitor in addition to the assigned one, the costs of that solicitor are then also deductible from the completion monies.",
    "Please have the money ready when your solicitor asks for it. Before you send money to bank details that you received by email, phone your solicitor on a number you already have to check the details.",
  ],
};

const withdrawal: Section = {
  anchor: "buyer-withdrawal",
  title: "Withdrawal",
  blocks: [
    "If you withdraw from the purchase, please tell us and your solicitor in writing as soon as you decide to withdraw.",
    "The Platform Content that has been prepared for you stays with us, and may be given to a later Buyer of the Property.",
    "If the Seller withdraws, the Seller pays the abortive legal costs of both solicitors: the Seller’s and yours. Abortive legal costs are the costs of work done for a sale that does not complete.",
  ],
};

/** The buyers’ terms, which have 21 clauses (H-014 to H-036, H-053 to H-061). */
export const buyerTerms: LegalDocument = termsFor("Buyer", [
  information,
  process,
  costs,
  withdrawal,
]);
