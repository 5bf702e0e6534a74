import { type FieldName, useField } from "@conform-to/react";
import { outsideEnglandAndWales } from "#app/domain/fields/postcode.ts";
import { EmailLink } from "#app/ui/email-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { useSupportEmail } from "#app/ui/root-data.ts";

/**
 * Before anything is accepted or paid: another law of property holds where this home is. A warning, no block, however the
 * address was given (AMB-C19).
 */
export function JurisdictionWarning({
  postcode,
  live = false,
}: {
  /** Of a form, what was posted: it may be no text. */
  postcode: unknown;
  /** The postcode is just being typed: the warning is read out when it comes. */
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

/** The same beside a postcode that is just being typed: the warning is read out when it comes. */
export function LiveJurisdictionWarning({ name }: { name: FieldName<unknown> }) {
  const [postcode] = useField(name);
  return <JurisdictionWarning live postcode={postcode.value} />;
}
