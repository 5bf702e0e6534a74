import type { ComponentProps } from "react";
import { RecordDialog } from "../kit/confirm-dialog.tsx";

type Shown = {
  name: string;
  matters: number;
  /** Otherwise it is retired, and comes back. */
  retire: boolean;
  refusal: null;
  fields: Record<string, string>;
};

/** Says what becomes of a law firm or a lawyer group that is retired, or comes back. */
export function RetirementDialog({
  page,
  what,
}: {
  page: ComponentProps<typeof RecordDialog<Shown>>["page"];
  /** "lawyer group". */
  what: string;
}) {
  return (
    <RecordDialog<Shown> page={page}>
      {({ name, matters, retire }) =>
        retire ? (
          <>
            <p>
              Nobody can choose <strong>{name}</strong> any more: staff not in the selects, sellers
              not from the panel. You can bring this {what} back at any time.
            </p>
            <p>
              {matters === 0
                ? "It acts in no transaction."
                : `It acts in ${matters === 1 ? "1 transaction" : `${matters} transactions`}, where it stays, with the word “Retired”. “Put right” on the Solicitors tab replaces it.`}{" "}
              Nobody is written to.
            </p>
          </>
        ) : (
          <p>
            <strong>{name}</strong> can be chosen again. Nobody is written to.
          </p>
        )
      }
    </RecordDialog>
  );
}
