import { useActionData, useLoaderData } from "@remix-run/react";
import { BrandForm, createBrand } from "#app/domain/estate-agents/brands.server.ts";
import { paths } from "#app/paths.ts";
import type { PageHandle } from "#app/ui/page.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { BrandDialog, FETCH_FAILURE, SAVE_FAILURE } from "./brand-dialog.tsx";

const TITLE = "Add brand";

export const handle: PageHandle = { title: TITLE };

const server = addPage({
  needs: "keep_firms",
  ids: () => null,
  form: () => "new-brand",
  schema: BrandForm,
  create: createBrand,
  done: "Brand added",
  failures: { read: FETCH_FAILURE, write: SAVE_FAILURE },
  back: () => paths.admin.brands(),
  opener: () => "add-brand",
});
export const loader = server.loader;
export const action = server.action;

export default function AddBrand() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <BrandDialog title={TITLE} page={page} result={result} />;
}
