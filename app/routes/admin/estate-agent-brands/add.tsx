import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { BrandForm, createBrand } from "#app/domain/estate-agents/brands.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { useHouseForm } from "#app/ui/forms/house-form.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { requireActor } from "../kit/actor.server.ts";
import { CreateDialog } from "../kit/create-dialog.tsx";
import { answerCreate } from "../kit/create.server.ts";
import { SAVE_FAILURE } from "./failures.ts";
import { useChangedName } from "./use-changed-name.ts";

const TITLE = "Add brand";

export const handle: PageHandle = { title: TITLE };

const FORM = "new-brand";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { formKey: newFormKey(FORM) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return answerCreate(request, {
    form: FORM,
    schema: BrandForm,
    async create(trx, brand) {
      await createBrand(trx, brand, { actor });
      return paths.admin.brands();
    },
    done: "Brand added",
    failure: SAVE_FAILURE,
  });
}

export default function AddBrand() {
  const { formKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<{ brand_name: string }>({
    id: "brand",
    lastResult: result?.lastResult ?? null,
  });
  return (
    <CreateDialog
      title={TITLE}
      back={paths.admin.brands()}
      openerId="add-brand"
      form={form}
      formKey={result?.formKey ?? formKey}
      submit="Save"
      {...useChangedName("")}
    >
      <TextField field={fields.brand_name} label="Brand name" autoComplete="off" />
    </CreateDialog>
  );
}
