import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readAdminConfig } from "#app/domain/config/admin-config.server.ts";
import { usesOldScheme } from "#app/domain/identity-checks/check-status.ts";
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
import { WithDialog } from "../../kit/with-dialog.tsx";
import { openTransaction } from "../open-transaction.server.ts";
import { ConductingAgentCard } from "./conducting-agent-card.tsx";
import { CheckGroup } from "./check-group.tsx";
import { FETCH_FAILURE } from "./failures.ts";
import { agentView, checksView } from "./view.ts";

export const handle: LayoutHandle = { part: "Thirdfort" };

/** The identity checks of everybody in the matter, as Thirdfort tells of them now, else as it last did (AMB-N04). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { record } = (await openTransaction(request, params.id)).data;
  if (!record) return { shown: null, problem: null };
  const refreshed = nullIfFailed(
    withTimeout(refreshMatter(db, record.id)).then(() => true),
    { what: FETCH_FAILURE },
  );
  const config = await nullIfFailed(readAdminConfig(db), { what: CONFIG_FAILURE });
  const is_current = (await refreshed) ?? false;
  if (!config) return data({ shown: null, problem: CONFIG_FAILURE }, { status: 500 });
  const switchover = config.thirdfort_v2_switchover_date;
  const shown = await nullIfFailed(readTab(record.id, switchover), { what: FETCH_FAILURE });
  if (!shown) return data({ shown: null, problem: FETCH_FAILURE }, { status: 500 });
  return { shown, problem: is_current ? null : FETCH_FAILURE };
}

async function readTab(id: string, switchover: string | null) {
  const matter = await readMatterChecks(db, id);
  const agent = await readConductingAgent(db, matter);
  return {
    ...checksView(matter, { old_scheme: usesOldScheme(matter.created_at, switchover) }),
    agent: agent && agentView(id, agent),
  };
}

const SUMMARY_TONES = { complete: "done", in_progress: "wait", outstanding: "act" } as const;

export default function ThirdfortTab() {
  const { shown, problem } = useLoaderData<typeof loader>();
  if (!shown) return problem ? <Notification kind="error" title={problem} /> : null;
  const { summary, groups, agent, old_scheme, doubled } = shown;
  return (
    <WithDialog>
      <div className="stack">
        {problem ? (
          <Notification kind="error" title={problem}>
            <p>This is what we were told last.</p>
          </Notification>
        ) : null}
        {doubled.map(({ name, id, url }) => (
          <Notification key={id} kind="warning" title={`Thirdfort has two checks of ${name}`}>
            <p>
              An order that was called off was taken after all. Abort one of the two at Thirdfort:
              it is{" "}
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
      </div>
    </WithDialog>
  );
}
