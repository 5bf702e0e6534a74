import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireFirm } from "#app/auth/guards.server.ts";
import {
  AcceptForm,
  acceptInstruction,
  DeclineForm,
  declineInstruction,
} from "#app/domain/firm-pages/answer-instruction.server.ts";
import { readFirmPage } from "#app/domain/firm-pages/read-firm-page.server.ts";
import { FirmStepForm, recordFirmStep } from "#app/domain/firm-pages/record-step.server.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { toDateParts } from "#app/domain/transactions/significant-dates.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { asErrorPage } from "#app/server/error-page.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { type Milestone, Milestones } from "#app/ui/milestones.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import { fromData, type PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { Files } from "./files.tsx";
import { FirmSheet } from "./firm-sheet.tsx";
import { privateHeaders } from "./headers.ts";
import { Answered, AskCard, type Result, useInstructionForms } from "./instruction-card.tsx";
import { Instruction } from "./instruction.tsx";
import { pageView } from "./page-view.server.ts";
import { saveFirmForm } from "./save-form.server.ts";
import { StepCard, useStepForm } from "./step-card.tsx";
import { firmView } from "./view.ts";

export const handle: PageHandle = {
  title: "Your instruction",
  part: fromData("line_1"),
  robots: "noindex, nofollow",
};

export const headers = privateHeaders;

/** Shows the instruction to the law firm of one side of a matter, and what it can do now. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const reader = await requireFirm(request, params);
  const now = new Date();
  const today = londonDay(now);
  const page = await readFirmPage(db, reader, now).catch(asErrorPage);
  const { side, transaction_id } = reader;
  return {
    firm: firmView(reader),
    ...pageView(reader, page, today),
    today: toDateParts(today),
    links: {
      dates: paths.firm.dates(side, transaction_id),
      question: paths.firm.question(side, transaction_id),
    },
  };
}

/** Accepts or declines the instruction, or records a step. */
export async function action({ request, params }: ActionFunctionArgs) {
  const reader = await requireFirm(request, params);
  const form = await readForm(request);
  switch (formText(form, "intent")) {
    case "decline":
      return saveFirmForm(reader, form, {
        sent: "decline",
        schema: DeclineForm,
        work: (trx, typed) => declineInstruction(trx, reader, typed),
        done: "You’ve declined the instruction",
      });
    case "record":
      return saveFirmForm(reader, form, {
        sent: "record",
        schema: FirmStepForm,
        work: (trx, typed) => recordFirmStep(trx, reader, typed),
        done: "The step has been recorded",
      });
    default:
      return saveFirmForm(reader, form, {
        sent: "accept",
        schema: AcceptForm,
        work: (trx, typed) => acceptInstruction(trx, reader, typed),
        done: "Your answer has been saved",
      });
  }
}

export default function FirmPage() {
  const page = useLoaderData<typeof loader>();
  const result: Result = useActionData<typeof action>();
  const forms = useInstructionForms(page.instruction, page.person, result);
  const record = useStepForm(page.today, page.person, result);
  const sent = { accept: forms.accept[0], decline: forms.decline[0], record: record[0] };
  const answer = {
    instruction: page.instruction,
    forms,
    result,
    question: page.links.question,
  };
  return (
    <Page
      title={page.title}
      lead={page.references.join(" ")}
      form={result ? Object.entries(sent).find(([name]) => name === result.sent)?.[1] : undefined}
      questionNames={labelByPart({ day: "Day" })}
    >
      <div className="split" data-kind="dashboard">
        <div className="stack firm-main">
          {page.is_over ? (
            <Card title="This matter has ended">
              <p>{page.stage}</p>
            </Card>
          ) : page.instruction.state === "accepted" ? (
            <StepCard step={page.step} form={record} stage={page.stage} />
          ) : (
            <AskCard {...answer} />
          )}
          {page.steps.length > 0 ? (
            <section className="stack" aria-labelledby="steps">
              <h2 id="steps">Your steps</h2>
              <Milestones items={page.steps.map(toMilestone)} />
            </section>
          ) : null}
          {page.instruction.state === "accepted" ? <Answered {...answer} /> : null}
        </div>
        <FirmSheet {...page} />
      </div>
      <Files files={page.files} />
      <Instruction parts={page.parts} missing={page.missing} />
    </Page>
  );
}

type StepRow = { title: string; state: "done" | "now" | "later"; detail: string | null };

const STATES = {
  done: <Badge tone="done">Done</Badge>,
  now: <Badge tone="act">To record</Badge>,
  later: "Later",
};

function toMilestone({ title, state, detail }: StepRow): Milestone {
  return { title, state, badge: STATES[state], detail };
}
