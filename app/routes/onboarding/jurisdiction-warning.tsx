import { type FieldName, useField } from "@conform-to/react";
import { outsideEnglandAndWales } from "#app/domain/shared/postcode.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

/**
 * Warns that the property is outside England and Wales. The form can still be submitted (AMB-C19).
 */
export function JurisdictionWarning({
  postcode,
  live = false,
}: {
  /** Submitted postcode, which may not be text. */
  postcode: unknown;
  live?: boolean;
}) {
  const email = useSupportEmail();
  const place = typeof postcode === "string" ? outsideEnglandAndWales(postcode) : null;
  if (!place) return null;
  return (
    <Notification
      kind="warning"
      title={`This property is ${place === "Isle of Man" ? "on the" : "in"} ${place}`}
      live={live}
    >
      <p>
        We only cover property in England and Wales. Please contact us before you go any further:{" "}
        <EmailLink email={email} />
      </p>
    </Notification>
  );
}

export function LiveJurisdictionWarning({ name }: { name: FieldName<unknown> }) {
  const [postcode] = useField(name);
  return <JurisdictionWarning live postcode={postcode.value} />;
}
