import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { BrandForm, readBrand, updateBrand } from "#app/domain/estate-agents/brands.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { useHouseForm } from "#app/ui/forms/house-form.tsx";
import { TextField } from "#app/ui/forms/text-fields.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../kit/actor.server.ts";
import { ChangeDialog } from "../kit/change-dialog.tsx";
import { answerChange } from "../kit/change.server.ts";
import { openRecord } from "../kit/open-record.server.ts";
import { ProblemDialog } from "../kit/problem-dialog.tsx";
import { FETCH_FAILURE, SAVE_FAILURE } from "./failures.ts";
import { useChangedName } from "./use-changed-name.ts";

const TITLE = "Edit brand";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    async read() {
      const { brand_name } = await readBrand(db, id);
      return formValues({ brand_name });
    },
    title: ({ brand_name }) => `${TITLE} ${brand_name}`,
    failure: FETCH_FAILURE,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return answerChange(request, {
    schema: BrandForm,
    labels: { brand_name: "Brand name" },
    save: (brand, opened) => updateBrand(db, id, brand, { actor, opened }),
    done: { to: paths.admin.brands(), title: "Brand saved" },
    failure: SAVE_FAILURE,
  });
}

export default function EditBrand() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "" } = useParams();
  const back = paths.admin.brands();
  const [form, fields] = useHouseForm<{ brand_name: string }>({
    id: "brand",
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? {},
  });
  const save = useChangedName(record?.brand_name ?? "");
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId={`edit-${id}`}
      form={form}
      opened={record}
      result={result}
      {...save}
    >
      <TextField field={fields.brand_name} label="Brand name" autoComplete="off" />
    </ChangeDialog>
  );
}
