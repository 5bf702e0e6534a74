import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { EmailSupport } from "./email-support.tsx";
import { SolicitorCard, type SolicitorChoice } from "./solicitor-card.tsx";

/** The dashboard of a sale or of a purchase that we have all the answers for (F-032). */
export function DashboardPage({
  title,
  noun,
  first_name,
  matter,
  facts,
  solicitor,
  solicitorChoice,
  costs,
  children,
}: {
  title: string;
  noun: "sale" | "purchase";
  /** Whom the page welcomes. */
  first_name: string;
  /** What a message to us is about; `id` is the transaction's. */
  matter: { id: string; address: string };
  /** Who sells or buys, and what. */
  facts: ReactNode;
  solicitor: Parameters<typeof SolicitorCard>[0]["solicitor"];
  /** Of a seller who may say whom they would like. */
  solicitorChoice?: SolicitorChoice;
  costs: ReactNode;
  /** The next steps. */
  children: ReactNode;
}) {
  return (
    <Page
      title={title}
      lead={`Welcome, ${first_name}. We have what we need to start your ${noun}. Here is what happens next.`}
      back={paths.welcomeBack()}
    >
      <div className="split">
        <div className="stack" data-gap="l">
          {children}
        </div>
        <aside className="page-aside" aria-label={`Your ${noun}, your solicitor and costs`}>
          <Card title={`Your ${noun}`}>
            <p>{facts}</p>
          </Card>
          <SolicitorCard solicitor={solicitor} choice={solicitorChoice} />
          <Card title="Costs so far">{costs}</Card>
          <EmailSupport matter={matter} />
        </aside>
      </div>
    </Page>
  );
}
