import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  type EstateAgentReplacement,
  type EstateAgentReplacementPlan,
  planEstateAgentReplacement,
  readEstateAgentToReplace,
  replaceEstateAgent,
  ReplaceEstateAgentForm,
} from "#app/domain/assignments/estate-agent.server.ts";
import { listAgentOptions } from "#app/domain/estate-agents/agent-queries.server.ts";
import { agentLabel } from "#app/domain/estate-agents/labels.ts";
import { readChoices } from "#app/domain/shared/choices.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { paths } from "#app/paths.ts";
import { fromData, type LayoutHandle } from "#app/ui/page.ts";
import { db, readDb } from "#db/connection.ts";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { searchFieldName } from "../../shared/option-fields.tsx";
import { emailLine, ReplaceParty } from "../replace-party.tsx";
import { respondToPlan } from "../respond-to-plan.server.ts";

export const handle: LayoutHandle = { part: fromData("title") };

const FAILURE = "There was an error while replacing the estate agent";

const tabOf = (id: string) =>
  pageOrList(id, paths.admin.transactionTab["estate-agent"], paths.admin.transactions);

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  return openRecord(request, {
    needs: "put_right",
    async read(reader) {
      const known = await readEstateAgentToReplace(db, reader, id);
      return {
        now: agentLabel(known),
        acting: known.id,
        choices: await readChoicesOf(),
        comments: null,
      };
    },
    title: () => "Replace the estate agent",
    failure: FAILURE,
    back: tabOf(id),
    opener: "put-right-agent",
  });
}

function readChoicesOf(form = new FormData()) {
  const asked = {
    find: formText(form, searchFieldName("replacement_id")),
    chosen: formText(form, "replacement_id"),
  };
  return nullIfFailed(
    readChoices((query) => listAgentOptions(readDb, query), asked),
    { what: "There was an error fetching estate agents" },
  );
}

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "put_right");
  return respondToPlan(await readForm(request), actor, {
    shown: async (form) => ({ choices: await readChoicesOf(form) }),
    form: `put-right-estate-agent ${id}`,
    tab: tabOf(id),
    schema: ReplaceEstateAgentForm,
    plan: (choice) => planEstateAgentReplacement(db, actor, id, choice),
    view: planView,
    run: (trx, replacement) => replaceEstateAgent(trx, id, replacement),
    done: { description: "Estate agent replaced." },
    failed: "Estate agent not replaced",
    failure: FAILURE,
  });
}

const LABELS = {
  estate_agent_release: "Change of estate agent, to the current agent",
  introduction: "Introduction, to the new agent",
  estate_agent_changed: "Change of estate agent, to the seller",
};

function planView(plan: EstateAgentReplacementPlan, { reason }: EstateAgentReplacement) {
  const { property, from, to, emails } = plan;
  return {
    property,
    from: from.label,
    to: to.label,
    reason,
    comments: null,
    warning: null,
    emails: emails.map(({ name, ...email }) => emailLine(LABELS[name], email)),
    letter: null,
    not_sent: [from, to].flatMap(({ label, valuer, valuer_id }) => {
      if (valuer_id !== null) return [];
      return [
        valuer
          ? `To ${label}: the primary valuer, ${valuer}, has no email address`
          : `To ${label}: there is no primary valuer`,
      ];
    }),
    stays: [
      "Identity checks: checks that have been ordered or requested will continue. New checks will follow the new agent’s settings.",
      "Searches and significant dates: no change.",
    ],
  };
}

export default function ReplaceEstateAgent() {
  return (
    <ReplaceParty
      page={useLoaderData<typeof loader>()}
      result={useActionData<typeof action>()}
      words={{
        label: "New estate agent",
        noun: "an estate agent",
        empty: "Select an estate agent",
        of: "estate-agents",
        fetchFailed: "Failed to fetch estate agents",
        confirm: "Yes, replace the estate agent",
      }}
    />
  );
}
