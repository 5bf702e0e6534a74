import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotFoundError } from "#app/domain/errors.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { isObjectId } from "#app/domain/fields/ids.ts";
import { fullName } from "#app/domain/people/person.ts";
import {
  assignEstateAgent,
  AssignmentForm,
  readAgentToAssign,
} from "#app/domain/transactions/assign-estate-agent.server.ts";
import { newFormKey, onceInTransaction } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor } from "../../kit/actor.server.ts";
import { ConfirmDialog } from "../../kit/confirm-dialog.tsx";
import { respondToConfirm } from "../../kit/confirm.server.ts";
import { filters, readListQuery } from "../../kit/list-query.server.ts";
import { openTransaction } from "../open-transaction.server.ts";

export const handle: LayoutHandle = { part: "Assign estate agent" };

/** A key belongs to one transaction's page. */
const formName = (id: string) => `assign-estate-agent ${id}`;

/** What will happen, and who will be written to (M-077, M-079). Without an agent to assign it leads back. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const opened = await openTransaction(request, id);
  const { record } = opened.data;
  if (!record) return null;
  const { estate_agent } = readListQuery(request, { estate_agent: filters.id() });
  const agent = await findAgent(estate_agent ?? "");
  if (!agent || record.estate_agent_id) throw redirect(paths.admin.transactionEstateAgent(id));
  const valuer = agent.primary_valuer;
  return {
    property: record.address,
    agent: agentLabel(agent),
    recipient: valuer?.email ?? null,
    valuer: valuer && fullName(valuer),
    estate_agent_id: agent.id,
    form_key: newFormKey(formName(id)),
    back: paths.admin.transactionEstateAgent(id, { estate_agent: agent.id }),
  };
}

async function findAgent(id: string) {
  try {
    return await readAgentToAssign(db, id);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request);
  const form = await readForm(request);
  const tab = isObjectId(id) ? paths.admin.transactionEstateAgent(id) : paths.admin.transactions();
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
          await assignEstateAgent(trx, id, { estate_agent_id, recipient, actor });
          return tab;
        },
      ),
    done: {
      to: tab,
      title: "Success!",
      description: "You've successfully assigned an estate agent for this transaction.",
    },
    failed: { to: tab, title: "Assignment Failed" },
    failure: "There was an error while assigning the estate agent",
    here: tab,
  });
}

export default function AssignEstateAgent() {
  const page = useLoaderData<typeof loader>();
  if (!page) return null;
  const { property, agent, recipient, valuer, estate_agent_id, form_key, back } = page;
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
        <strong>{agent}</strong> will be the estate agent of <strong>{property}</strong>. Once
        assigned, the estate agent of a transaction cannot be changed here.
      </p>
      {recipient ? (
        <p>
          We will send an introduction email to the primary valuer, {valuer}, at{" "}
          <strong>{recipient}</strong>.
        </p>
      ) : (
        <Notification kind="warning" title="An introduction email will not be sent">
          <p>
            {valuer
              ? `The primary valuer, ${valuer}, has no email address.`
              : "This estate agent has no primary valuer."}
          </p>
        </Notification>
      )}
    </ConfirmDialog>
  );
}
