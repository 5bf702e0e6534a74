import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import {
  readNegotiator,
  updateNegotiator,
} from "#app/domain/estate-agents/change-negotiators.server.ts";
import { NegotiatorForm } from "#app/domain/estate-agents/people-form.server.ts";
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
import { personName } from "../view.ts";
import { NegotiatorFields, type NegotiatorFormValues } from "./negotiator-fields.tsx";

const TITLE = "Edit negotiator";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id = "", negotiatorId = "" } = params;
  const place = { estate_agent_id: id, negotiator_id: negotiatorId };
  return openPart(request, {
    read: async () => formValues(await readNegotiator(db, place)),
    title: (person) => `${TITLE} ${personName(person)}`,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const { id = "", negotiatorId = "" } = params;
  const place = { estate_agent_id: id, negotiator_id: negotiatorId };
  return answerChange(request, {
    schema: NegotiatorForm,
    labels: {
      first_name: "First name",
      last_name: "Last name",
      email: "Email",
      phone_number: "Phone number",
    },
    save: (negotiator, opened) => updateNegotiator(db, place, negotiator, { actor, opened }),
    done: { to: paths.admin.estateAgent(id), title: "Negotiator saved" },
    failure: UPDATE_FAILURE,
  });
}

export default function EditNegotiator() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "", negotiatorId = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  const [form, fields] = useHouseForm<NegotiatorFormValues>({
    id: "negotiator",
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? {},
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId={`edit-${negotiatorId}`}
      form={form}
      opened={record}
      result={result}
    >
      <NegotiatorFields fields={fields} />
    </ChangeDialog>
  );
}
