import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { fullName } from "#app/domain/people/person.ts";
import {
  assignEstateAgentToGroup,
  AssignmentForm,
} from "#app/domain/transactions/assign-estate-agent.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { respondToConfirm } from "../../kit/confirm.server.ts";
import { filters, readListQuery } from "../../kit/list-query.server.ts";
import { findAgent } from "../../transactions/estate-agent/find-agent.server.ts";
import { IntroductionNote } from "../../transactions/estate-agent/introduction-note.tsx";
import { openGroup } from "../open-group.server.ts";

export const handle: LayoutHandle = { part: "Assign estate agent" };

/** A key belongs to one group's page. */
const formName = (id: string) => `assign-estate-agent-to-group ${id}`;

/** What will happen, and who will be written to (M-077, M-079). Without an agent to assign it leads back. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { record: group } = (await openGroup(request, id)).data;
  if (!group) return null;
  const { estate_agent } = readListQuery(request, { estate_agent: filters.id() });
  const agent = await findAgent(estate_agent);
  if (!agent || group.with_agent > 0) throw redirect(paths.admin.transactionsGroupOps(id));
  const valuer = agent.primary_valuer;
  return {
    group: group.name,
    size: group.size,
    agent: agentLabel(agent),
    recipient: valuer?.email ?? null,
    valuer: valuer && fullName(valuer),
    estate_agent_id: agent.id,
    form_key: newFormKey(formName(id)),
    back: paths.admin.transactionsGroupOps(id, { estate_agent: agent.id }),
  };
}

/** All of the group's transactions, or none of them (M-081, M-082). */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const tab = isObjectId(id)
    ? paths.admin.transactionsGroupOps(id)
    : paths.admin.transactionsGroups();
  const submission = await parseForm(form, AssignmentForm);
  if (submission.status !== "success") return redirect(tab, 303);
  const { estate_agent_id } = submission.value;
  const recipient = formText(form, "recipient") || null;
  const key = formText(form, "form_key");
  return respondToConfirm({
    run: () =>
      onceInTransaction(
        db,
        { form: formName(id), key, body: { estate_agent_id, recipient } },
        async (trx) => {
          await assignEstateAgentToGroup(trx, id, { estate_agent_id, recipient, actor });
          return tab;
        },
      ),
    done: {
      to: tab,
      title: "Success!",
      description: "You've successfully assigned an estate agent for this transaction group.",
    },
    failed: { to: tab, title: "Assignment Failed" },
    failure: "There was an error while assigning the estate agent",
    here: tab,
  });
}

export default function AssignGroupEstateAgent() {
  const page = useLoaderData<typeof loader>();
  if (!page) return null;
  const { group, size, agent, recipient, valuer, estate_agent_id, form_key, back } = page;
  return (
    <ConfirmDialog
      title="Assign estate agent"
      back={back}
      openerId="assign"
      fields={{ estate_agent_id, recipient: recipient ?? "", form_key }}
      confirm="Yes, assign estate agent"
      cancel="Go back and amend"
    >
      <p>
        <strong>{agent}</strong> will be the estate agent of the {size} of <strong>{group}</strong>.
        Once assigned, the estate agent of a transaction cannot be changed here.
      </p>
      <IntroductionNote recipient={recipient} valuer={valuer} />
    </ConfirmDialog>
  );
}
