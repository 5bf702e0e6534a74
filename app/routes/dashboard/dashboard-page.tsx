import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Stage } from "#app/domain/transactions/customer-progress.ts";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { EmailSupport } from "./email-support.tsx";
import { SolicitorCard, type SolicitorChoice } from "./solicitor-card.tsx";
import type { ProgressView } from "./view.ts";

type Noun = "sale" | "purchase";

/** The dashboard of a sale or of a purchase that we have all the answers for (F-032). */
export function DashboardPage({
  title,
  noun,
  first_name,
  matter,
  facts,
  progress,
  solicitor,
  solicitorChoice,
  costs,
  children,
}: {
  title: string;
  noun: Noun;
  /** Whom the page welcomes. */
  first_name: string;
  /** What a message to us is about; `id` is the transaction's. */
  matter: { id: string; address: string };
  /** Who sells or buys, and what. */
  facts: ReactNode;
  progress: ProgressView;
  solicitor: Parameters<typeof SolicitorCard>[0]["solicitor"];
  /** Of a seller who may say whom they would like. */
  solicitorChoice?: SolicitorChoice;
  costs: ReactNode;
  /** The next steps, which nobody is told once the matter is over. */
  children: ReactNode;
}) {
  const { stage, rows } = progress;
  const isOver = stage === "completed" || stage === "aborted";
  return (
    <Page
      title={title}
      lead={`Welcome, ${first_name}. ${LEADS[stage](noun)}`}
      back={paths.welcomeBack()}
    >
      <div className="split">
        <div className="stack" data-gap="l">
          {isOver ? <Over stage={stage} noun={noun} /> : children}
        </div>
        <aside className="page-aside" aria-label={`Your ${noun}, your solicitor and costs`}>
          <Card title={`Your ${noun}`}>
            <p>{facts}</p>
          </Card>
          {rows.length > 0 ? (
            <Card title="Progress">
              <SummaryList layout="grid" rows={rows} />
            </Card>
          ) : null}
          <SolicitorCard solicitor={solicitor} choice={solicitorChoice} />
          <Card title="Costs so far">{costs}</Card>
          <EmailSupport matter={matter} />
        </aside>
      </div>
    </Page>
  );
}

const LEADS: Record<Stage, (noun: Noun) => string> = {
  under_way: (noun) => `We have what we need to start your ${noun}. Here is what happens next.`,
  exchanged: (noun) =>
    `Contracts are exchanged. Your ${noun} is binding, and completion comes next.`,
  completed: (noun) => `Your ${noun} is completed.`,
  aborted: (noun) => `Your ${noun} did not go ahead.`,
};

/** In place of the next steps: there are none. */
function Over({ stage, noun }: { stage: "completed" | "aborted"; noun: Noun }) {
  return (
    <Card title={stage === "completed" ? `Your ${noun} is completed` : `This ${noun} has ended`}>
      <p>There is nothing left for you to do here. We keep this page for you to look back at.</p>
      <p>
        <Link to={paths.welcomeBack()}>All your properties</Link>
      </p>
    </Card>
  );
}
