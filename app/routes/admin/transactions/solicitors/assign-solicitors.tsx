import { Form } from "@remix-run/react";
import { type ComponentProps, useEffect, useId, useRef } from "react";
import type { Crumb } from "#app/ui/breadcrumbs.tsx";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { moveFocus, pageHeading } from "#app/ui/focus.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { useWayBack, wayBack } from "#app/ui/leave-prompt.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { Bullets } from "../../shared/bullets.tsx";
import { StaffPage } from "../../shared/staff-page.tsx";
import { LetterSheet } from "./letter-sheet.tsx";
import { AssignForm, type AssignPage } from "./assign-form.tsx";
import type { PlanView } from "./assign-solicitors.server.ts";

type Result =
  | ({
      step: "form";
      shown?: Pick<AssignPage, "choices"> | undefined;
    } & Pick<ComponentProps<typeof AssignForm>, "lastResult" | "values">)
  | { step: "confirm"; view: PlanView; changed: boolean; fields: Record<string, string> };

export function AssignSolicitors({
  list,
  page: { title, assign },
  result,
}: {
  list: Crumb;
  page: {
    title: string;
    /** Null if solicitors can’t be assigned. The title then says why. */
    assign:
      | (AssignPage & { name: string; back: string; check: ComponentProps<typeof CheckLine> })
      | null;
  };
  result: Result | undefined;
}) {
  if (!assign) {
    return (
      <StaffPage title={title} trail={[list]}>
        {null}
      </StaffPage>
    );
  }
  const { name, back, check } = assign;
  const trail = [list, { label: name, to: back }];
  if (result?.step === "confirm") return <ConfirmSolicitors {...result} trail={trail} />;
  return (
    <AssignForm
      page={{ ...assign, ...result?.shown }}
      trail={trail}
      back={back}
      values={result?.values}
      lastResult={result?.lastResult ?? null}
      check={<CheckLine {...check} />}
    />
  );
}

type Fact = {
  term: string;
  description: string;
  /** URL of a link, which opens in a new tab so that the form keeps its values. */
  to?: string;
};

/** Shows which matter or group the solicitors are for, in one line (L-039 to L-043). */
function CheckLine({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const id = useId();
  return (
    <section className="check-line" aria-labelledby={id}>
      <h2 id={id} className="vh">
        {title}
      </h2>
      <dl>
        {facts.map(({ term, description, to }) => (
          <div key={term}>
            <dt>{term}</dt>{" "}
            <dd>
              {to ? (
                <a href={to} target="_blank" rel="noopener noreferrer">
                  {description}
                  <span className="vh"> (opens in a new tab)</span>
                </a>
              ) : (
                description
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Renders the confirmation: the solicitors, and the emails with their recipients (L-058 to L-061,
 * AMB-L02).
 */
function ConfirmSolicitors({
  view,
  changed,
  fields,
  trail,
}: {
  view: PlanView;
  /** True if the plan changed after staff had confirmed it. */
  changed: boolean;
  fields: Record<string, string>;
  trail: readonly Crumb[];
}) {
  const page = useRef<HTMLDivElement>(null);
  useWayBack(page);
  // This moves the focus to the heading. The router does not, because the confirmation has the same
  // URL as the form.
  useEffect(() => {
    moveFocus(() => {
      const title = pageHeading();
      if (title) title.tabIndex = -1;
      return title;
    });
  }, []);
  const { homes, skipped, seller, buyer, emails, waiting, not_sent, same_firm } = view;
  return (
    <StaffPage
      title="Double check your solicitors and confirm."
      crumb="Assign solicitors"
      trail={trail}
    >
      <div className="stack" ref={page}>
        {changed ? (
          <Notification
            kind="warning"
            title="Something has changed since you opened this page"
            live
          >
            <p>Check the solicitors and the emails, then confirm again.</p>
          </Notification>
        ) : null}
        {same_firm ? (
          <Notification kind="warning" title="Both solicitors are at the same law firm">
            <p>{same_firm} would act for both the seller and the buyer.</p>
          </Notification>
        ) : null}
        <SummaryList
          rows={[
            homes.length === 1
              ? { term: "Property", description: homes[0] }
              : { term: `${homes.length} transactions`, description: <Bullets lines={homes} /> },
            ...(skipped > 0
              ? [{ term: "Skipped", description: `${skipped} already assigned` }]
              : []),
            { term: "Seller solicitor", description: seller },
            { term: "Buyer solicitor", description: buyer },
            { term: "Emails", description: <Bullets lines={emails.map(({ text }) => text)} /> },
            ...(waiting.length > 0
              ? [
                  {
                    term: "Sent when a purchase intent is activated",
                    description: <Bullets lines={waiting} />,
                  },
                ]
              : []),
            { term: "Not sent", description: <Bullets lines={not_sent} /> },
            ...view.comments.map(({ term, text, is_sent }) => ({
              term: text && !is_sent ? `${term} (saved, not sent)` : term,
              description: text,
            })),
          ]}
        />
        {emails.map(({ text, letter }) =>
          letter ? (
            <Details key={text} summary={`Read the letter to ${letter.to}`}>
              <LetterSheet letter={letter} />
            </Details>
          ) : null,
        )}
        <Form method="post" className="form">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="assign-foot">
            <p>This will assign solicitors and send the emails checked.</p>
            <SubmitButton
              after={
                <Button type="submit" kind="quiet" name="amend" value="yes" {...wayBack}>
                  Go back and amend
                </Button>
              }
            >
              Yes, I&apos;m sure. Assign solicitors
            </SubmitButton>
          </div>
        </Form>
      </div>
    </StaffPage>
  );
}
