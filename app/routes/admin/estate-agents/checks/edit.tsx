import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { ChecksForm } from "#app/domain/estate-agents/checks-form.server.ts";
import { readChecks, updateChecks } from "#app/domain/estate-agents/update-checks.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { paths } from "#app/paths.ts";
import { useHouseForm } from "#app/ui/forms/house-form.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ChangeDialog } from "../../kit/change-dialog.tsx";
import { answerChange } from "../../kit/change.server.ts";
import { ProblemDialog } from "../../kit/problem-dialog.tsx";
import { openPart } from "../open-estate-agent.server.ts";
import { CheckFields, type ChecksFormValues } from "./check-fields.tsx";
import { emailList } from "./email-list.server.ts";

const TITLE = "Thirdfort checks";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openPart(request, {
    read: async () => formValues(await readChecks(db, id)),
    title: () => TITLE,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  return answerChange(request, {
    schema: ChecksForm,
    labels: {
      requests_seller_thirdfort_checks: "Requests seller checks",
      requests_buyer_thirdfort_checks: "Requests buyer and giftor checks",
      receives_seller_thirdfort_checks: "Receives seller checks",
      receives_buyer_thirdfort_checks: "Receives buyer and giftor checks",
      thirdfort_requester_emails: "Requester emails",
    },
    lists: emailList(),
    save: (checks, opened) => updateChecks(db, id, checks, { actor, opened }),
    done: { to: paths.admin.estateAgent(id), title: "Thirdfort checks saved" },
    failure: "Failed to update thirdfort details",
  });
}

export default function EditChecks() {
  const { record, problem } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  const [form, fields] = useHouseForm<ChecksFormValues>({
    id: "checks",
    lastResult: result?.lastResult ?? null,
    defaultValue: record ?? {},
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <ChangeDialog
      title={TITLE}
      back={back}
      openerId="edit-checks"
      form={form}
      opened={record}
      result={result}
    >
      <CheckFields fields={fields} />
    </ChangeDialog>
  );
}
