import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { deleteValuer, readValuer } from "#app/domain/estate-agents/change-valuers.server.ts";
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

const TITLE = "Delete valuer";

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
  const opened = readVersion(await readForm(request));
  const agent = paths.admin.estateAgent(id);
  return answerConfirm({
    run: () => deleteValuer(db, place, { actor, opened }),
    done: { to: agent, title: "Valuer deleted" },
    failed: { to: agent, title: "Error" },
    failure: UPDATE_FAILURE,
    here: paths.admin.estateAgentPart.deleteValuer(id, valuerId),
  });
}

export default function DeleteValuer() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { id = "", valuerId = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const name = personName(record);
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId={`delete-${valuerId}`}
      fields={{ opened: JSON.stringify(record) }}
      confirm={`Delete ${name}`}
      warning
    >
      <p>
        <strong>{name}</strong>
        {record.email ? ` (${record.email})` : ""} will no longer be a valuer of this estate agent.
        Leads that they have sent stay. Nobody is written to.
      </p>
      {record.primary_valuer === "on" ? (
        <p>The first of the other valuers becomes the primary valuer.</p>
      ) : null}
    </ConfirmDialog>
  );
}
