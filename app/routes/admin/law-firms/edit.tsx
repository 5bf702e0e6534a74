import { useActionData, useLoaderData } from "@remix-run/react";
import {
  LawFirmForm,
  readLawFirm,
  updateLawFirm,
} from "#app/domain/solicitors/law-firms.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#db/connection.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { changePage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";
import { FAILURES } from "./failures.ts";
import { LawFirmFields, type LawFirmFormValues } from "./law-firm-fields.tsx";

const TITLE = "Edit law firm";

export const handle: PageHandle = { title: titleFromData(TITLE), longForm: true };

const server = changePage({
  needs: "keep_firms",
  ids: ({ id = "" }) => id,
  read: (id) => readLawFirm(db, id),
  title: ({ name }) => `${TITLE} ${name}`,
  schema: LawFirmForm,
  labels: { name: "Name", email: "Email", phone_number: "Phone", address: "Address" },
  save: (firm, edit, id) => updateLawFirm(db, id, firm, edit),
  done: "Law firm saved",
  failures: FAILURES,
  back: paths.admin.lawFirm,
  opener: () => "edit-law-firm",
});
export const loader = server.loader;
export const action = server.action;

export default function EditLawFirm() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<LawFirmFormValues> id="law-firm" title={TITLE} page={page} result={result}>
      {(fields) => <LawFirmFields fields={fields} />}
    </FormDialog>
  );
}
