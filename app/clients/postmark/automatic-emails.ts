/**
 * Detection of automatic emails by their headers (RFC 3834, RFC 6522 and older conventions). A
 * sender gains nothing by forging these headers, because an automatic email counts for less than a
 * person's.
 */

/**
 * Kind of automatic email: a reply, or a "bounce", which reports that an email was not delivered.
 */
export type Automatic = "reply" | "bounce";

type Header = { Name: string; Value: string };

/** Returns which kind of automatic email this is; null if a person may have written it. */
export function readAutomatic(headers: readonly Header[], from_email: string | null) {
  const valuesOf = (...names: string[]) =>
    headers
      .filter(({ Name }) => names.includes(Name.toLowerCase()))
      .map(({ Value }) => Value.trim().toLowerCase());
  const hasNullSender = valuesOf("return-path").some((path) => /^<?\s*>?$/.test(path));
  const isReport = valuesOf("content-type").some((type) =>
    /^multipart\/report\b.*\breport-type="?delivery-status\b/s.test(type),
  );
  const isFromMailSystem = !from_email || /^(?:mailer-daemon|postmaster)@/i.test(from_email);
  if (isReport || valuesOf("x-failed-recipients").length > 0) return "bounce";
  if (hasNullSender && isFromMailSystem) return "bounce";
  const isReply =
    hasNullSender ||
    valuesOf("auto-submitted").some((value) => !/^no\b/.test(value)) ||
    valuesOf("x-autoreply", "x-autorespond").some((value) => value !== "no") ||
    valuesOf("precedence").some((value) => /^(?:auto_reply|bulk|junk)$/.test(value));
  return isReply ? "reply" : null;
}
