import { answerOptions } from "#app/domain/fields/answers.ts";
import { MONEY_QUESTIONS } from "#app/domain/fields/questions.ts";
import type { AnyField } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { Notification } from "#app/ui/notification.tsx";

export type Partner = { name: string; url?: string; text?: string };

/**
 * The questions about money that reveal something.
 *
 * @param partner null when there is no currency partner
 */
export function moneyWidgets(
  fields: { is_using_foreign_currency: AnyField },
  partner: Partner | null,
) {
  return {
    is_using_foreign_currency: (
      <Radios
        field={fields.is_using_foreign_currency}
        legend={MONEY_QUESTIONS.is_using_foreign_currency.asked}
        options={answerOptions.map((option) => ({
          ...option,
          reveals: option.value === "yes" && partner ? <PartnerBanner {...partner} /> : undefined,
        }))}
      />
    ),
  };
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
