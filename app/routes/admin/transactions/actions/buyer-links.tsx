import { ActionLink } from "./action-link.tsx";

/** Renders links to the actions that change who the buyer is. */
export function BuyerLinks({
  id,
  has_active,
  has_released,
  has_agreement = false,
}: {
  id: string;
  has_active: boolean;
  has_released: boolean;
  /** True if a sale is agreed with a buyer who has not finished signing up. */
  has_agreement?: boolean;
}) {
  return (
    <div className="cluster">
      {has_active ? (
        <>
          <ActionLink id={id} kind="release_buyer">
            Release the buyer
          </ActionLink>
          <ActionLink id={id} kind="replace_buyer">
            Replace the buyer
          </ActionLink>
        </>
      ) : null}
      {has_active ? null : (
        <ActionLink id={id} kind="agree_sale">
          Agree a sale
        </ActionLink>
      )}
      {!has_active && has_agreement ? (
        <ActionLink id={id} kind="release_buyer">
          Release the buyer
        </ActionLink>
      ) : null}
      {!has_active && has_released ? (
        <ActionLink id={id} kind="resume_buyer">
          Resume the buyer
        </ActionLink>
      ) : null}
    </div>
  );
}
