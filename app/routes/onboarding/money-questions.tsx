import { answerOptions } from "#app/domain/fields/answers.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { Notification } from "#app/ui/notification.tsx";

export type Partner = { name: string; url?: string; text?: string };

/** What sellers and buyers are both asked about money. */
export function MoneyQuestions({
  currency,
  adviser,
  partner,
}: {
  currency: AnyField;
  adviser: AnyField;
  /** Null when there is no currency partner. */
  partner: Partner | null;
}) {
  return (
    <>
      <Radios
        field={currency}
        legend="Will any of the money be in a foreign currency?"
        options={answerOptions.map((option) => ({
          ...option,
          reveals: option.value === "yes" && partner ? <PartnerBanner {...partner} /> : undefined,
        }))}
      />
      <Radios
        field={adviser}
        legend="Would you like us to put you in touch with a mortgage adviser?"
        options={answerOptions}
      />
    </>
  );
}

/** Whom we suggest for foreign currency (C-054, D-044, AMB-C20). */
function PartnerBanner({ name, url, text }: Partner) {
  return (
    <Notification kind="info" title={name}>
      {text ? <p>{text}</p> : null}
      {url ? (
        <p>
          <a href={url} rel="noreferrer">
            Visit {name}
          </a>
        </p>
      ) : null}
    </Notification>
  );
}
