import { useActionData, useLoaderData } from "@remix-run/react";
import { LawFirmForm } from "#app/domain/solicitors/law-firm-form.server.ts";
import { createLawFirm } from "#app/domain/solicitors/law-firms.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../kit/dialog-pages.server.ts";
import { FormDialog } from "../kit/form-dialog.tsx";
import { FAILURES } from "./failures.ts";
import { LawFirmFields, type LawFirmFormValues } from "./law-firm-fields.tsx";

const TITLE = "Add law firm";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  ids: () => null,
  form: () => "new-law-firm",
  schema: LawFirmForm,
  create: createLawFirm,
  done: "Law firm added",
  failures: FAILURES,
  back: paths.admin.lawFirms,
  opener: () => "add-law-firm",
});
export const loader = server.loader;
export const action = server.action;

export default function AddLawFirm() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<LawFirmFormValues> id="law-firm" title={TITLE} page={page} result={result}>
      {(fields) => <LawFirmFields fields={fields} />}
    </FormDialog>
  );
}
