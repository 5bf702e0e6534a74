import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { listLetters } from "#app/domain/assignments/letter.server.ts";
import { listOutdatedLetters } from "#app/domain/assignments/letters-again.server.ts";
import {
  readAssignmentFacts,
  readSolicitorPreference,
} from "#app/domain/assignments/solicitors-choice.server.ts";
import { readFirmAnswers } from "#app/domain/firm-pages/firm-answers.server.ts";
import { readAssignedSolicitors } from "#app/domain/transactions/read-transaction.server.ts";
import { type Side, SIDES } from "#app/domain/transactions/sides.ts";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ContactLink } from "#app/ui/contact-link.tsx";
import { Notification } from "#app/ui/notification.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { db } from "#db/connection.ts";
import { DialogLink } from "../../shared/dialog-link.tsx";
import { openTab } from "../open-transaction.server.ts";
import { Tab } from "../tabs.tsx";
import type { TransactionView } from "../view.ts";
import { IfPermitted } from "../../shared/allowed.tsx";
import {
  assignedLawyerGroupView,
  type AssignedLawyerGroupView,
  type CardLine,
  FETCH_FAILED,
  letterView,
  type LetterView,
  preferenceText,
  UNPAID,
} from "./view.ts";

export const handle: LayoutHandle = { part: "Solicitors" };

/**
 * Returns the solicitors of both sides. Once assigned, a solicitor can only be replaced (L-030 to
 * L-038, AMB-K03).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return openTab(request, params.id, async ({ id, assigned_sides }, reader) => ({
    id,
    assigned_sides,
    solicitors: await nullIfFailed(readSolicitors(reader, id), FETCH_FAILED),
  }));
}

async function readSolicitors(reader: StaffReader, id: string) {
  const { seller, buyer } = await readAssignedSolicitors(db, reader, id);
  const answers = await readFirmAnswers(db, reader, id);
  const { unpaid, has_active_purchase } = await readAssignmentFacts(db, reader, id);
  const choice = preferenceText(await readSolicitorPreference(db, reader, id));
  const waits_for_buyer = seller !== null && buyer === null && !has_active_purchase;
  return {
    seller: seller && assignedLawyerGroupView(seller, answers.seller),
    buyer: buyer && assignedLawyerGroupView(buyer, answers.buyer),
    unpaid,
    waits_for_buyer,
    preference: waits_for_buyer ? "You can assign the buyer’s once there is a buyer." : choice,
    letters: (await listLetters(db, reader, id)).map(letterView),
    outdated: await listOutdatedLetters(db, reader, id),
  };
}

export default function SolicitorsTab() {
  return (
    <Tab page={useLoaderData<typeof loader>()}>
      {({ id, assigned_sides, solicitors }) =>
        solicitors ? (
          <Solicitors id={id} assigned_sides={assigned_sides} {...solicitors} />
        ) : (
          <Notification
            kind="error"
            title="There was an error while fetching the solicitors' details"
          />
        )
      }
    </Tab>
  );
}

function Solicitors({
  id,
  assigned_sides,
  seller,
  buyer,
  unpaid,
  preference,
  waits_for_buyer,
  letters,
  outdated,
}: { id: string; assigned_sides: TransactionView["assigned_sides"] } & Awaited<
  ReturnType<typeof readSolicitors>
>) {
  const sides = { seller, buyer };
  return (
    <div className="stack">
      {assigned_sides === "both" ? null : (
        <Card title="Solicitors">
          <p>
            {assigned_sides === "one"
              ? "Only one side has a solicitor."
              : "No solicitors have been assigned yet."}
          </p>
          <p>{preference}</p>
          {unpaid ? <Notification kind="warning" title={UNPAID} /> : null}
          <IfPermitted needs="handle">
            <p>
              <ButtonLink
                to={paths.admin.assignSolicitors(id)}
                kind={waits_for_buyer ? "secondary" : "primary"}
                size="small"
              >
                Assign solicitors
              </ButtonLink>
            </p>
          </IfPermitted>
        </Card>
      )}
      {seller ? (
        <AssignedLawyerGroupCard
          title="Seller solicitor"
          group={seller}
          actions={<PutRightLink id={id} side="seller" />}
        />
      ) : null}
      {buyer ? (
        <AssignedLawyerGroupCard
          title="Buyer solicitor"
          group={buyer}
          actions={<PutRightLink id={id} side="buyer" />}
        />
      ) : null}
      <LettersCard
        id={id}
        sides={SIDES.filter((side) => sides[side])}
        letters={letters}
        outdated={outdated}
      />
    </div>
  );
}

function PutRightLink({ id, side }: { id: string; side: Side }) {
  return (
    <DialogLink
      needs="put_right"
      id={`put-right-${side}`}
      to={paths.admin.putRightSolicitors(id, side)}
      what={`the ${side}’s solicitor`}
    >
      Put right
    </DialogLink>
  );
}

/** Renders the solicitor of a side. The solicitor can be changed only on separate pages (L-038). */
function AssignedLawyerGroupCard({
  title,
  group,
  actions,
}: {
  title: string;
  group: AssignedLawyerGroupView;
  actions: ReactNode;
}) {
  return (
    <Card
      title={
        <span className="cluster">
          {title} <Badge>{group.panel}</Badge>
          {group.retired ? <Badge tone="stop">Retired</Badge> : null}
        </span>
      }
      actions={actions}
    >
      <SummaryList
        rows={group.facts.map(({ term, lines }) => ({
          term,
          description:
            lines.length > 0
              ? lines.map((line, position) => <Line key={position} {...line} />)
              : null,
        }))}
      />
    </Card>
  );
}

function Line({ text, to, email, phone_number }: CardLine) {
  if (!text && !email && !phone_number) return null;
  return (
    <div className="contact-line">
      {text ? <span>{to ? <Link to={to}>{text}</Link> : text}</span> : null}
      {email ? <ContactLink by="email" value={email} /> : null}
      {phone_number ? <ContactLink by="phone" value={phone_number} /> : null}
    </div>
  );
}

/** Lists the letters that were sent, with buttons to send them again (AMB-L01). */
function LettersCard({
  id,
  sides,
  letters,
  outdated,
}: {
  id: string;
  sides: readonly Side[];
  letters: readonly LetterView[];
  /** Sides whose solicitor has a letter with old facts, and the names of these facts. */
  outdated: readonly { side: Side; changed: readonly string[] }[];
}) {
  if (sides.length === 0 && letters.length === 0) return null;
  return (
    <Card
      title="Letters to solicitors"
      actions={
        <IfPermitted needs="handle">
          {sides.map((side) => (
            <ButtonLink
              key={side}
              to={paths.admin.sendSolicitorLetterAgain(id, side)}
              kind="secondary"
              size="small"
            >
              {/* The texts must be in one element. Otherwise the button would put a gap between
                  the words. */}
              <span>
                Send<span className="vh"> the letter</span> again to the {side}’s solicitor
              </span>
            </ButtonLink>
          ))}
        </IfPermitted>
      }
    >
      {outdated.map(({ side, changed }) => (
        <Notification
          key={side}
          kind="warning"
          title={`The ${side}’s solicitor has an older letter`}
        >
          <p>Changed since then: {changed.join("; ")}. Send the letter again.</p>
        </Notification>
      ))}
      {letters.length === 0 ? (
        <p className="hint">No letters on record yet.</p>
      ) : (
        <ul className="stack" data-gap="s">
          {letters.map((letter) => (
            <li key={letter.id}>
              <Link to={paths.admin.solicitorLetter(id, letter.id)}>
                {letter.heading}
                <span className="vh">, {letter.at}</span>
              </Link>{" "}
              <Badge tone={letter.failed ? "act" : "done"}>{letter.status}</Badge>
              <div className="hint letter-to">
                {letter.again ? "Sent again " : ""}
                {letter.at}, to {letter.to}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
