import type { MatterContact } from "#app/domain/handlers/contact.ts";

/** Returns a mailto link; escapes "#", "?" and "%" (RFC 6068, IN-11). */
export function mailto(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}

/**
 * Returns a link that emails the contact about a matter, with a copy to the matter’s own address.
 * The copy joins the conversation, so that colleagues find it while the contact is away.
 */
export function contactMailto(
  { number, copy_to }: MatterContact,
  { email, subject }: { email: string; subject: string },
): string {
  const written = encodeURIComponent(`${subject} ${number}`);
  return `${mailto(email)}?cc=${encodeURIComponent(copy_to)}&subject=${written}`;
}
