import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { readValuer, updateValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
import { ValuerForm } from "#app/domain/estate-agents/people-form.server.ts";
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
import { ValuerFields, type ValuerFormValues } from "./valuer-fields.tsx";

const TITLE = "Edit valuer";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id = "", valuerId = "" } = params;
  const place = { estate_agent_id: id, valuer_id: valuerId };
  return openPart(request, {
    read: async () => formValues(await readValuer(db, place)),
    title: (person) => `${TITLE} ${personName(person)}`,
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const { id = "", valuerId = "" } = params;
  const place = { estate_agent_id: id, valuer_id: valuerId };
  return answerChange(request, {
    schema: ValuerForm,
    labels: {
      first_name: "First name",
      last_name: "Last name",
      email: "Email",
      phone_number: "Phone number",
      primary_valuer: "Primary valuer",
      is_subscribed: "Weekly leads email",
    },
    save: (valuer, opened) => updateValuer(db, place, valuer, { actor, opened }),
    done: { to: paths.admin.estateAgent(id), title: "Valuer saved" },
    failure: UPDATE_FAILURE,
  });
}

export default function EditValuer() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "", valuerId = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  const [form, fields] = useHouseForm<ValuerFormValues>({
    id: "valuer",
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? {},
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId={`edit-${valuerId}`}
      form={form}
      opened={record}
      result={result}
    >
      <ValuerFields fields={fields} isPrimary={record.primary_valuer === "on"} />
    </ChangeDialog>
  );
}
