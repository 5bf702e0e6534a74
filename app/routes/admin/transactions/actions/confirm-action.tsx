import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ShownValue } from "#app/domain/actions/action.ts";
import type { ActionWords } from "#app/domain/actions/word-facts.ts";
import { capitalise, pluralise } from "#app/domain/shared/format.ts";
import type { Crumb } from "#app/ui/breadcrumbs.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Details } from "#app/ui/details.tsx";
import { EmailText } from "#app/ui/email-text.tsx";
import { moveFocus, pageHeading } from "#app/ui/focus.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { useWayBack, wayBack } from "#app/ui/leave-prompt.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { StaffPage } from "../../shared/staff-page.tsx";
import { PlaceWarning } from "./correction-fields.tsx";
import { type LetterTick, LetterTicks } from "../letter-ticks.tsx";
import type { ActionPage } from "./action-form.tsx";
import { MatterNow, StillOpenCard } from "./ending-parts.tsx";

type Confirmation = {
  /** True if the plan changed after staff had confirmed it. */
  changed: boolean;
  fields: Record<string, string>;
  view: {
    before: readonly ShownValue[];
    after: readonly ShownValue[];
    emails: readonly {
      reader: string;
      name: string;
      to: string;
      /** True if the words are part of an email with the firm’s other news. */
      waits: boolean;
      words: ActionWords;
    }[];
    not_emailed: readonly { reader: string; name: string; reason: string }[];
    letters: readonly LetterTick[];
    ticked: readonly string[];
    /** Postcode of the property’s new address; null if the action does not change it. */
    postcode: unknown;
    minutes: number;
  };
};

/** Renders what an action changes, and who will be emailed and what they’ll read. */
export function ConfirmAction({
  title,
  trail,
  page: { id, ending, open },
  result: { view, changed, fields },
}: {
  title: string;
  trail: readonly Crumb[];
  page: Pick<ActionPage, "id" | "ending" | "open">;
  result: Confirmation;
}) {
  const page = useRef<HTMLDivElement>(null);
  useWayBack(page);
  // The router does not move the focus, because the confirmation has the URL of the form.
  useEffect(() => {
    moveFocus(() => {
      const heading = pageHeading();
      if (heading) heading.tabIndex = -1;
      return heading;
    });
  }, []);
  const { before, after, emails, not_emailed, letters, ticked, postcode, minutes } = view;
  const verb = ending ? "End matter" : "Confirm";
  const count = pluralise(emails.length, "email");
  return (
    <StaffPage title={`${title}: check and confirm`} crumb={title} trail={trail}>
      <div className="stack" ref={page}>
        {changed ? (
          <Notification
            kind="warning"
            title="Something has changed since you opened this page"
            live
          >
            <p>Check the details and the emails, then confirm again.</p>
          </Notification>
        ) : null}
        <PlaceWarning postcode={postcode} />
        <div className="action-columns">
          <div className="stack">
            {ending ? <MatterNow id={id} ending={ending} /> : null}
            <Card title="What will change">
              <SummaryList
                rows={after.flatMap(({ label, text }, index) => {
                  const now = before[index]?.text ?? "not known";
                  if (now === text) return [];
                  return {
                    term: label,
                    description: ending ? text : <NewAndNow {...{ text, now }} />,
                  };
                })}
              />
            </Card>
            {open ? <StillOpenCard open={open} /> : null}
          </div>
          <div className="stack">
            <Card
              title={
                <span className="cluster">
                  Who will be emailed <Badge>{emails.length === 0 ? "No emails" : count}</Badge>
                </span>
              }
            >
              <div className="stack" data-gap="s">
                {emails.map(({ reader, name, to, waits, words }) => (
                  <Details key={`${reader} ${to}`} summary={`${name}, ${reader.toLowerCase()}`}>
                    <p className="hint">
                      <EmailText>{to}</EmailText>
                      {waits ? ". We’ll send this with their other news, an hour later." : null}
                    </p>
                    <blockquote className="stack" data-gap="s">
                      <p>
                        <strong>{words.subject}</strong>
                      </p>
                      {[words.greeting, ...words.paragraphs].map((text) => (
                        <p key={text}>{text}</p>
                      ))}
                    </blockquote>
                  </Details>
                ))}
                {not_emailed.map(({ reader, name, reason }) => (
                  <p key={`${reader} ${name}`}>
                    {name}, {reader.toLowerCase()}, won’t be emailed. {reason}
                  </p>
                ))}
                {ending ? (
                  <p className="hint">The reason and your note are not in any email.</p>
                ) : null}
              </div>
            </Card>
            <Card title={`For the next ${minutes} minutes`}>
              <p>You can undo this on the matter’s page. No emails are sent before then.</p>
            </Card>
          </div>
        </div>
        <Form method="post" className="form">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <LetterTicks
            letters={letters}
            ticked={ticked}
            hint="We’ll send the whole letter with the new details, with what has changed at the top."
          />
          <SubmitButton
            {...(ending && { kind: "warning" as const })}
            after={
              <Button type="submit" kind="quiet" name="amend" value="yes" {...wayBack}>
                Go back and amend
              </Button>
            }
          >
            {emails.length === 0 ? verb : `${verb} and send ${count}`}
          </SubmitButton>
        </Form>
      </div>
    </StaffPage>
  );
}

function NewAndNow({ text, now }: { text: string; now: string }) {
  return (
    <>
      {capitalise(text)}
      <div className="hint">Now: {now}</div>
    </>
  );
}
