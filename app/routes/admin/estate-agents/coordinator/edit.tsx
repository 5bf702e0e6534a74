import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import {
  readCoordinator,
  saveCoordinator,
} from "#app/domain/estate-agents/change-coordinator.server.ts";
import { CoordinatorForm } from "#app/domain/estate-agents/people-form.server.ts";
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
import { CoordinatorFields, type CoordinatorFormValues } from "./coordinator-fields.tsx";

const TITLE = "Office coordinator";

export const handle: PageHandle = { title: titleFromData(TITLE) };

/** Adds the coordinator of an office that has none: the version that was opened is an empty one. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openPart(request, {
    async read() {
      const coordinator = await readCoordinator(db, id);
      return { coordinator: coordinator && formValues(coordinator) };
    },
    title: () => TITLE,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return answerChange(request, {
    schema: CoordinatorForm,
    labels: {
      first_name: "First name",
      last_name: "Last name",
      email: "Email",
      phone_number: "Phone number",
      is_subscribed: "Weekly leads email",
    },
    save: (coordinator, opened) => saveCoordinator(db, id, coordinator, { actor, opened }),
    done: { to: paths.admin.estateAgent(id), title: "Office coordinator saved" },
    failure: UPDATE_FAILURE,
  });
}

export default function EditCoordinator() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  const opened = record?.coordinator ?? {};
  const [form, fields] = useHouseForm<CoordinatorFormValues>({
    id: "coordinator",
    lastResult: result?.lastResult ?? null,
    defaultValue: opened,
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId="edit-coordinator"
      form={form}
      opened={opened}
      result={result}
    >
      <CoordinatorFields fields={fields} />
    </ChangeDialog>
  );
}
