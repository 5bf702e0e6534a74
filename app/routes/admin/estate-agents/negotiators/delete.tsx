import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import {
  deleteNegotiator,
  readNegotiator,
} from "#app/domain/estate-agents/change-negotiators.server.ts";
import { formValues } from "#app/domain/versions/form-values.ts";
import { readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { answerConfirm } from "../../kit/confirm.server.ts";
import { readVersion } from "../../kit/conflict.server.ts";
import { ProblemDialog } from "../../kit/problem-dialog.tsx";
import { openPart, UPDATE_FAILURE } from "../open-estate-agent.server.ts";
import { personName } from "../view.ts";

const TITLE = "Delete negotiator";

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
  const opened = readVersion(await readForm(request));
  const agent = paths.admin.estateAgent(id);
  return answerConfirm({
    run: () => deleteNegotiator(db, place, { actor, opened }),
    done: { to: agent, title: "Negotiator deleted" },
    failed: { to: agent, title: "Error" },
    failure: UPDATE_FAILURE,
    here: paths.admin.estateAgentPart.deleteNegotiator(id, negotiatorId),
  });
}

export default function DeleteNegotiator() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { id = "", negotiatorId = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const name = personName(record);
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId={`delete-${negotiatorId}`}
      fields={{ opened: JSON.stringify(record) }}
      confirm={`Delete ${name}`}
      warning
    >
      <p>
        <strong>{name}</strong>
        {` (${record.email})`} will no longer be a negotiator of this estate agent. Nobody is
        written to.
      </p>
    </ConfirmDialog>
  );
}
