import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { OfficeForm } from "#app/domain/estate-agents/office-form.server.ts";
import { readOffice, updateOffice } from "#app/domain/estate-agents/update-office.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { useHouseForm } from "#app/ui/forms/house-form.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ChangeDialog } from "../../kit/change-dialog.tsx";
import { answerChange } from "../../kit/change.server.ts";
import { ProblemDialog } from "../../kit/problem-dialog.tsx";
import { openPart, UPDATE_FAILURE } from "../open-estate-agent.server.ts";
import { brandOptions } from "./brand-options.server.ts";
import { OfficeFields, type OfficeFormValues } from "./office-fields.tsx";

const TITLE = "Office details";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openPart(request, {
    async read() {
      const [office, brands] = await Promise.all([readOffice(db, id), brandOptions()]);
      return { office: formValues(office), brands };
    },
    title: ({ office }) => `${TITLE} of ${office.office_name}`,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const brands = await brandOptions();
  return answerChange(request, {
    schema: OfficeForm,
    labels: {
      brand_id: {
        label: "Brand",
        show: (stored) => brands.find(({ value }) => value === stored)?.label ?? stored,
      },
      office_name: "Office name",
      office_phone_number: "Office phone number",
      address: "Office address",
    },
    save: (office, opened) => updateOffice(db, id, office, { actor, opened }),
    done: { to: paths.admin.estateAgent(id), title: "Office details saved" },
    failure: UPDATE_FAILURE,
  });
}

export default function EditOffice() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  const [form, fields] = useHouseForm<OfficeFormValues>({
    id: "office",
    lastResult: result?.lastResult ?? null,
    defaultValue: record?.office ?? {},
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId="edit-office"
      form={form}
      opened={record.office}
      result={result}
    >
      <OfficeFields fields={fields} brands={record.brands} />
    </ChangeDialog>
  );
}
