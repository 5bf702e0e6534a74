import { LINK_MINUTES } from "#app/domain/people/sign-in-links.ts";
import { INVITATION_DAYS } from "#app/domain/invited-matters/statuses.ts";
import type { EmailName } from "#app/emails/index.ts";
import { link } from "./examples.ts";

const minutes = `${LINK_MINUTES} minutes`;
const days = `${INVITATION_DAYS} days`;

/** What each example says, in the HTML and in the text alike. */
export const said: [EmailName, subject: string, words: string[]][] = [
  [
    "magic_link_sign_up",
    "Welcome to Fanlight: confirm your email",
    ["Welcome", link, minutes, "can be used once"],
  ],
  [
    "magic_link_sign_in",
    "Your Fanlight sign-in link",
    ["Hello Ada", link, minutes, "can be used once"],
  ],
  [
    "magic_link_admin",
    "Your Fanlight staff sign-in link",
    ["Hello Joan", "back office", link, minutes, "can be used once"],
  ],
  [
    "sign_in_no_account",
    "Signing in to Fanlight",
    ["We found no account", "http://localhost:3000/sign-up"],
  ],
  [
    "invitation_seller",
    "Your invitation to sell 1 Arch Street, Bath, BA1 1AA",
    ["Joan Clarke has invited you to sell 1 Arch Street, Bath, BA1 1AA", link, days],
  ],
  [
    "invitation_buyer",
    "Your invitation to buy 1 Arch Street, Bath, BA1 1AA",
    ["Joan Clarke has invited you to buy 1 Arch Street, Bath, BA1 1AA", link, days],
  ],
  [
    "payment_received",
    "We have received your payment",
    [
      "Thank you, Ada",
      "£240.00 for the sale of 1 Arch Street, Bath, BA1 1AA",
      "Service fee",
      "Subtotal",
      "£200.00",
      "VAT (20%)",
      "£40.00",
      "ID check",
      "it introduces you to your solicitor",
      "engagement letter",
      "TA forms",
      "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    ],
  ],
  [
    "payment_review",
    "A payment to look at: order 65a0000000000000000000aa",
    [
      "The order had been paid for by another payment. Ask the customer.",
      "pi_3Second",
      "65a0000000000000000000bb",
      "http://localhost:3000/admin/payments/65a0000000000000000000cc",
    ],
  ],
  [
    "contact_request",
    "Contact form: Ada Byron",
    [
      "within 24 hours",
      "Full name Ada Byron",
      "ada@example.com",
      "+447400123456",
      "How long does it take? And what does it cost?",
      "A friend",
    ],
  ],
  [
    "valuer_leads_submitted",
    "2 new leads from Northgate York",
    [
      "Sent by Val Ridley of Northgate York",
      "1 High Street, York",
      "£350,000",
      "Seller 1 Ada Byron ada@example.com +447400123456",
      "Seller 2 Bob Byron",
      "Lead warmth Warm lead",
      "Is the client aware of Fanlight? Not given",
      "Ring after six.",
      "2 High Street, York",
      "£410,000",
      "Is the client aware of Fanlight? No",
    ],
  ],
  [
    "weekly_leads",
    "Your leads of this week",
    [
      "Hello Val",
      "Enter leads for Val Ridley, Northgate York",
      "http://localhost:3000/leads/val%40northgate.example",
      "To stop these emails, reply to this one or write to support@fanlight.example",
    ],
  ],
  [
    "purchase_intent_success",
    "We have your details for 1 Arch Street, Bath, BA1 1AA",
    [
      "Thank you, Bea",
      "your purchase of 1 Arch Street, Bath, BA1 1AA",
      "introduce you to your legal team",
      "review the searches and the title",
      "raise enquiries",
      "prepare the property report",
      "ID check",
      "engagement letter",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "estate_agent_introduction",
    "You are the estate agent for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Val",
      "1 Arch Street, Bath, BA1 1AA",
      "Seller: Ada Byron, Bob Byron",
      "How it works",
      "just answer this email",
    ],
  ],
  [
    "seller_introduction",
    "Your solicitor for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Ada and Bob",
      "your solicitor for the sale of 1 Arch Street, Bath, BA1 1AA",
      "Law firm Ashby & Co",
      "Solicitor Sol Ashby sol@ashby.example +441904555020",
      "Legal assistant Asa Lane asa@ashby.example",
      "engagement letter",
      "TA forms",
      "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    ],
  ],
  [
    "seller_solicitor_instruction",
    "New instruction: sale of 1 Arch Street, Bath, BA1 1AA (our reference 65a000000000000000000001)",
    [
      "Hello Sol",
      "Please act for the sellers of 1 Arch Street, Bath, BA1 1AA",
      "send your engagement letter to the sellers;",
      "Still missing",
      "There is no buyer yet.",
      "The property",
      "Tenure",
      "Freehold",
      "£300,000, the asking price: none is agreed yet",
      "Your clients",
      "Ada Byron",
      "4 Castle Lane",
      "ada@example.com",
      "07400 123456",
      "Our comment",
      "Abroad until May.",
      "Write by email.",
    ],
  ],
  [
    "plot_plan_request",
    "Please send us the plot plan of 1 Arch Street, Bath, BA1 1AA",
    ["Hello Ada", "Ashby & Co needs the plot plan of 1 Arch Street, Bath, BA1 1AA"],
  ],
  [
    "buyer_introduction",
    "Your solicitor for 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Bea",
      "your solicitor for the purchase of 1 Arch Street, Bath, BA1 1AA",
      "Law firm Ashby & Co",
      "Solicitor Sol Ashby sol@ashby.example +441904555020",
      "reviews the searches and the title",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "buyer_additional_info",
    "What to have ready for your purchase of 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Bea",
      "Your solicitor at Ashby & Co",
      "How to send documents securely",
      "not an ordinary email",
      "Your solicitor Sol Ashby sol@ashby.example +441904555020",
    ],
  ],
  [
    "buyer_solicitor_instruction",
    "New instruction: purchase of 1 Arch Street, Bath, BA1 1AA (our reference 65a000000000000000000001)",
    [
      "Sent again. We sent this first on 16 Nov 2026; what is new since the last time is marked “New”.",
      "Yes, Nationwide",
      "New",
    ],
  ],
  [
    "purchase_intent_activated_buyer",
    "Your purchase of 1 Arch Street, Bath, BA1 1AA is going ahead",
    [
      "Hello Bea",
      "Your purchase of 1 Arch Street, Bath, BA1 1AA is going ahead.",
      "What happens next",
      "http://localhost:3000/dashboard/buy/65a000000000000000000001",
    ],
  ],
  [
    "purchase_intent_activated_solicitor",
    "The purchase of 1 Arch Street, Bath, BA1 1AA is going ahead (our reference 65a000000000000000000001)",
    ["Hello Sol", "You act for the buyer. This is what is known now.", "NYK12345"],
  ],
  [
    "purchase_intent_deactivated_buyer",
    "You are no longer the buyer of 1 Arch Street, Bath, BA1 1AA",
    [
      "Hello Ada and Bob",
      "you are no longer the buyer in this matter",
      "stop work on your purchase",
      "ask the estate agent",
    ],
  ],
  [
    "purchase_intent_activated_seller",
    "The buyer of 1 Arch Street, Bath, BA1 1AA has changed",
    [
      "Hello Ada",
      "now goes on with another buyer",
      "The buyer now Bea Byron, Jo Joint",
      "Agreed price £440,000",
      "http://localhost:3000/dashboard/sell/65a000000000000000000001",
    ],
  ],
  [
    "buyer_found",
    "A buyer has been found for 1 Arch Street, Bath, BA1 1AA",
    [
      "1 Arch Street, Bath, BA1 1AA",
      "Bea Byron, Jo Joint",
      "£440,000",
      "Joint",
      "Able Buyers, Able Law",
    ],
  ],
  [
    "thirdfort_request_sellers",
    "Please check the sellers: 1 Arch Street, Bath, BA1 1AA",
    [
      "Northgate, Northgate York conducts the checks on the sellers",
      "a".repeat(24),
      "checks@able.example",
      "Ada Byron",
      "+447400123456",
      "Your office gets a copy of the results.",
    ],
  ],
  [
    "thirdfort_request_buyers",
    "Please check the buyers and giftors: 1 Arch Street, Bath, BA1 1AA",
    ["None", "1. Buyer", "Bea Byron", "2. Giftor", "gail@example.test"],
  ],
  [
    "sewer_bill_request",
    "Please send us a recent water bill of 1 Arch Street, Bath, BA1 1AA",
    ["Hello Ada", "1 Arch Street, Bath, BA1 1AA", "answer this email with the bill attached"],
  ],
];
