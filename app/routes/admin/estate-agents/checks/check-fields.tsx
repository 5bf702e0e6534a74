import { useCallback, useEffect, useRef, useState } from "react";
import {
  type IdentityCheckSettings,
  MAX_REQUESTER_EMAILS,
} from "#app/domain/estate-agents/parts.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { FieldsOf } from "#app/ui/forms/form-types.ts";
import { EmailList } from "../../shared/form-lists.tsx";

export type ChecksFormValues = FormValues<IdentityCheckSettings>;

type Fields = FieldsOf<ChecksFormValues>;

export const CHECK_LABELS = {
  requests_seller_thirdfort_checks: "Requests seller checks",
  requests_buyer_thirdfort_checks: "Requests buyer and giftor checks",
  receives_seller_thirdfort_checks: "Receives seller checks",
  receives_buyer_thirdfort_checks: "Receives buyer and giftor checks",
  thirdfort_requester_emails: "Requester emails",
};

/**
 * Renders the fields about the identity checks that an office requests or receives, and the email
 * addresses that the requests come from (M-028).
 */
export function CheckFields({ fields }: { fields: Fields }) {
  const { requests_seller_thirdfort_checks: seller, requests_buyer_thirdfort_checks: buyer } =
    fields;
  const [ticked, setTicked] = useState({
    seller: seller.initialValue === "on",
    buyer: buyer.initialValue === "on",
  });
  const boxes = useRef<HTMLDivElement>(null);
  const readTicked = useCallback(() => {
    const isTicked = (name: string) =>
      boxes.current?.querySelector(`[name="${CSS.escape(name)}"]:checked`) != null;
    setTicked({ seller: isTicked(seller.name), buyer: isTicked(buyer.name) });
  }, [seller.name, buyer.name]);
  // The user may have ticked a box before hydration.
  useEffect(readTicked, [readTicked]);
  return (
    <>
      <div className="stack" ref={boxes} onInput={readTicked}>
        <Checkbox {...fieldProps(seller)}>{CHECK_LABELS.requests_seller_thirdfort_checks}</Checkbox>
        <Checkbox {...fieldProps(buyer)}>{CHECK_LABELS.requests_buyer_thirdfort_checks}</Checkbox>
        <Checkbox {...fieldProps(fields.receives_seller_thirdfort_checks)}>
          {CHECK_LABELS.receives_seller_thirdfort_checks}
        </Checkbox>
        <Checkbox {...fieldProps(fields.receives_buyer_thirdfort_checks)}>
          {CHECK_LABELS.receives_buyer_thirdfort_checks}
        </Checkbox>
      </div>
      <EmailList
        emails={fields.thirdfort_requester_emails}
        legend={CHECK_LABELS.thirdfort_requester_emails}
        hint="The office sends its requests from these addresses"
        noun="requester email"
        max={MAX_REQUESTER_EMAILS}
        needed={ticked.seller || ticked.buyer}
      />
    </>
  );
}
