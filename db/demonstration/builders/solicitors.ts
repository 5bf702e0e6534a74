import type { Book } from "../book.ts";
import {
  lawFirms,
  type LawyerGroup,
  type LawyerGroupName,
  lawyerGroups,
} from "../content/lawyers.ts";
import type { Matter } from "../content/matters/matter.ts";
import { person } from "../person.ts";
import { logEmail } from "./emails.ts";
import { activeOffer, type EventName, record } from "./history.ts";

/** The addresses of a group: the solicitor's first. */
export function groupEmails(name: LawyerGroupName): string[] {
  const group: LawyerGroup = lawyerGroups[name];
  const { domain } = lawFirms[group.firm];
  return [group.solicitor, ...(group.assistants ?? [])].map(
    (lawyer) => person(lawyer, domain).email,
  );
}

/** Adds the emails that went out when the solicitors were assigned, and the note that a buyer was found. */
export function addSolicitorEmails(book: Book, matter: Matter) {
  const { solicitors, development } = matter;
  if (!solicitors) return;
  const { day, seller, buyer } = solicitors;
  const group: LawyerGroup = lawyerGroups[seller];
  const sellerEmail = person(matter.seller).email;
  const offer = activeOffer(matter, day);
  const send = (event: EventName, recipient: string | undefined, more = {}) => {
    if (!recipient) return;
    const at = record(book, matter, day, event, more);
    logEmail(book, { name: event.replace(/_email_sent$/, ""), recipient, at, matter });
  };

  // Sellers are introduced to panel solicitors only.
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

function addBuyerFound(book: Book, matter: Matter) {
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
