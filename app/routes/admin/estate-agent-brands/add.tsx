import { useActionData, useLoaderData } from "@remix-run/react";
import { type Brand, BrandForm, createBrand } from "#app/domain/estate-agents/brands.server.ts";
import type { FormValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../kit/dialog-pages.server.ts";
import { FormDialog } from "../kit/form-dialog.tsx";
import { FETCH_FAILURE, SAVE_FAILURE } from "./failures.ts";
import { useChangedName } from "./use-changed-name.ts";

const TITLE = "Add brand";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  ids: () => null,
  form: () => "new-brand",
  schema: BrandForm,
  create: createBrand,
  done: "Brand added",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: paths.admin.brands,
  opener: () => "add-brand",
});
export const loader = server.loader;
export const action = server.action;

export default function AddBrand() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<FormValues<Brand>>
      id="brand"
      title={TITLE}
      page={page}
      result={result}
      {...useChangedName("")}
    >
      {(fields) => <TextField field={fields.brand_name} label="Brand name" autoComplete="off" />}
    </FormDialog>
  );
}
