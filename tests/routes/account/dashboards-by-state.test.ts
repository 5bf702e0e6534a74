import { beforeAll, describe, expect, test } from "vitest";
import { acceptBuyerTerms } from "#app/domain/terms/acceptance.server.ts";
import {
  activatePurchase,
  activationMark,
  readActivation,
} from "#app/domain/purchases/activation.server.ts";
import { confirmPurchase } from "#app/domain/purchases/purchases.server.ts";
import type { NewPurchase } from "#app/domain/purchases/save-purchase.server.ts";
import {
  readSignificantDates,
  updateSignificantDates,
} from "#app/domain/purchases/significant-dates.server.ts";
import { chooseSolicitor } from "#app/domain/sales/choose-solicitor.server.ts";
import { type SignificantDate, toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { toVersion } from "#app/domain/versions/save-change.server.ts";
import { assign } from "#tests/domain/assignments/solicitor-assignment.ts";
import { useTestDatabase } from "#tests/support/database.ts";
import { gail, jo, newPurchase } from "#tests/support/purchases.ts";
import { staffReader } from "#tests/support/readers.ts";
import { bea as bo } from "#tests/support/sales.ts";
import { insertReport } from "#tests/support/searched-matter.ts";
import { signIn, type Visitor } from "#tests/support/sign-in.ts";
import { solicitorsChoice } from "#tests/support/solicitors.ts";
import { insertSaleAtStage } from "./matters.ts";
import { open } from "./pages.ts";
import { createPurchase } from "#tests/support/create-matter.ts";

/**
 * Takes a matter through every state in order, with the actions of staff and customers, and checks
 * each reader’s dashboard in each state.
 */

const { db } = useTestDatabase();

type Reader = "sam" | "bo" | "bea" | "cy" | "dee" | "gail" | "ivy" | "staff";
type Buyer = "bea" | "cy" | "dee";

let matter: string;
let actor: { id: string; request_id: string };
const visitors = new Map<Reader, Visitor>();
const purchases = new Map<Buyer, string>();

const visitor = (reader: Reader) => visitors.get(reader)!;
const place = (buyer: Buyer) => ({
  transaction_id: matter,
  purchase_intent_id: purchases.get(buyer)!,
});

beforeAll(async () => {
  await signInReaders();
  matter = await insertSaleAtStage(db, visitor("sam").id, {
    terms: true,
    complete: true,
    change: { additional_sellers: [{ ...bo, first_name: "Bo" }] },
  });
  await confirmPurchasesAndInvite();
});

const sam = () => ({ ...visitor("sam"), first_name: "Sam", last_name: "Seller" });
const cy = () => ({ ...visitor("cy"), first_name: "Cy", last_name: "Buyer" });

type State = [state: string, happens: () => Promise<unknown>, Partial<Record<Reader, Said>>];
type Said = { says: RegExp[]; never?: RegExp[] };

const WAITS: Said = {
  says: [
    /Welcome, \w+\. Here’s what happens next\./,
    /Nothing to do for now We’re checking the price with the seller With Fanlight since today Expected \w+ \d+ \w+/,
    /Introduce you to your legal team With us/,
  ],
  never: [/another buyer/, /Ashby/],
};
const REPLACED_BUYER: Said = {
  says: [/Your purchase isn’t going ahead The sale of 12 Arch Street isn’t going ahead with you/],
  never: [
    /another buyer/,
    /on hold/,
    /No solicitor has been assigned/,
    /next steps/i,
    /Here’s what happens next/,
    /Ashby/,
    /Cy/,
  ],
};

describe("the dashboards of every reader in every state of a matter", () => {
  test.each<State>([
    [
      "three buyers want a paid-for sale",
      () => Promise.resolve(),
      {
        sam: {
          says: [
            /Your turn Choose your solicitor When Today. It takes 2 minutes .* Choose your solicitor Ready for a buyer .* We’ll email an update by .* The seven stages .* Whose turn Yours for .* Your next steps Choose your solicitor Now/,
            /Complete your ID check Not started We’ll order your ID check once you have a solicitor/,
          ],
          never: [/Complete your ID check Now/],
        },
        staff: { says: [/Selling 12 Arch Street/] },
        bea: WAITS,
        cy: WAITS,
        dee: WAITS,
      },
    ],
    [
      "the seller has no preference and Bea is the active buyer",
      async () => {
        const seller_id = visitor("sam").id;
        await chooseSolicitor(db, { transaction_id: matter, seller_id, lawyer_group_id: null });
        await activate("bea");
      },
      {
        sam: {
          says: [
            /We’re arranging your solicitor With Fanlight since today You asked us to choose a solicitor/,
          ],
        },
        bea: {
          says: [
            /Welcome, Bea\. 1 document to send Messages Stage 1 of 7: solicitors/,
            /We’re arranging your solicitor/,
          ],
          never: [/Introduce .* Done/],
        },
        cy: WAITS,
        dee: WAITS,
      },
    ],
    [
      "both sides have solicitors",
      async () => assign(db, matter, await solicitorsChoice(db), actor),
      {
        sam: {
          says: [
            /Stage 2 of 7: ID checks Documents to return Sign and return your engagement letter and TA forms When As soon as you have them Ashby & Co will email these to you\. If they haven’t arrived, contact the firm\. I’ve returned the engagement letter and TA forms You need to finish 15 sections about your home \(you or another seller, by \w+ \d+ \w+\)\. Answer questions about your home What’s happening now We’re ordering the ID checks With Fanlight since today Everyone selling will get a text message/,
            /Solicitors .* Done .* ID checks .* In progress .* Searches .* In progress ?, with Fanlight/,
            /Sign the engagement letter From Ashby & Co/,
            /Complete your ID check With us We’ll order your ID check next\./,
          ],
          never: [/Not needed/],
        },
        bea: {
          says: [/Introduce you to your legal team Done/, /Sign the engagement letter From Ashby/],
        },
        cy: WAITS,
        dee: WAITS,
      },
    ],
    [
      "Cy replaces Bea as the active buyer",
      async () => activate("cy"),
      { bea: REPLACED_BUYER, cy: { says: [/Sol Ashby|Ashby & Co/] }, dee: WAITS },
    ],
    [
      "Sam’s check is clear, Bo’s has failed and Cy’s is sent",
      async () => {
        await check("seller", sam(), "complete", "clear");
        await check("seller", { ...bo, first_name: "Bo" }, "failed");
        await check("buyer", cy(), "pending");
      },
      {
        sam: {
          says: [
            /Other people’s ID checks With us You’ve completed your ID check\. We’ll contact Bo about their ID check if we need to\./,
            /Needs everyone’s ID check to be complete/,
          ],
          never: [/Bo.{0,40}failed/, /ID check Done/, /buyer’s (?:side|ID)/],
        },
        cy: {
          says: [
            /Your turn Complete your ID check When As soon as you can Whose turn Yours since today/,
            /Complete your ID check Now We’ve sent you a text message/,
          ],
        },
        bea: REPLACED_BUYER,
      },
    ],
    [
      "Cy’s check is clear and the giftor’s needs review",
      async () => {
        await check("buyer", cy(), "complete", "clear");
        await check("buyer", jo, "complete");
        await check("giftor", gail, "complete", "consider");
      },
      {
        cy: {
          says: [
            /Other people’s ID checks With us You’ve completed your ID check\. We’ll contact Gail about their ID check if we need to\./,
          ],
          never: [/consider/, /Jo about/],
        },
      },
    ],
    [
      "Cy’s purchase falls through",
      async () => setDate("cy", "aborted", "2026-11-02"),
      {
        sam: {
          says: [
            /The sale to your buyer fell through on Monday 2 November\. Your sale is still open with us/,
            /Stopped at stage 2 of 7: ID checks Your turn Find a new buyer The sale to your buyer fell through on Monday 2 November/,
            /ID checks .* Stopped Mon 2 November/,
          ],
          never: [/next steps/i, /Nothing for you to do/],
        },
        cy: {
          says: [
            /Your purchase has fallen through/,
            /It fell through on Monday 2 November, at stage 2 of 7: ID checks\./,
          ],
          never: [/next steps/i, /Your turn/],
        },
        bea: REPLACED_BUYER,
        dee: WAITS,
      },
    ],
    [
      "Cy’s purchase resumes and contracts are exchanged",
      async () => {
        await setDate("cy", "aborted", null);
        await setDate("cy", "exchanged", "2026-11-09");
        await setDate("cy", "completed", "2999-01-04");
      },
      {
        sam: {
          says: [
            /Contracts have been exchanged/,
            /Get ready to move .* Before you move .* Now Book your move/,
            /Fill in the TA forms Done/,
            /Complete your ID check Done/,
          ],
        },
        cy: {
          says: [/Contracts have been exchanged/, /Raise enquiries Done/],
        },
        bea: REPLACED_BUYER,
        dee: REPLACED_BUYER,
      },
    ],
    [
      "Cy’s purchase completes",
      async () => {
        await insertReport(db, matter);
        await setDate("cy", "completed", "2026-11-20");
      },
      {
        sam: {
          says: [/Completed on Friday 20 November 2026 12 Arch Street is sold/],
          never: [/next steps/i, /12 Arch Street is yours/],
        },
        cy: { says: [/Completed on Friday 20 November 2026 12 Arch Street is yours/] },
        bea: {
          says: [/12 Arch Street has been sold Another buyer has bought this property/],
          never: [/Done/, /next steps/i, /is yours/],
        },
        dee: {
          says: [/12 Arch Street has been sold Another buyer has bought this property/],
          never: [/Done/, /next steps/i, /is yours/, /2026/],
        },
      },
    ],
  ])(
    "each reader’s dashboard shows only true sentences in the state “%s”",
    async (_state, happens, expected) => {
      await happens();
      const events = await db
        .selectFrom("events")
        .select(["event_name", "purchase_intent_id"])
        .where("transaction_id", "=", matter)
        .execute();
      for (const reader of ["sam", "bea", "cy", "dee", "staff"] as const) {
        const { text, status } = await open(pathOf(reader), visitor(reader));
        expect(status).toBe(200);
        const own = isBuyer(reader) ? place(reader).purchase_intent_id : null;
        const happened = (event_name: string) =>
          events.some(
            (event) =>
              event.event_name === event_name &&
              (own === null ||
                event.purchase_intent_id === own ||
                event.purchase_intent_id === null),
          );
        for (const [sentence, fact] of FACTS) {
          if (text.includes(sentence)) expect([sentence, reader, fact(happened)]).toContain(true);
        }
        for (const words of expected[reader]?.says ?? []) expect(text).toMatch(words);
        for (const words of expected[reader]?.never ?? []) expect(text).not.toMatch(words);
      }
      // A giftor has a separate page. A person who was invited but has not started has no page at
      // all.
      for (const reader of ["bo", "gail", "ivy"] as const) {
        for (const side of ["sell", "buy"] as const) {
          if (reader === "bo" && side === "sell") continue;
          const path = `/dashboard/${side}/${matter}`;
          const page = await open(path, visitor(reader));
          expect(page.status).toBe(404);
          expect(page.text).not.toContain("Arch Street");
        }
      }
    },
  );
});

function isBuyer(reader: Reader): reader is Buyer {
  return reader === "bea" || reader === "cy" || reader === "dee";
}

const pathOf = (reader: Reader) =>
  isBuyer(reader) ? `/dashboard/buy/${matter}` : `/dashboard/sell/${matter}`;

function isProved(happened: (event_name: string) => boolean) {
  return ["contract_pack_sent", "enquiries_raised", "exchanged"].some(happened);
}

/** Sentences that claim a past event, each with a test of whether that event is on record. */
const FACTS: [sentence: string, fact: (happened: (event_name: string) => boolean) => boolean][] = [
  ["Choose your solicitor Done", (happened) => happened("seller_solicitor_preferred")],
  [
    "Introduce you to your legal team Done",
    (happened) => happened("buyer_introduction_email_sent"),
  ],
  ["Contracts have been exchanged", (happened) => happened("exchanged")],
  ["Completed on", (happened) => happened("completed")],
  ["Your purchase fell through", (happened) => happened("aborted")],
  ["on hold", (happened) => happened("purchase_intent_deactivated")],
  ["Solicitor assigned", (happened) => happened("buyer_solicitors_assigned")],
  // No event records these steps, but later events prove them.
  ["Sign the engagement letter Done", isProved],
  ["Fill in the TA forms Done", isProved],
  ["Raise enquiries Done", isProved],
];

async function activate(buyer: Buyer) {
  const confirmed = activationMark(await readActivation(db, staffReader(), place(buyer)));
  await activatePurchase(db, place(buyer), { actor, confirmed });
}

async function setDate(buyer: Buyer, name: SignificantDate, day: string | null) {
  const dates = await readSignificantDates(db, staffReader(), place(buyer));
  const yours = { ...dates, [name]: toDateParts(day) };
  await updateSignificantDates(db, place(buyer), yours, { actor, opened: toVersion(dates) });
}

async function check(
  person_type: "seller" | "buyer" | "giftor",
  person: { first_name: string; last_name: string; email: string },
  status: "pending" | "failed" | "complete",
  result: "clear" | "consider" | null = null,
) {
  const { first_name, last_name, email } = person;
  const phone_number = "+447400123456";
  await db
    .insertInto("identity_checks")
    .values({
      ...{ transaction_id: matter, person_type, phone_number },
      ...{ first_name, last_name, email, status, result },
    })
    .execute();
}

/** Signs in every reader, including a co-seller and a giftor whom other customers added. */
async function signInReaders() {
  const enter = async (reader: Reader, last_name: string, email?: string) => {
    const first_name = reader.charAt(0).toUpperCase() + reader.slice(1);
    const type = reader === "staff" ? "admin" : "customer";
    visitors.set(
      reader,
      await signIn(db, { first_name, last_name, type, ...(email && { email }) }),
    );
  };
  await enter("staff", "Member");
  actor = { id: visitor("staff").id, request_id: "req-1" };
  await enter("sam", "Seller");
  // Bo and Gail sign in with the email addresses that other customers add them with.
  await enter("bo", bo.last_name, bo.email);
  await enter("gail", gail.last_name, gail.email);
  await enter("ivy", "Invited");
  for (const reader of ["bea", "cy", "dee"] as const) await enter(reader, "Buyer");
}

/** Confirms three purchases of the property, and invites Ivy to buy it. */
async function confirmPurchasesAndInvite() {
  const { property_id } = await db
    .selectFrom("transactions")
    .select("property_id")
    .where("id", "=", matter)
    .executeTakeFirstOrThrow();
  const wish: Record<Buyer, Partial<NewPurchase>> = {
    bea: {},
    cy: { ownership_type: "Joint", additional_buyers: [jo], gifts: "yes", giftors: [gail] },
    dee: {},
  };
  for (const buyer of ["bea", "cy", "dee"] as const) {
    const buyer_id = visitor(buyer).id;
    const { id } = await createPurchase(db, buyer_id, newPurchase(property_id, wish[buyer]));
    purchases.set(buyer, id);
    await acceptBuyerTerms(db, { purchase_intent_id: id, buyer_id });
    await confirmPurchase(db, { id, buyer_id });
  }
  await db
    .insertInto("invitations")
    .values({
      role: "buy",
      user_id: visitor("ivy").id,
      invited_by: actor.id,
      new_user: true,
      status: "sent",
      property_id,
    })
    .execute();
}
