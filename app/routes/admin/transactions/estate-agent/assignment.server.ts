import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import {
  type Assignment,
  AssignmentForm,
  readAgentToAssign,
} from "#app/domain/assignments/estate-agent.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { readChoices } from "#app/domain/shared/choices.server.ts";
import { fullName } from "#app/domain/shared/names.ts";
import { newIdempotencyKey, withIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm, replyWithValues } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { type Db, db, readDb } from "#db/connection.ts";
import { requireActor } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { searchFieldName, SEARCH_OPTIONS_INTENT } from "../../shared/option-fields.tsx";
import { filters, readListQuery } from "../../shared/list.server.ts";

const choiceQuery = z.object({ estate_agent: filters.id() });

export function readAgentChoices(request: Request) {
  const { estate_agent: chosen } = readListQuery(request, choiceQuery);
  return findAgents({ chosen });
}

function findAgents(asked: { find?: string; chosen?: string | undefined }) {
  return nullIfFailed(
    readChoices((query) => listAgentOptions(readDb, query), asked),
    { what: "There was an error fetching estate agents" },
  );
}

export async function respondToAgentChoice(
  request: Request,
  confirm: (query: { estate_agent: string }) => string,
) {
  await requireActor(request, "handle");
  const form = await readForm(request);
  const choices = () =>
    findAgents({
      find: formText(form, searchFieldName("estate_agent_id")),
      chosen: formText(form, "estate_agent_id"),
    });
  if (form.has(SEARCH_OPTIONS_INTENT))
    return data({ lastResult: replyWithValues(form), choices: await choices() });
  const submission = await parseForm(form, AssignmentForm);
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply(), choices: await choices() }, { status: 400 });
  }
  const { estate_agent_id: estate_agent } = submission.value;
  return redirect(confirm({ estate_agent }), 303);
}

/**
 * Reads the assignment that staff must confirm, with the recipient of its email (M-077, M-079). The
 * caller must check the permission first.
 */
export async function openAssignment(
  request: Request,
  { formName, tab }: { formName: string; tab: string },
) {
  const named = new URL(request.url).searchParams.get("estate_agent");
  if (!named) throw redirect(tab);
  try {
    const agent = await readAgentToAssign(db, named);
    const valuer = agent.primary_valuer;
    const assignment = {
      agent: agentLabel(agent),
      estate_agent_id: agent.id,
      recipient: valuer?.email ?? null,
      valuer: valuer && fullName(valuer),
      form_key: newIdempotencyKey(formName),
    };
    return { assignment, problem: null, status: 200 };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return { assignment: null, problem: error.message, status: error.status };
  }
}

const FAILED = "Assignment Failed";

/**
 * Assigns the estate agent that staff have confirmed. The action is idempotent and checks the
 * permission.
 */
export async function respondToAssignment(
  request: Request,
  page: {
    formName: string;
    tab: string;
    assign: (trx: Db, assignment: Assignment) => Promise<void>;
    done: string;
  },
) {
  const actor = await requireActor(request, "handle");
  const { formName, tab } = page;
  const form = await readForm(request);
  const submission = await parseForm(form, AssignmentForm);
  if (submission.status !== "success") return redirect(tab, 303);
  const { estate_agent_id } = submission.value;
  const recipient = formText(form, "recipient") || null;
  const key = formText(form, "form_key");
  return runAction({
    run: () =>
      withIdempotencyKey(db, { form: formName, key, body: { estate_agent_id, recipient } }, (trx) =>
        page.assign(trx, { estate_agent_id, recipient, actor }),
      ),
    done: { to: tab, title: "Success!", description: page.done },
    failed: { to: tab, title: FAILED },
    failure: "There was an error while assigning the estate agent",
    here: tab,
  });
}
