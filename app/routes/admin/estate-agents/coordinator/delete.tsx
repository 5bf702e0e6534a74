import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { NotFoundError } from "#app/domain/errors.ts";
import {
  deleteCoordinator,
  readCoordinator,
} from "#app/domain/estate-agents/change-coordinator.server.ts";
import { fullName } from "#app/domain/people/person.ts";
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

const TITLE = "Delete office coordinator";

export const handle: PageHandle = { title: titleFromData(TITLE) };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openPart(request, {
    async read() {
      const coordinator = await readCoordinator(db, id);
      if (!coordinator) throw new NotFoundError("Office coordinator not found");
      return formValues(coordinator);
    },
    title: () => TITLE,
  });
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const opened = readVersion(await readForm(request));
  const agent = paths.admin.estateAgent(id);
  return answerConfirm({
    run: () => deleteCoordinator(db, id, { actor, opened }),
    done: { to: agent, title: "Office coordinator deleted" },
    failed: { to: agent, title: "Error" },
    failure: UPDATE_FAILURE,
    here: paths.admin.estateAgentPart.deleteCoordinator(id),
  });
}

export default function DeleteCoordinator() {
  const { record, problem } = useLoaderData<typeof loader>();
  const { id = "" } = useParams();
  const back = paths.admin.estateAgent(id);
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  const name = fullName(record);
  return (
    <ConfirmDialog
      title={TITLE}
      back={back}
      openerId="delete-coordinator"
      fields={{ opened: JSON.stringify(record) }}
      confirm={`Delete ${name}`}
      warning
    >
      <p>
        <strong>{name}</strong> ({record.email}) will no longer coordinate this office. Nobody is
        written to.
      </p>
    </ConfirmDialog>
  );
}
