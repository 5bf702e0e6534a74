import { postToPostmarkHook, postWithRetries } from "./post-webhook.ts";
import { addressIn, type Email } from "./postmark.ts";

/**
 * Bounces that Postmark reports, by the mailbox in the recipient's address. Postmark itself
 * simulates them only at its test domain (bounce-testing.postmarkapp.com); this double does so at
 * every domain. It also reports a complaint for the mailbox "complaint", which Postmark can't
 * simulate.
 */
const BOUNCES: Partial<Record<string, { Type: string; TypeCode: number; Name: string }>> = {
  hardbounce: { Type: "HardBounce", TypeCode: 1, Name: "Hard bounce" },
  transient: { Type: "Transient", TypeCode: 2, Name: "Message delayed" },
  softbounce: { Type: "SoftBounce", TypeCode: 4096, Name: "Soft bounce" },
  blocked: { Type: "Blocked", TypeCode: 100006, Name: "ISP block" },
};

const COMPLAINT = { Type: "SpamComplaint", TypeCode: 100001, Name: "Spam complaint" };

const PAUSES_MS = [0, 1_000, 5_000, 20_000];

export function postOutcomes(outcomesUrl: string | null, email: Email): void {
  if (!outcomesUrl) return;
  for (const message of outcomeMessages(email)) {
    void postWithRetries(PAUSES_MS, () => postToPostmarkHook(outcomesUrl, message)).catch(
      () => undefined,
    );
  }
}

export function outcomeMessages(email: Email) {
  const readers = [email.To, email.Cc ?? ""].join(",").split(",").filter(Boolean).map(addressIn);
  return readers.flatMap((reader) => {
    const mailbox = (reader.split("@")[0] ?? "").replaceAll("_", "");
    const bounce = BOUNCES[mailbox];
    if (bounce) return [returned("Bounce", email, reader, bounce)];
    return mailbox === "complaint"
      ? [delivered(email, reader), returned("SpamComplaint", email, reader, COMPLAINT)]
      : [delivered(email, reader)];
  });
}

function delivered({ MessageID, Tag = "", Metadata }: Email, Recipient: string) {
  return {
    RecordType: "Delivery",
    ServerID: 1,
    MessageStream: "outbound",
    MessageID,
    Recipient,
    Tag,
    DeliveredAt: new Date().toISOString(),
    Details: "smtp;250 2.0.0 OK",
    Metadata,
  };
}

function returned(
  RecordType: "Bounce" | "SpamComplaint",
  { MessageID, Tag = "", Metadata, From, Subject }: Email,
  address: string,
  bounce: typeof COMPLAINT,
) {
  return {
    RecordType,
    MessageStream: "outbound",
    ID: 42,
    ...bounce,
    Tag,
    MessageID,
    Metadata,
    ServerID: 1,
    Description: bounce.Name,
    Details: `smtp;550 5.1.1 ${address}`,
    Email: address,
    From,
    BouncedAt: new Date().toISOString(),
    DumpAvailable: true,
    Inactive: true,
    CanActivate: true,
    Subject,
  };
}
