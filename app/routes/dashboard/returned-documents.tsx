import { Form } from "@remix-run/react";
import type { Papers as PapersView } from "#app/domain/stages/card-type.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";

export function ReturnedDocuments({
  papers: { law_firm, short, statement },
  isOwn,
}: {
  papers: PapersView;
  /** True if the reader is the customer. False for staff, who are shown no form. */
  isOwn: boolean;
}) {
  return (
    <>
      {statement ? <p className="hint">{statement}</p> : null}
      {isOwn ? (
        <Form method="post">
          <input type="hidden" name="law_firm" value={law_firm} />
          <SubmitButton
            kind={statement ? "quiet" : "primary"}
            name="papers"
            value={statement ? "not_returned" : "returned"}
          >
            {statement ? `I haven’t returned ${short} yet` : `I’ve returned ${short}`}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}
