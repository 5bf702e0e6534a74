import type { EmailName, EmailProps } from "#app/emails/index.server.ts";
import { examples } from "./examples.ts";

const property = "1 Arch Street, Bath, BA1 1AA";
const street = "1 Arch Street";
const NOT_BINDING = "Nothing is legally binding until contracts are exchanged.";

type Row<Name extends EmailName> = [
  what: string,
  name: Name,
  change: Partial<EmailProps[Name]>,
  subject: string,
  sentences: string[],
];

/** Limits the changes in a row to the props of its email. */
const row = <Name extends EmailName>(...cells: Row<Name>) => cells as unknown as Row<EmailName>;

const item = (what: string, next: string) => ({ kind: "steps" as const, what, next });
const { matter_news, people_changed, weekly_summary, solicitor_changed } = examples;
const { information } = examples.firm_news;
const seller = {
  role: "seller" as const,
  name: "Ada Byron",
  email: "ada@example.test",
  phone: null,
};
const buyer = { ...seller, role: "buyer" as const, name: "Bea Byron" };
const giftor = { ...seller, role: "giftor" as const, name: "Gail Giver" };

/** Exact sentences of an email that differ from those of its example. */
export const combinations = [
  row(
    "to a solicitor with one client",
    "solicitor_release",
    { clients: ["Ada Byron"] },
    `Your instruction has ended: sale of ${street}`,
    [
      `You are no longer instructed by Ada Byron on the sale of ${property}. Another solicitor has taken over. Please stop work.`,
      "Seller Ada Byron Our reference",
    ],
  ),
  row(
    "with a document of a buyer on their own",
    "documents_to_solicitor",
    {
      side: "buyer",
      people: ["Bea Byron"],
      documents: examples.documents_to_solicitor.documents.slice(2),
    },
    `1 file from your client: ${street}`,
    [
      `We’ve attached a file that your client has sent us for the purchase of ${property}.`,
      "Your client Bea Byron Lease lease.pdf Our reference",
    ],
  ),
  row(
    "about a refund of the payment for a group",
    "payment_refunded",
    { group_name: "ELM FIELD", fee: null },
    "We’ve refunded £240.00: Elm Field",
    [
      "We’ve refunded £240.00 of your payment for the homes in Elm Field.",
      "The money goes back to the card or bank account you paid with.",
    ],
  ),
  row(
    "about a refund of a payment under review",
    "payment_refunded",
    { fee: "held" },
    `We’ve refunded £240.00: ${street}`,
    ["Do not pay the service fee again. We’ll email you once we know whether it’s paid."],
  ),
  row(
    "about a refund of a payment that didn’t cover the fee",
    "payment_refunded",
    { fee: "unpaid", payment_page: examples.payment_resolved.page },
    `We’ve refunded £240.00: ${street}`,
    [
      "The service fee for your sale isn’t paid, so you still need to pay it. You can pay it now. Pay the service fee http://localhost:3000/sell/payment?sale=65a000000000000000000001",
    ],
  ),
  row(
    "about a reviewed payment that isn’t refunded",
    "payment_resolved",
    { refunded: null, is_paid: true },
    `We’ve looked into your payment: ${street}`,
    [
      "The service fee for your sale is paid. You don’t need to pay anything else.",
      "We haven’t refunded the £200.00. If we refund it later, we’ll email you. If you think we owe you this money, reply to this email.",
    ],
  ),
  row(
    "with the answers for a contract pack without a buyer",
    "firm_news",
    { items: [], information: { ...information!, contract_pack: "needed_without_buyer" } },
    `Property information: ${street}`,
    [
      "You can use the answers for the contract pack, even if there is no buyer yet. When the pack is ready, reply to this email.",
    ],
  ),
  row(
    "with the answers for the contract pack of a buyer",
    "firm_news",
    { items: [], information: { ...information!, contract_pack: "needed" } },
    `Property information: ${street}`,
    ["You can use the answers for the contract pack. When the pack is ready, reply to this email."],
  ),
  row(
    "to a solicitor of two buyers",
    "solicitor_release",
    { noun: "purchase", clients: ["Bea Byron", "Jo Joint"] },
    `Your instruction has ended: purchase of ${street}`,
    [
      `You are no longer instructed by Bea Byron and Jo Joint on the purchase of ${property}.`,
      "Buyers Bea Byron and Jo Joint Our reference",
    ],
  ),
  row(
    "to a solicitor whose buyer has left",
    "solicitor_release",
    { noun: "purchase", clients: [] },
    `Your instruction has ended: purchase of ${street}`,
    [
      `You are no longer instructed on the purchase of ${property}. Another solicitor has taken over.`,
      `Property ${property} Our reference`,
    ],
  ),
  row(
    "to a buyer whose former solicitor has no email",
    "solicitor_changed",
    { noun: "purchase", released_is_emailed: false },
    `Your solicitor for ${street} has changed`,
    [
      `Your solicitor for the purchase of ${property} has changed. Brook Law no longer acts for you. Your new solicitor is Sol Ashby at Ashby & Co. Your new solicitor will tell you their fees. If you didn’t expect this change, reply to this email.`,
      "If you sent documents to Brook Law, have copies ready for your new solicitor.",
      "You can see the progress of your purchase at any time. Sign in with this email address.",
    ],
  ),
  row(
    "to a seller whose solicitor changed within a firm",
    "solicitor_changed",
    { before: solicitor_changed.team.law_firm },
    `Your solicitor for ${street} has changed`,
    [
      `Your solicitor for the sale of ${property} has changed. Your new solicitor is Sol Ashby at Ashby & Co. We’ve emailed both solicitors.`,
      "If you sent documents to your previous solicitor, have copies ready for your new solicitor.",
    ],
  ),
  row(
    "about the buyer's solicitor, to the seller's solicitor",
    "other_solicitor_changed",
    { side: "buyer" },
    `The buyer’s solicitor for ${street} has changed`,
    [
      `Brook Law no longer acts for the buyer of ${property}. Please correspond with the following team from now on.`,
    ],
  ),
  row(
    "about another team of the same firm",
    "other_solicitor_changed",
    { before: "Ashby & Co" },
    `The seller’s solicitor for ${street} has changed`,
    [
      `The team at Ashby & Co that acts for the seller of ${property} has changed. Please correspond with the following team from now on.`,
    ],
  ),
  row(
    "to an estate agent with a page",
    "property_information_shared",
    {
      recipient: "estate_agent",
      agent_page: "http://localhost:3000/agents/65a000000000000000000001/sales/1",
    },
    `Property information: ${street}`,
    [
      "You don’t need to do anything. The questions are our own.",
      "Your office’s page of this sale shows its stage and dates. Open this sale http://localhost:3000/agents/65a000000000000000000001/sales/1",
    ],
  ),
  row(
    "to an estate agent with one seller",
    "estate_agent_release",
    { sellers: ["Ada Byron"] },
    `Estate agent changed in our records: ${street}`,
    [
      `We have recorded a different estate agent for ${property}, so we will not send you any more updates on this sale. This only changes our records. It does not affect your agency agreement with the seller.`,
      "Seller Ada Byron Our reference",
    ],
  ),
  row(
    "to sellers with an agent who has no email",
    "estate_agent_changed",
    { valuers_are_emailed: false },
    `We’ve updated your estate agent: ${street}`,
    [
      `We’ve changed the estate agent we have for your sale of ${property}. It was Castle & Quay Cardiff and is now Northgate York. Estate agent`,
      "This only changes our records. It doesn’t affect any agreement you have with an estate agent.",
    ],
  ),
  row(
    "to an estate agent with two sales",
    "estate_agent_introduction",
    {
      homes: [
        { property: "Plot 1, Elm Field, York", sellers: "Ada Byron" },
        { property: "Plot 2, Elm Field, York", sellers: "Ada Byron, Bob Byron" },
      ],
      ready: [
        { property: "Plot 1, Elm Field, York", url: "http://localhost:3000/ready/1?token=t" },
        { property: "Plot 2, Elm Field, York", url: "http://localhost:3000/ready/2?token=t" },
      ],
    },
    "2 sales registered with Fanlight",
    [
      "Fanlight is handling the legal side of these sales. We have recorded you as the estate agent.",
      "Plot 1, Elm Field, York Seller: Ada Byron",
      "Plot 2, Elm Field, York Sellers: Ada Byron, Bob Byron",
      "These pages show how far the legal work has got. You can show them to buyers, because they show no names or phone numbers. The links work for up to 90 days. Once a home has a buyer, its page will say so and show nothing else.",
      "These sales are already registered with us, so the seller’s legal work can start before there is a buyer.",
      "We’ll order the searches and the seller’s ID checks once the seller has a solicitor. The solicitor can then prepare the contract pack before there is a buyer.",
    ],
  ),
  row(
    "to an office with two sellers to check",
    "thirdfort_request_sellers",
    { people: [seller, seller] },
    `ID checks needed for the sellers: ${street}`,
    [
      `Your office, Northgate York, runs the ID checks on the sellers for the sale of ${property}. Please order them from Thirdfort now, using these details.`,
    ],
  ),
  row(
    "to an office with one buyer to check",
    "thirdfort_request_buyers",
    { people: [buyer] },
    `ID checks needed for the buyer: ${street}`,
    [
      `Your office, Northgate York, runs the ID checks on the buyer for the purchase of ${property}.`,
    ],
  ),
  row(
    "to an office with buyers and giftors to check",
    "thirdfort_request_buyers",
    { people: [buyer, buyer, giftor, giftor] },
    `ID checks needed for the buyers and giftors: ${street}`,
    [
      `Your office, Northgate York, runs the ID checks on the buyers and giftors for the purchase of ${property}.`,
    ],
  ),
  row(
    "to a giftor who cannot sign in yet",
    "giftor_id_check",
    { buyers: "Bea Byron", sign_in: null },
    `Your ID check for the purchase of ${street}`,
    [
      `Bea Byron told us you’re giving them money towards buying ${property}. Fanlight is handling their purchase. Anti-money-laundering rules mean the solicitor must check everyone who gives money towards a purchase.`,
      "If you’re not giving money, or don’t know Bea Byron, ignore the text message and reply to this email. We’ll correct it.",
    ],
  ),
  row(
    "to a giftor whose buyer’s name looks like a link (SE-6)",
    "giftor_id_check",
    { first_name: null, buyers: null },
    `Your ID check for the purchase of ${street}`,
    [
      `A buyer told us you’re giving them money towards buying ${property}.`,
      "If you’re not giving money, or don’t know this buyer, ignore the text message and reply to this email.",
    ],
  ),
  row(
    "to a co-seller whose seller’s name looks like a link (SE-6)",
    "person_named",
    { first_name: null, named_by: null },
    `You’ve been added to the sale of ${street}`,
    [
      `Someone is selling ${property} with Fanlight, and you’ve been added as a co-seller.`,
      "The person who signed up will choose your solicitor, or ask us to choose.",
      "If you don’t know this person, or you’re not involved with this property, don’t sign in.",
    ],
  ),
  row(
    "to a co-buyer",
    "person_named",
    { noun: "purchase", role: "buyer", named_by: "Bea Byron", solicitor: "to_confirm" },
    `You’ve been added to the purchase of ${street}`,
    [
      "Your solicitor We’ll arrange your solicitor once we’ve confirmed your purchase. We’ll introduce you by email.",
      `Bea Byron is buying ${property} with Fanlight, and you’ve been added as a co-buyer.`,
      "You can see the progress of the purchase, who we’re waiting for, and the key dates. Sign in with this email address and we’ll send you a link. You don’t need to create an account.",
      "Complete your ID check. We’ll order your ID check once you have a solicitor. You’ll get a text message with a link from Thirdfort, our ID check provider.",
    ],
  ),
  row(
    "to a seller without co-sellers",
    "people_changed",
    { noun: "sale", primary: { ...people_changed.primary!, named: [] } },
    `The people on your sale have changed: ${street}`,
    [
      `Our team has updated the list of people on your sale of ${property}. You’re now the only person on it. If this is right, you don’t need to do anything. If it’s wrong, reply to this email and we’ll correct it.`,
    ],
  ),
  row(
    "to a person who was removed",
    "people_changed",
    { noun: "sale", primary: null },
    `You’ve been removed from the sale of ${street}`,
    [
      `Our team has removed you from the sale of ${property}. You’ll no longer see it when you sign in, and we won’t email you about it. If you were asked to do an ID check for it, you don’t need to do it.`,
    ],
  ),
  row(
    "to a buyer who was replaced",
    "purchase_intent_deactivated_buyer",
    { first_name: "Bea", are_several: false },
    `You’re no longer the buyer of ${street}`,
    [
      `The sale of ${property} is no longer going ahead with you as the buyer, so we’ll stop work on your purchase.`,
      "If you have a solicitor, ask them whether you need to pay for their work so far.",
      "If you’ve applied for a mortgage, booked a survey or arranged insurance, let your lender, surveyor or insurer know.",
      "If you didn’t expect this, ask the estate agent or email support@fanlight.example.",
    ],
  ),
  row(
    "to a seller with their first buyer",
    "purchase_intent_activated_seller",
    { has_changed: false, buyers: "Bea Byron" },
    `You have a buyer for ${street}`,
    [
      `You have a buyer for your sale of ${property}. ${NOT_BINDING}`,
      "Buyer Bea Byron Agreed price £440,000",
      "If a name or the price is wrong, email support@fanlight.example straight away.",
    ],
  ),
  row(
    "to a seller with one new buyer",
    "purchase_intent_activated_seller",
    { buyers: "Bea Byron" },
    `Your buyer has changed: ${street}`,
    [
      `You have a different buyer for your sale of ${property}. ${NOT_BINDING}`,
      "New buyer Bea Byron Agreed price £440,000",
    ],
  ),
  row(
    "to an invited seller without a code",
    "invitation_seller",
    { offer: null },
    `Your invitation to sell ${street}`,
    [
      "We’ll ask you a few questions about yourself and the property. It takes about 5 minutes. Once the service fee is paid, you choose a solicitor, or ask us to choose one. Accept invitation",
    ],
  ),
  row(
    "about a payment that failed without a reason",
    "payment_failed",
    { reason: null },
    `Your payment didn’t go through: ${street}`,
    [
      `Your payment of £240.00 for your sale of ${property} didn’t go through. You haven’t been charged. Your bank didn’t give a reason. We’ve saved your answers.`,
    ],
  ),
  row(
    "to a customer whose data was not changed",
    "correction_answered",
    { corrected: false, answer: "Your passport says otherwise." },
    "We haven’t changed your data",
    [
      "You told us some of your data was wrong. We haven’t changed it, for this reason: Your passport says otherwise.",
    ],
  ),
  row(
    "about a copy that staff made",
    "data_copy_ready",
    { by_staff: true },
    "Your data is ready to download",
    [
      "Our team has made a copy of your data for you. You can download it until 2 Dec 2026 at 09:05. After that, we’ll delete it.",
    ],
  ),
  row(
    "to an old address without an account",
    "email_corrected_old",
    { has_account: false },
    "We’ve changed your email address",
    [
      "Our team has changed the email address Fanlight has for you. We’ll email your new address from now on. If you didn’t ask for this, email support@fanlight.example straight away.",
    ],
  ),
  row(
    "to a new address without an account",
    "email_corrected_new",
    { has_account: false },
    "We’ll now email you at this address",
    [
      "Our team has changed your email address on Fanlight to this one. We’ll email you here from now on. You can sign in with this address. You don’t need to create an account. We’ll send you a link.",
    ],
  ),
  row(
    "about several matters",
    "matter_handed_over",
    {
      matters: [
        { number: "F-10482", address: property },
        { number: "F-20931", address: property },
      ],
    },
    "Ada has handed 2 matters to you",
    [`F-10482, ${property}`, `F-20931, ${property}`, "See your matters"],
  ),
  row(
    "after the note was deleted",
    "matter_handed_over",
    { note: null },
    "Ada has handed F-10482 to you",
    ["Ada has made you the handler of:"],
  ),
  row(
    "to the stand-in",
    "note_mention",
    { away: "Bronwen Pugh" },
    "Tomasin Okonjo mentioned Bronwen Pugh: 14 Melrose Terrace",
    [
      "Tomasin Okonjo has mentioned Bronwen Pugh in an internal note about 14 Melrose Terrace. You’re the stand-in for Bronwen Pugh today.",
    ],
  ),
  row(
    "to a new colleague without roles",
    "staff_access_changed",
    { change: "added", roles: [] },
    "Your Fanlight staff account is ready",
    [
      "An administrator has added you as a member of staff. Sign in with this email address. You don’t have any roles.",
    ],
  ),
  row(
    "to a colleague who is deactivated",
    "staff_access_changed",
    { change: "deactivated" },
    "Your account has been deactivated",
    [
      "An administrator has deactivated your account. You’ve been signed out everywhere. If you didn’t expect this, contact an administrator or email support@fanlight.example straight away.",
    ],
  ),
  row(
    "about one problem in the audit log",
    "audit_broken",
    { count: 1 },
    "The audit log failed its integrity check",
    [
      "The nightly check found 1 problem. Do not change anything in the database. Keep its backups, and find out who had access.",
    ],
  ),
  row(
    "about one update",
    "matter_news",
    { items: [item("Contracts have been exchanged", "Your sale is now legally binding.")] },
    `Contracts have been exchanged: ${street}`,
    [`${property} Contracts have been exchanged Hello Ada, Your sale is now legally binding.`],
  ),
  row(
    "about one update with a long title",
    "matter_news",
    {
      items: [
        {
          ...item(
            "The seller’s solicitor has sent the contract pack",
            "Your solicitor will review it.",
          ),
          brief: "The contract pack has been sent",
        },
      ],
    },
    `The contract pack has been sent: ${street}`,
    [`${property} The seller’s solicitor has sent the contract pack Hello Ada,`],
  ),
  row(
    "about a date that moved, on a property with a long address",
    "matter_news",
    {
      property: "Apartment 27, The Old Bakery, 119 Bainbrigge Road, Leeds, LS6 3AB",
      items: [
        {
          ...item("Planned completion has moved to Friday 18 December", "The date before."),
          brief: "Planned completion moved to 18 December",
          rank: 1,
        },
      ],
    },
    "Planned completion moved to 18 December: Apartment 27, The…",
    ["Planned completion has moved to Friday 18 December"],
  ),
  row(
    "about two updates without a date",
    "matter_news",
    {
      items: [
        {
          ...item("All search results are in", "Your buyer’s solicitor will review the results."),
          kind: "searches",
        },
        { ...item("Your ID check is complete", "Thank you."), kind: "checks" },
      ],
    },
    `Updates on searches and ID checks: ${street}`,
    ["All search results are in", "Your ID check is complete Thank you."],
  ),
  row(
    "about an exchange, with what to do",
    "matter_news",
    {
      items: [
        {
          ...item("Contracts have been exchanged", "Completion is on Friday 18 December."),
          steps: {
            title: "What to do now",
            days: [
              {
                when: "By Wed 16 December",
                what: "Send your solicitor the money",
                text: "They’ll tell you how much.",
              },
            ],
          },
        },
      ],
    },
    `Contracts have been exchanged: ${street}`,
    ["What to do now Send your solicitor the money By Wed 16 December They’ll tell you how much."],
  ),
  row(
    "about three updates",
    "matter_news",
    { items: [...matter_news.items, item("Your ID check is complete", "Thank you.")] },
    `Completion is planned for Friday 18 December: ${street}`,
    [
      `Hello Ada, Results are in for 2 of 4 searches We’re waiting for the other results.`,
      "Your ID check is complete Thank you.",
    ],
  ),
  row(
    "that reminds a buyer without a property",
    "start_reminder",
    { noun: "purchase", property: null, after: "day" },
    "Finish setting up your purchase",
    [
      "You started setting up your purchase but haven’t finished. We’ve saved your answers, and we’ll start as soon as you complete the rest. Carry on",
    ],
  ),
  row(
    "that is the last reminder",
    "start_reminder",
    {},
    `Finish setting up your sale of ${street}`,
    [
      `You started setting up your sale of ${property} but haven’t finished. We’ve saved your answers, and we’ll start as soon as you complete the rest. This is our last reminder. You can carry on whenever you’re ready.`,
    ],
  ),
  row(
    "about a week with nothing to do",
    "weekly_summary",
    {
      notes: [],
      card: { ...weekly_summary.card, task: null, in_parallel: null, papers: null, due: [] },
    },
    `Weekly update: ${street} (stage: Searches)`,
    [`That’s this week’s update on ${property}.`],
  ),
  row(
    "about a week with two tasks",
    "weekly_summary",
    {
      card: {
        ...weekly_summary.card,
        kind: "yours",
        title: "Complete your ID check",
        task: { title: weekly_summary.card.title, due: weekly_summary.card.due },
      },
    },
    `Weekly update: ${street} (stage: Searches)`,
    [
      "Also to do: Sign and return your engagement letter and TA forms When: As soon as you have them",
    ],
  ),
  row(
    "about a buyer without a solicitor",
    "buyer_found",
    { solicitor: null },
    `A buyer has been found for ${street}`,
    [
      "The buyer doesn’t have a solicitor yet. Please send the contract pack once they do.",
      "Buyer’s solicitor Not instructed yet",
    ],
  ),
];

export const previews = [
  row(
    "one update",
    "matter_news",
    {
      items: [item("All search results are in", "Your buyer’s solicitor will review the results.")],
    },
    "",
    ["Your buyer’s solicitor will review the results."],
  ),
  row("two updates", "matter_news", {}, "", [
    "Results are in for 2 of 4 searches. Completion is planned for Friday 18 December.",
  ]),
  row("one buyer", "buyer_found", { buyers: "Bea Byron" }, "", [
    "Buyer: Bea Byron. Agreed price: £440,000.",
  ]),
  row("two buyers", "buyer_found", {}, "", [
    "Buyers: Bea Byron, Jo Joint. Agreed price: £440,000.",
  ]),
  row("no missing details", "buyer_solicitor_instruction", { missing: [] }, "", [
    "The details we have so far.",
  ]),
  row("missing details", "seller_solicitor_instruction", {}, "", [
    "Still missing: There is no buyer yet. We do not have the title number yet. Not known: agent’s fee, target exchange and target completion.",
  ]),
  row("a referral code", "payment_received", { code: "FRIEND10" }, "", [
    "Your referral code FRIEND10 has covered it. Here’s what happens next.",
  ]),
];
