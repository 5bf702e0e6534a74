import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { snoozeConversation } from "#app/domain/conversations/state.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { quickSnoozes } from "#app/domain/inbox/snooze-days.ts";
import { londonDay } from "#app/domain/shared/dates.ts";
import { addDays } from "#app/domain/shared/working-days.ts";
import { dateInput } from "#app/domain/shared/dates.server.ts";
import type { DateParts } from "#app/domain/transactions/significant-dates.ts";
import { paths } from "#app/paths.ts";
import { DateField } from "#app/ui/forms/date-field.tsx";
import { dateProps, fieldProps } from "#app/ui/forms/field-props.ts";
import { labelByPart } from "#app/ui/forms/form-types.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { InboxDialog } from "./inbox-dialog.tsx";
import { FETCH_FAILURE, ofConversation, placeFields, placeQuery } from "./inbox-place.server.ts";

const TITLE = "Snooze conversation";
const OTHER = "other";

/** Longest snooze, in days. */
const MAX_DAYS = 366;

export const handle: PageHandle = { title: TITLE };

const SnoozeForm = z
  .object({
    ...placeFields,
    day: z.string({ error: "Choose a day" }),
    until: dateInput(),
    version: z.coerce.number().int(),
  })
  .transform(({ day, until, ...form }, context) => {
    const chosen = day === OTHER ? until : day;
    const today = londonDay(new Date());
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message, path: ["until"] });
      return z.NEVER;
    };
    if (chosen === null || !z.iso.date().safeParse(chosen).success) return refuse("Enter a day");
    if (chosen <= today) return refuse("Enter a day after today");
    if (chosen > addDays(today, MAX_DAYS)) return refuse("Enter a day within the next year");
    return { ...form, until: chosen };
  });

const server = addPage({
  ...ofConversation,
  form: (id) => `snooze-conversation ${id}`,
  async readExtra(id, reader) {
    const { version } = await readInboxConversation(db, reader, id);
    return { version, days: quickSnoozes(londonDay(new Date())) };
  },
  schema: SnoozeForm,
  async create(trx, { until, version, ...place }, { actor }, conversation_id) {
    await snoozeConversation(trx, { conversation_id, version, snoozed_until: until }, { actor });
    return place;
  },
  leadsTo: (place) => paths.admin.inbox(placeQuery(place)),
  done: "Conversation snoozed",
  failures: { read: FETCH_FAILURE, write: "There was an error while snoozing the conversation" },
  opener: () => "snooze",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that puts a conversation off until a day. */
export default function SnoozeConversation() {
  const page = useLoaderData<typeof loader>();
  const { extra } = page;
  return (
    <InboxDialog<{ day: string; until: DateParts }>
      id="snooze-conversation"
      title={TITLE}
      page={{ ...page, typed: { day: extra?.days[0]?.value ?? OTHER } }}
      version={extra?.version}
      result={useActionData<typeof action>()}
      submit="Snooze conversation"
      questionNames={labelByPart({ until: "Day" })}
    >
      {(fields) => (
        <>
          <p className="hint">
            The conversation leaves the open list and returns on this day. New messages are counted,
            but don’t end the snooze. A snooze that would end on a weekend or a bank holiday ends on
            the next working day.
          </p>
          <Radios
            {...fieldProps(fields.day)}
            legend="Snooze until"
            options={[
              ...(extra?.days ?? []),
              {
                value: OTHER,
                label: "Another day",
                reveals: <DateField {...dateProps(fields.until)} legend="Day" />,
              },
            ]}
          />
        </>
      )}
    </InboxDialog>
  );
}
