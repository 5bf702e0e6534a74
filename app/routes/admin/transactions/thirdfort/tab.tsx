import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readAdminConfig } from "#app/domain/config/admin-config.server.ts";
import { usesOldScheme } from "#app/domain/identity-checks/old-scheme.ts";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { refreshMatter } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { readConductingAgent } from "#app/domain/identity-checks/request-checks.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { db } from "#db/connection.ts";
import { CONFIG_FAILURE } from "../../config/failure.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tab.tsx";
import { ConductingAgentCard } from "./conducting-agent-card.tsx";
import { CheckGroup } from "./check-group.tsx";
import { FETCH_FAILURE } from "./failures.ts";
import { agentView, checksView } from "./view.ts";

export const handle: LayoutHandle = { part: "Thirdfort" };

/** The identity checks of everybody in the matter, as Thirdfort tells of them now, else as it last did (AMB-N04). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(
    request,
    params.id,
    async ({ id }) => {
      const refreshed = nullIfFailed(
        withTimeout(refreshMatter(db, id)).then(() => true),
        { what: FETCH_FAILURE },
      );
      const config = await nullIfFailed(readAdminConfig(db), { what: CONFIG_FAILURE });
      const is_current = (await refreshed) ?? false;
      if (!config) return { checks: null, failure: CONFIG_FAILURE };
      const switchover = config.thirdfort_v2_switchover_date;
      const checks = await nullIfFailed(readChecks(id, switchover), { what: FETCH_FAILURE });
      return { checks, failure: checks && is_current ? null : FETCH_FAILURE };
    },
    ({ checks }) => checks === null,
  );
}

async function readChecks(id: string, switchover: string | null) {
  const matter = await readMatterChecks(db, id);
  const agent = await readConductingAgent(db, matter);
  return {
    ...checksView(matter, { old_scheme: usesOldScheme(matter.created_at, switchover) }),
    agent: agent && agentView(id, agent),
  };
}

const SUMMARY_TONES = { complete: "done", in_progress: "wait", outstanding: "act" } as const;

export default function ThirdfortTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ checks, failure }) => (
        <div className="stack">
          {failure ? (
            <Notification kind="error" title={failure}>
              {checks ? <p>This is what we were told last.</p> : null}
            </Notification>
          ) : null}
          {checks ? <Checks {...checks} /> : null}
        </div>
      )}
    </Tab>
  );
}

function Checks({
  summary,
  groups,
  agent,
  old_scheme,
  doubled,
}: Awaited<ReturnType<typeof readChecks>>) {
  return (
    <>
      {doubled.map(({ name, id, url }) => (
        <Notification key={id} kind="warning" title={`Thirdfort has two checks of ${name}`}>
          <p>
            An order that was called off was taken after all. Abort one of the two at Thirdfort: it
            is{" "}
            <a href={url} rel="noreferrer">
              {id}
            </a>
            .
          </p>
        </Notification>
      ))}
      <p className="cluster">
        Identity checks
        <Badge tone={SUMMARY_TONES[summary.state]}>{summary.label}</Badge>
      </p>
      {agent ? <ConductingAgentCard agent={agent} /> : null}
      {groups.map((group) => (
        <CheckGroup key={group.key} group={group} oldScheme={old_scheme} />
      ))}
    </>
  );
}
