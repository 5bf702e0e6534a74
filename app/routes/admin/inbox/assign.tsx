import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { assignConversation } from "#app/domain/conversations/state.server.ts";
import { readInboxConversation } from "#app/domain/inbox/read-conversation.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { InboxDialog } from "./inbox-dialog.tsx";
import { FETCH_FAILURE, ofConversation, placeFields, placeQuery } from "./inbox-place.server.ts";

const TITLE = "Assign conversation";
const HANDLER = "handler";

export const handle: PageHandle = { title: TITLE };

const AssignForm = z.object({
  ...placeFields,
  handler_id: z.string({ error: "Choose a colleague" }),
  version: z.coerce.number().int(),
});

const server = addPage({
  ...ofConversation,
  form: (id) => `assign-conversation ${id}`,
  async readExtra(id, reader) {
    const { version, handler_id, transaction_id } = await readInboxConversation(db, reader, id);
    const colleagues = await listHandlerOptions(db);
    const handler = { value: HANDLER, label: "The handler of the matter" };
    return {
      version,
      chosen: handler_id ?? (transaction_id === null ? "" : HANDLER),
      options: transaction_id === null ? colleagues : [handler, ...colleagues],
    };
  },
  schema: AssignForm,
  async create(trx, { handler_id, version, ...place }, { actor }, conversation_id) {
    const chosen = handler_id === HANDLER ? null : handler_id;
    await assignConversation(trx, { conversation_id, version, handler_id: chosen }, { actor });
    return paths.admin.conversation(conversation_id, placeQuery(place));
  },
  leadsTo: (to) => to,
  done: "Conversation assigned",
  failures: { read: FETCH_FAILURE, write: "There was an error while assigning the conversation" },
  opener: () => "assign",
});
export const loader = server.loader;
export const action = server.action;

/** Renders the form that gives a conversation to a colleague. */
export default function AssignConversation() {
  const page = useLoaderData<typeof loader>();
  const { extra } = page;
  return (
    <InboxDialog<{ handler_id: string }>
      id="assign-conversation"
      title={TITLE}
      page={{ ...page, typed: { handler_id: extra?.chosen ?? "" } }}
      version={extra?.version}
      result={useActionData<typeof action>()}
      submit="Assign conversation"
    >
      {(fields) => (
        <SelectField
          {...fieldProps(fields.handler_id)}
          label="Who should answer?"
          hint="This doesn’t change the handler of a matter."
          empty="Choose a colleague"
          options={extra?.options ?? []}
        />
      )}
    </InboxDialog>
  );
}
