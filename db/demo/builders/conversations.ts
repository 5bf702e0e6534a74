import type { SeedRows } from "../seed-builder.ts";
import { answerBy } from "#app/domain/conversations/answer-by.ts";
import { id } from "../deterministic.ts";

type Message = SeedRows["rows"]["messages"][number];
type Conversation = SeedRows["rows"]["conversations"][number];

const HOUR_MS = 3_600_000;

/**
 * Puts the received and sent emails into conversations, and adds messages, notes and a phone call.
 * Call it after all other rows are collected.
 */
export function addConversations(book: SeedRows) {
  const { inbound_emails, email_log, users } = book.rows;
  const purchaseOf = purchasesByAddress(book);
  const staff = new Set(users.filter(({ type }) => type === "admin").map(({ email }) => email));
  for (const email of inbound_emails) {
    const { transaction_id = null, from_email = null } = email;
    const at = new Date(email.received_at);
    const conversation = open(book, {
      transaction_id,
      purchase_intent_id: purchaseOf(transaction_id, from_email),
      sender: transaction_id === null ? from_email : null,
    });
    push(book, conversation, {
      kind: "email_received",
      at,
      inbound_email_id: email.id ?? null,
    });
    if (!email.automatic) wait(conversation, at);
  }
  for (const email of email_log) {
    const { transaction_id = null, recipient, sent_at } = email;
    if (!transaction_id || !sent_at || email.status !== "sent" || staff.has(recipient)) continue;
    const purchase_intent_id = purchaseOf(transaction_id, recipient);
    const conversation = open(book, { transaction_id, purchase_intent_id, sender: null });
    push(book, conversation, {
      kind: "email_sent",
      at: new Date(sent_at),
      email_log_id: email.id ?? null,
    });
  }
  addWritten(book);
}

/** Returns a function that finds the purchase to whose side an address of a matter belongs. */
function purchasesByAddress({ rows }: SeedRows) {
  const found = new Map<string, string>();
  const purchases = rows.purchase_intents.toSorted(
    (one, other) => Number(one.is_active ?? false) - Number(other.is_active ?? false),
  );
  for (const purchase of purchases) {
    const { id: purchase_id = "", transaction_id, buyer_id } = purchase;
    const matter = rows.transactions.find((each) => each.id === transaction_id);
    const emails = [
      ...rows.users.filter((user) => user.id === buyer_id).map(({ email }) => email),
      ...rows.parties
        .filter((party) => party.purchase_intent_id === purchase_id)
        .map(({ email }) => email),
      ...rows.lawyer_group_members
        .filter(({ lawyer_group_id }) => lawyer_group_id === matter?.buyer_lawyer_group_id)
        .map(({ email }) => email),
    ];
    for (const email of emails) if (email) found.set(`${transaction_id} ${email}`, purchase_id);
  }
  const sellers = new Map(rows.transactions.map((matter) => [matter.id, matter.seller_id]));
  const emails = new Map(rows.users.map((user) => [user.id, user.email]));
  return (transaction_id: string | null, email: string | null) => {
    if (transaction_id === null || email === null) return null;
    if (emails.get(sellers.get(transaction_id)) === email) return null;
    return found.get(`${transaction_id} ${email}`) ?? null;
  };
}

function open(
  { rows }: SeedRows,
  place: {
    transaction_id: string | null;
    purchase_intent_id: string | null;
    sender: string | null;
  },
): Conversation {
  const { transaction_id, purchase_intent_id, sender } = place;
  const key = [transaction_id, purchase_intent_id, sender].join(" ");
  const conversation_id = id("conversation", key);
  const known = rows.conversations.find((each) => each.id === conversation_id);
  if (known) return known;
  const created: Conversation = {
    id: conversation_id,
    ...place,
    side: transaction_id === null ? null : purchase_intent_id === null ? "seller" : "buyer",
    state: "closed",
    unanswered: 0,
    last_message_at: new Date(0),
  };
  rows.conversations.push(created);
  return created;
}

function push(
  { rows }: SeedRows,
  conversation: Conversation,
  message: Omit<Message, "id" | "conversation_id"> & { at: Date },
): string {
  const message_id = id("message", `${conversation.id} ${rows.messages.length}`);
  rows.messages.push({
    id: message_id,
    conversation_id: conversation.id ?? "",
    ...message,
    created_at: message.at,
  });
  const created_at = conversation.created_at ?? message.at;
  conversation.created_at = message.at < new Date(created_at) ? message.at : created_at;
  if (message.at > conversation.last_message_at) conversation.last_message_at = message.at;
  return message_id;
}

function wait(conversation: Conversation, at: Date) {
  const since = conversation.unanswered_since ?? null;
  conversation.state = "open";
  conversation.unanswered = (conversation.unanswered ?? 0) + 1;
  conversation.unanswered_since = since === null || at < new Date(since) ? at : since;
  conversation.answer_by = answerBy(new Date(conversation.unanswered_since));
}

function end(conversation: Conversation, state: "answered" | "closed") {
  Object.assign(conversation, { state, unanswered: 0, unanswered_since: null, answer_by: null });
}

/** Adds an answer to the last email from the seller in a conversation, if there is one. */
function answerSeller(
  book: SeedRows,
  conversation: Conversation,
  { author_id, seller }: { author_id: string | null; seller: Seller },
) {
  const { messages, inbound_emails } = book.rows;
  const received = messages.flatMap(({ conversation_id, inbound_email_id }) =>
    conversation_id === conversation.id
      ? inbound_emails.filter(
          ({ id: email_id, from_email }) =>
            email_id === inbound_email_id && from_email === seller.email,
        )
      : [],
  );
  const last = received.at(-1);
  if (!last) return;
  push(book, conversation, {
    kind: "email_sent",
    at: new Date(new Date(last.received_at).getTime() + HOUR_MS),
    author_id,
    subject: "Your sale",
    sent_to: [seller.email],
    text: "Thank you for your email. You don’t need to do anything else for now.",
  });
}

type Seller = { id: string | null; email: string };

/** Adds what people wrote: a message and a request for an update, an answer, and notes. */
function addWritten(book: SeedRows) {
  const { rows, calendar } = book;
  const staff = rows.users.filter(({ type, active }) => type === "admin" && active !== false);
  const [colleague, other] = staff;
  const matters = rows.conversations.filter(
    ({ side, transaction_id }) => side === "seller" && transaction_id !== null,
  );
  const [first, second, third, ...others] = matters;
  if (!colleague || !other || !first || !second || !third) return;
  const sellerOf = ({ transaction_id }: Conversation): Seller => {
    const seller = rows.transactions.find((matter) => matter.id === transaction_id)?.seller_id;
    const email = rows.users.find((user) => user.id === seller)?.email ?? "";
    return { id: seller ?? null, email };
  };
  const at = (hours: number) => new Date(calendar.today.getTime() - hours * HOUR_MS);

  for (const each of [first, third, ...others]) {
    answerSeller(book, each, { author_id: colleague.id ?? null, seller: sellerOf(each) });
  }
  push(book, first, {
    kind: "page_message",
    at: at(7),
    author_id: sellerOf(first).id,
    text: "Can the buyers come and measure up on Saturday?",
  });
  wait(first, at(7));
  push(book, first, { kind: "update_request", at: at(5), author_id: sellerOf(first).id });
  wait(first, at(5));
  push(book, first, {
    kind: "phone_note",
    at: at(6),
    author_id: colleague.id ?? null,
    spoke_with: "the seller",
    call_minutes: 6,
    text: "They have found the boiler service record and will upload it tonight.",
  });
  const note = push(book, first, {
    kind: "internal_note",
    at: at(4),
    author_id: other.id ?? null,
    text: "The agent says that a second buyer may offer. Don’t mention this to the buyers.",
  });
  rows.message_mentions.push({ message_id: note, user_id: colleague.id ?? "" });

  end(second, "answered");
  const sent = push(book, second, {
    kind: "email_sent",
    at: at(20),
    author_id: colleague.id ?? null,
    subject: "Your sale",
    sent_to: [sellerOf(second).email],
    text: "Your solicitor has the documents. We’ll email you as soon as they reply.",
  });
  const document = rows.documents.find(
    ({ transaction_id, purchase_intent_id }) =>
      transaction_id === second.transaction_id && !purchase_intent_id,
  );
  if (document?.id) rows.message_documents.push({ message_id: sent, document_id: document.id });
  end(third, "answered");
  third.snoozed_until = calendar.date(-5);
  for (const each of others) end(each, "closed");
  addFirmQuestion(book, first, at(3));
  const matched = rows.inbound_emails.find(({ match_type }) => match_type === "by_hand");
  if (matched?.from_email && matched.transaction_id) {
    rows.matched_senders.push({
      email: matched.from_email,
      transaction_id: matched.transaction_id,
      matched_by: colleague.id ?? null,
      matched_at: matched.received_at,
    });
  }
  if (rows.message_documents.length === 0) {
    const any = rows.documents.find(({ purchase_intent_id }) => !purchase_intent_id);
    if (any?.id) rows.message_documents.push({ message_id: sent, document_id: any.id });
  }
}

/** Adds a question that the seller’s solicitor asked on the firm’s page. */
function addFirmQuestion(book: SeedRows, conversation: Conversation, at: Date) {
  const { rows } = book;
  const matter = rows.transactions.find(({ id }) => id === conversation.transaction_id);
  const solicitor = rows.lawyer_group_members.find(
    ({ lawyer_group_id, kind }) =>
      lawyer_group_id === matter?.seller_lawyer_group_id && kind === "solicitor",
  );
  const group = rows.lawyer_groups.find(({ id }) => id === solicitor?.lawyer_group_id);
  const firm = rows.law_firms.find(({ id }) => id === group?.law_firm_id);
  if (!solicitor || !firm) return;
  push(book, conversation, {
    kind: "firm_message",
    at,
    spoke_with: `${solicitor.first_name} ${solicitor.last_name}, ${firm.name}`,
    firm_email: solicitor.email,
    text: "Do the sellers have the certificate for the new boiler?",
  });
  wait(conversation, at);
}
