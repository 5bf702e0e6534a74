import { Notification } from "#app/ui/notification.tsx";

/** Who will be written to when an estate agent is assigned, or why nobody is (M-079). */
export function IntroductionNote({
  recipient,
  valuer,
}: {
  recipient: string | null;
  /** The primary valuer's name. */
  valuer: string | null;
}) {
  return recipient ? (
    <p>
      We will send an introduction email to the primary valuer, {valuer}, at{" "}
      <strong>{recipient}</strong>.
    </p>
  ) : (
    <Notification kind="warning" title="An introduction email will not be sent">
      <p>
        {valuer
          ? `The primary valuer, ${valuer}, has no email address.`
          : "This estate agent has no primary valuer."}
      </p>
    </Notification>
  );
}
