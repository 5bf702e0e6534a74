import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { ValuerForm } from "#app/domain/estate-agents/people-form.server.ts";
import { newFormKey } from "#app/forms/form-key.server.ts";
import { paths } from "#app/paths.ts";
import { useHouseForm } from "#app/ui/forms/house-form.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { CreateDialog } from "../../kit/create-dialog.tsx";
import { answerCreate } from "../../kit/create.server.ts";
import { openEstateAgent, UPDATE_FAILURE } from "../open-estate-agent.server.ts";
import { ValuerFields, type ValuerFormValues } from "./valuer-fields.tsx";

const TITLE = "Add valuer";

export const handle: PageHandle = { title: titleFromData(TITLE) };

const formName = (id: string) => `valuer of ${id}`;

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record } = (await openEstateAgent(request, id)).data;
  return record && { title: TITLE, id, formKey: newFormKey(formName(id)) };
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return answerCreate(request, {
    form: formName(id),
    schema: ValuerForm,
    async create(trx, valuer) {
      await addValuer(trx, id, valuer, { actor });
      return paths.admin.estateAgent(id);
    },
    done: "Valuer added",
    failure: UPDATE_FAILURE,
  });
}

export default function AddValuer() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useHouseForm<ValuerFormValues>({
    id: "valuer",
    lastResult: result?.lastResult ?? null,
  });
  if (!page) return null;
  return (
    <CreateDialog
      title={TITLE}
      back={paths.admin.estateAgent(page.id)}
      openerId="add-valuer"
      form={form}
      formKey={result?.formKey ?? page.formKey}
      submit="Add valuer"
    >
      <ValuerFields fields={fields} />
    </CreateDialog>
  );
}
