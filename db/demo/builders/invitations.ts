import { addAddress } from "../addresses.ts";
import type { SeedRows } from "../seed-builder.ts";
import { type Invitation, invitations } from "../content/invitations.ts";
import { hashOfNoToken, id } from "../deterministic.ts";
import { person, userId } from "../person.ts";
import { logEmail } from "./emails.ts";
import { noteCustomer } from "./sales.ts";

const sevenDays = 7 * 24 * 60 * 60 * 1000;

export function addInvitations(book: SeedRows) {
  for (const invitation of invitations) addInvitation(book, invitation);
  addUsedLinks(book);
}

function addInvitation(book: SeedRows, invitation: Invitation) {
  const { role, name, status, made, home } = invitation;
  const key = `${role} ${name} ${invitation.resend ? "again" : ""}`;
  const created_at = book.calendar.at(made, 30);
  const sent_at = status === "pending" ? null : new Date(created_at.getTime() + 5_000);
  const invitation_id = id("invitation", key);
  if (!invitation.hadAccount) noteCustomer(book, name, created_at);
  book.rows.invitations.push({
    id: invitation_id,
    token_hash: hashOfNoToken(`invitation ${key}`),
    status,
    role,
    user_id: userId(name),
    new_user: !invitation.hadAccount && !invitation.resend,
    invited_by: userId(invitation.by),
    property_id: role === "buy" && home ? id("property", home) : null,
    property_address_id:
      role === "sell" && home
        ? addAddress(book, { owner: `invitation ${key}`, text: home, created_at })
        : null,
    referral_code: invitation.code ?? null,
    is_resend: invitation.resend ?? false,
    email_sent_at: sent_at,
    link_click_count: invitation.clicks ?? 0,
    ...matterOf(book, invitation),
    created_at,
    updated_at: changedAt(book, invitation, created_at),
  });
  logEmail(book, {
    name: role === "sell" ? "invitation_seller" : "invitation_buyer",
    recipient: person(name).email,
    at: created_at,
    user_id: userId(name),
    props: { invitation_id },
    dedupe_key: `invitation:${invitation_id}`,
    ...(invitation.refused && { error: invitation.refused }),
  });
  book.rows.magic_link_tokens.push({
    id: id("link", key),
    token_hash: hashOfNoToken(`link ${key}`),
    user_id: userId(name),
    purpose: "invitation",
    role,
    invitation_id,
    created_at,
    expires_at: new Date(created_at.getTime() + sevenDays),
    used_at: invitation.clicks ? changedAt(book, invitation, created_at) : null,
  });
}

function matterOf(book: SeedRows, { role, name, home = "" }: Invitation) {
  if (role === "sell") {
    const transaction_id = id("transaction", home);
    return book.rows.transactions.some((row) => row.id === transaction_id)
      ? { transaction_id }
      : {};
  }
  const purchase_intent_id = id("purchase intent", `${home}: ${name}`);
  return book.rows.purchase_intents.some((row) => row.id === purchase_intent_id)
    ? { purchase_intent_id }
    : {};
}

/**
 * Returns when an invitation last changed. It was clicked or cancelled on the next day, or expired
 * after a week.
 */
function changedAt(book: SeedRows, { status, made }: Invitation, created_at: Date) {
  if (status === "pending" || status === "sent") return created_at;
  if (status === "expired") return new Date(created_at.getTime() + sevenDays);
  return book.calendar.at(Math.max(made - 1, 0), 60);
}

function addUsedLinks(book: SeedRows) {
  const links = [
    { name: "Ada Marsh", purpose: "sign_in", role: null, day: 1 },
    { name: "Sam Seller", purpose: "sign_in", role: null, day: 3 },
    { name: "Maisie Thurlow", purpose: "sign_up", role: "sell", day: 0 },
    { name: "Eleri Wyn Parry", purpose: "sign_in", role: "buy", day: 1 },
  ] as const;
  for (const { name, purpose, role, day } of links) {
    const used_at = book.calendar.at(day, 10);
    const created_at = new Date(used_at.getTime() - 60_000);
    book.rows.magic_link_tokens.push({
      id: id("link", `${purpose} ${name}`),
      token_hash: hashOfNoToken(`${purpose} ${name}`),
      user_id: userId(name),
      purpose,
      role,
      created_at,
      expires_at: new Date(created_at.getTime() + 30 * 60_000),
      used_at,
    });
  }
}
