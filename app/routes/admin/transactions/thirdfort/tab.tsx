import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { usesOldScheme } from "#app/domain/identity-checks/check-status.ts";
import { readMatterChecks } from "#app/domain/identity-checks/read-checks.server.ts";
import { refreshMatterChecks } from "#app/domain/identity-checks/refresh-checks.server.ts";
import { readConductingAgent } from "#app/domain/identity-checks/office-requests.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { readAdminConfig } from "#app/domain/transactions/tags.server.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Details } from "#app/ui/details.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { withTimeout } from "#app/platform/with-timeout.ts";
import { db } from "#db/connection.ts";
import { CONFIG_FAILURE } from "../../config/config.tsx";
import { textOrDash } from "../../shared/cells.tsx";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { CHECKS_FAILURE } from "../failures.ts";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import { agentView, checksView, type GroupView, type PersonView } from "./view.ts";

export const handle: LayoutHandle = { part: "Thirdfort" };

/**
 * Returns the identity checks of everyone in the matter. Refreshes them first, if Thirdfort answers
 * (AMB-N04).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(
    request,
    params.id,
    async ({ id }, reader) => {
      const refreshed = nullIfFailed(
        withTimeout(refreshMatterChecks(db, id)).then(() => true),
        { what: CHECKS_FAILURE },
      );
      const config = await nullIfFailed(readAdminConfig(db), { what: CONFIG_FAILURE });
      const is_current = (await refreshed) ?? false;
      if (!config) return { checks: null, failure: CONFIG_FAILURE };
      const switchover = config.thirdfort_v2_switchover_date;
      const checks = await nullIfFailed(readChecks(reader, id, switchover), {
        what: CHECKS_FAILURE,
      });
      return { checks, failure: checks && is_current ? null : CHECKS_FAILURE };
    },
    ({ checks }) => checks === null,
  );
}

async function readChecks(reader: StaffReader, id: string, switchover: string | null) {
  const matter = await readMatterChecks(db, reader, id);
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
              {checks ? <p>Showing the last results we received.</p> : null}
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
        <Notification key={id} kind="warning" title={`Thirdfort has two checks on ${name}`}>
          <p>
            Thirdfort accepted an order we had cancelled, so there are two checks. Abort one of them
            in Thirdfort. The cancelled order is check{" "}
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

/** Renders the office that conducts the checks, with buttons to request them (N-001 to N-005). */
function ConductingAgentCard({ agent }: { agent: ReturnType<typeof agentView> }) {
  return (
    <Card title="Estate agent">
      <p>{agent.text}</p>
      <div className="cluster">
        {agent.requests.map(({ side, label, to, refusal }) => (
          <DialogLink needs="handle" key={side} id={`request-${side}`} to={to} refusal={refusal}>
            {label}
          </DialogLink>
        ))}
      </div>
    </Card>
  );
}

/**
 * Renders the people on a side with their checks. In the old scheme, renders only their details
 * (N-008 to N-017).
 */
function CheckGroup({ group, oldScheme }: { group: GroupView; oldScheme: boolean }) {
  const { title, is_active, people, not_checked } = group;
  return (
    <Card
      title={
        <span className="cluster">
          {title}
          {is_active ? <Badge tone="done">Active</Badge> : null}
        </span>
      }
    >
      {oldScheme ? null : (
        <DataTable
          caption={`Checks: ${title}`}
          hideCaption
          list="checks"
          rows={people}
          rowKey={({ key }) => key}
          columns={[
            { key: "name", title: "Name", cell: (person) => <Name person={person} /> },
            { key: "status", title: "Status", cell: (person) => <Status person={person} /> },
            { key: "check", title: "Check ID", cell: ({ check }) => <CheckId check={check} /> },
            { key: "shared", title: "Shared with", cell: ({ shared_with }) => shared_with },
            {
              key: "action",
              title: "Action",
              align: "end",
              cell: (person) => <Action person={person} />,
            },
          ]}
        />
      )}
      {not_checked.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
      <FullDetails group={group} open={oldScheme} />
    </Card>
  );
}

function Name({ person: { name, role } }: { person: PersonView }) {
  return (
    <>
      {name} <span className="hint">{role.toLowerCase()}</span>
    </>
  );
}

function Status({ person: { status, hint, reports } }: { person: PersonView }) {
  return (
    <>
      <Badge tone={status.tone}>{status.label}</Badge>
      {hint ? <p className="hint">{hint}</p> : null}
      {reports.length > 0 ? (
        <ul className="check-reports">
          {reports.map(({ type, result }) => (
            <li key={type} data-result={result}>
              {type}: {result}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function CheckId({ check }: { check: PersonView["check"] }) {
  if (!check) return textOrDash(null);
  return (
    <a href={check.url} rel="noreferrer">
      {check.id}
    </a>
  );
}

/**
 * Renders the button of a check. Once the check is complete, the button is disabled and has no
 * frame (N-022).
 */
function Action({ person: { name, action } }: { person: PersonView }) {
  const { label, id, to, refusal, is_over, needs } = action;
  return (
    <DialogLink
      needs={needs}
      id={id}
      to={to}
      kind={is_over ? "quiet" : "secondary"}
      what={`check for ${name}`}
      refusal={refusal}
    >
      {label}
    </DialogLink>
  );
}

/** Renders the details that staff copy into Thirdfort’s form (N-015, N-016). */
function FullDetails({ group, open }: { group: GroupView; open: boolean }) {
  return (
    <Details
      open={open}
      summary={
        <span>
          <span className="when-shut">Show</span>
          <span className="when-open">Hide</span> Full Details
          <span className="vh"> for {group.title}</span>
        </span>
      }
    >
      {group.people.map((person) => (
        <DetailCard key={person.key} person={person} />
      ))}
    </Details>
  );
}

function DetailCard({ person: { name, role, details } }: { person: PersonView }) {
  return (
    <Card
      level="h3"
      title={
        <>
          {name} <span className="hint">{role.toLowerCase()}</span>
        </>
      }
    >
      <SummaryList
        layout="grid"
        rows={details.map(({ label, value }) => ({
          term: label,
          description: value ? (
            <CopyButton compact label={copyLabel(name, label)} value={value} />
          ) : (
            textOrDash(null)
          ),
        }))}
      />
    </Card>
  );
}

function copyLabel(name: string, label: string) {
  return `${name}’s ${label === "Phone" ? "phone number" : label.toLowerCase()}`;
}
