import type { SeedRows } from "../seed-builder.ts";
import {
  lawFirms,
  type LawyerGroup,
  type LawyerGroupName,
  lawyerGroups,
} from "../content/lawyers.ts";
import type { Matter, Offer } from "../content/matters/matter.ts";
import { person } from "../person.ts";
import { id } from "../deterministic.ts";
import { logEmail } from "./emails.ts";
import { letterParts } from "./letters.ts";
import { activeOffer, type EventName, purchaseId, record, transactionId } from "./history.ts";

export function groupEmails(name: LawyerGroupName): string[] {
  const group: LawyerGroup = lawyerGroups[name];
  const { domain } = lawFirms[group.firm];
  return [group.solicitor, ...(group.assistants ?? [])].map(
    (lawyer) => person(lawyer, domain).email,
  );
}

export function addSolicitorEmails(book: SeedRows, matter: Matter) {
  const { solicitors, development } = matter;
  if (!solicitors) return;
  const { day, seller, buyer } = solicitors;
  const group: LawyerGroup = lawyerGroups[seller];
  const sellerEmail = person(matter.seller).email;
  const offer = activeOffer(matter, day);
  const send = (event: EventName, recipient: string | undefined, more = {}) => {
    if (!recipient) return;
    const at = record(book, matter, day, event, more);
    const side = /^(seller|buyer)_solicitor_instruction/.exec(event)?.[1];
    const letter_id = side && addLetter(book, matter, { side, at, recipient, offer });
    logEmail(book, {
      name: event.replace(/_email_sent$/, ""),
      recipient,
      at,
      matter,
      ...(letter_id && { props: { letter_id }, dedupe_key: `solicitor_letter:${letter_id}` }),
    });
  };

  // Only panel solicitors are introduced to the seller.
  if (!group.nonPanel) send("seller_introduction_email_sent", sellerEmail);
  send("seller_solicitor_instruction_email_sent", groupEmails(seller)[0]);
  if (development) send("plot_plan_request_email_sent", sellerEmail);
  if (buyer && offer) {
    const buyerEmail = person(offer.buyer).email;
    send("buyer_introduction_email_sent", buyerEmail, { offer });
    send("buyer_additional_info_email_sent", buyerEmail, { offer });
    send("buyer_solicitor_instruction_email_sent", groupEmails(buyer)[0], { offer });
  }
  addBuyerFound(book, matter);
}

function addLetter(
  book: SeedRows,
  matter: Matter,
  about: { side: string; at: Date; recipient: string; offer: Offer | undefined },
): string {
  const { side, at, recipient, offer } = about;
  const { seller, buyer = seller } = matter.solicitors ?? {};
  const name = side === "seller" ? seller : buyer;
  if (!name) throw new Error(`${matter.home} has no solicitors`);
  const letter_id = id("letter", `${matter.home} ${side}`);
  const { parts, unknown } = letterParts(matter, about);
  const transaction_id = transactionId(matter);
  book.rows.solicitor_letters.push({
    id: letter_id,
    side: side === "seller" ? "seller" : "buyer",
    lawyer_group_id: id("lawyer group", name),
    purchase_intent_id: side === "buyer" && offer ? purchaseId(matter, offer) : null,
    letter: JSON.stringify({
      to: recipient,
      cc: groupEmails(name).slice(1),
      subject: `New instruction: ${side === "seller" ? "sale" : "purchase"} of ${matter.home}`,
      references: [transaction_id],
      heading: `Instruction to act for the ${side} of ${matter.home}`,
      first_name: lawyerGroups[name].solicitor.split(" ")[0] ?? "",
      intro: "The details we have so far are below. Please:",
      asks: [
        "reply to confirm that you can act, or tell us straight away if you cannot;",
        `send your client care letter and terms of engagement to the ${side};`,
        side === "seller"
          ? "prepare the contract pack once the ID checks and searches are done, even if there is no buyer yet, and tell us when it is ready."
          : "confirm when you have received the contract pack, and raise your enquiries once you have reviewed it.",
      ],
      missing: [...(offer ? [] : ["There is no buyer yet."]), unknown],
      parts,
      comment: side === "seller" ? (matter.solicitors?.comments ?? null) : null,
      first_sent_at: null,
      changes: [],
    }),
    created_at: at,
  });
  book.rows.solicitor_letter_matters.push({ transaction_id, letter_id });
  addAnswer(book, matter, { ...about, name });
  return letter_id;
}

/**
 * Adds that the firm accepted or declined, on the working day after the letter. Firms of recent
 * letters have not answered.
 */
function addAnswer(
  book: SeedRows,
  matter: Matter,
  about: { side: string; offer: Offer | undefined; name: LawyerGroupName },
) {
  const { side, offer, name } = about;
  const day = (matter.solicitors?.day ?? 0) - 1;
  if (day < 1) return;
  const answered_by = lawyerGroups[name].solicitor;
  const note = side === "seller" ? matter.solicitors?.declined : undefined;
  book.rows.instruction_answers.push({
    id: id("instruction answer", `${matter.home} ${side}`),
    transaction_id: transactionId(matter),
    purchase_intent_id: side === "buyer" && offer ? purchaseId(matter, offer) : null,
    side: side === "seller" ? "seller" : "buyer",
    lawyer_group_id: id("lawyer group", name),
    ...(note
      ? { answer: "declined", reason: "conflict", note }
      : { answer: "accepted", fee_earner: answered_by }),
    answered_by,
    answered_at: book.calendar.at(day, 60),
  });
}

function addBuyerFound(book: SeedRows, matter: Matter) {
  if (matter.buyerFound === undefined || !matter.solicitors) return;
  const offer = activeOffer(matter, matter.buyerFound);
  const at = record(book, matter, matter.buyerFound, "buyer_found_email_sent", {
    ...(offer && { offer }),
  });
  for (const side of [matter.solicitors.seller, matter.solicitors.buyer]) {
    const recipient = side && groupEmails(side)[0];
    if (recipient) logEmail(book, { name: "buyer_found", recipient, at, matter });
  }
}
