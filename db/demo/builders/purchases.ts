import { addAddress } from "../addresses.ts";
import type { SeedRows } from "../seed-builder.ts";
import type { Matter, Offer } from "../content/matters/matter.ts";
import { customers } from "../content/people.ts";
import { id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { activeOffer, purchaseId, record, transactionId } from "./history.ts";
import { noteCustomer, propertyId } from "./sales.ts";

export function addPurchases(book: SeedRows, matter: Matter) {
  for (const offer of matter.offers ?? []) {
    addPurchase(book, matter, offer);
    addBuyers(book, matter, offer);
    recordActivation(book, matter, offer);
    recordDates(book, matter, offer);
  }
}

function addPurchase(book: SeedRows, matter: Matter, offer: Offer) {
  const created_at = record(book, matter, offer.made, "purchase_intent_created", { offer });
  noteCustomer(book, offer.buyer, created_at);
  const terms_accepted_at =
    offer.reached === "property"
      ? null
      : record(book, matter, offer.made, "buyer_terms_accepted", { offer });
  if (offer.reached === undefined) recordFinished(book, matter, offer);
  const date = (day?: number) => (day === undefined ? null : book.calendar.date(day));
  book.rows.purchase_intents.push({
    id: purchaseId(matter, offer),
    transaction_id: transactionId(matter),
    property_id: propertyId(matter),
    buyer_id: userId(offer.buyer),
    is_active: activeOffer(matter) === offer,
    released_on: date(releasedOn(matter, offer)),
    agreed_price_pounds: offer.price,
    ownership_type: offer.with ? "Joint" : "Sole",
    mortgage_required_for_purchase: offer.lender ? "yes" : "no",
    mortgage_provider: offer.lender ?? null,
    mortgage_broker: offer.broker ?? null,
    purchase_dependent_on_sale: "no",
    first_time_buyer: "no",
    is_using_foreign_currency: "no",
    requires_mortgage_referral: "no",
    gifts: offer.gifts ? "yes" : "no",
    ...offer.answers,
    ...Object.fromEntries(offer.funding.map((source) => [source, true])),
    other_funding_comments: offer.otherFunding ?? null,
    terms_accepted_at,
    terms_accepted_by: terms_accepted_at && userId(offer.buyer),
    terms_version: terms_accepted_at && "1.0",
    sale_agreed: date(offer.agreed),
    contract_pack_sent_on: date(offer.packSent),
    enquiries_raised_on: date(offer.enquiriesRaised),
    enquiries_answered_on: date(offer.enquiriesAnswered),
    exchanged: date(offer.exchanged),
    completed: date(offer.completed),
    aborted: date(offer.aborted),
    created_at,
    updated_at: created_at,
  });
}

function recordFinished(book: SeedRows, matter: Matter, offer: Offer) {
  const at = record(book, matter, offer.made, "purchase_intent_success_email_sent", { offer });
  const recipient = person(offer.buyer).email;
  logEmail(book, { name: "purchase_intent_success", recipient, at, matter });
}

function addBuyers(book: SeedRows, matter: Matter, offer: Offer) {
  const purchase_intent_id = purchaseId(matter, offer);
  const created_at = book.calendar.at(offer.made, 60);
  const home = customers[offer.buyer];
  (offer.with ?? []).forEach((buyer, position) =>
    book.rows.parties.push({
      id: id("buyer", `${matter.home}: ${buyer}`),
      kind: "buyer",
      purchase_intent_id,
      position,
      ...person(buyer),
      correspondence_address_id: home
        ? addAddress(book, { owner: `${buyer}, buyer`, text: home, created_at })
        : null,
      created_at,
    }),
  );
  (offer.gifts ?? []).forEach(({ from, pounds, relationship }, position) =>
    book.rows.parties.push({
      id: id("giftor", `${matter.home}: ${from}`),
      kind: "giftor",
      purchase_intent_id,
      position,
      ...person(from),
      amount_pounds: pounds,
      relationship,
      created_at,
    }),
  );
}

function recordActivation(book: SeedRows, matter: Matter, offer: Offer) {
  if (offer.activated === undefined) return;
  const at = record(book, matter, offer.activated, "purchase_intent_activated", { offer });
  const recipient = person(offer.buyer).email;
  logEmail(book, { name: "purchase_intent_activated_buyer", recipient, at, matter });
  const released = releasedOn(matter, offer);
  if (released !== undefined)
    record(book, matter, released, "purchase_intent_deactivated", { offer });
}

/** Returns the day on which another offer became active in place of this one, if one did. */
function releasedOn(matter: Matter, offer: Offer): number | undefined {
  const next = activeOffer(matter);
  if (offer.activated === undefined || next === undefined || next === offer) return undefined;
  return next.activated ?? offer.activated;
}

/**
 * Records the dates of a purchase as events, each on its day, or on the day of activation if that
 * is later.
 */
function recordDates(book: SeedRows, matter: Matter, offer: Offer) {
  const dates = [
    ["sale_agreed", offer.agreed],
    ["contract_pack_sent", offer.packSent],
    ["enquiries_raised", offer.enquiriesRaised],
    ["enquiries_answered", offer.enquiriesAnswered],
    ["exchanged", offer.exchanged],
    ["completed", offer.completed],
    ["aborted", offer.aborted],
  ] as const;
  for (const [name, day] of dates) {
    if (day === undefined) continue;
    const written = Math.min(day, offer.activated ?? offer.made);
    const comments = book.calendar.date(day).split("-").reverse().join("/");
    record(book, matter, written, name, { offer, comments });
  }
}
