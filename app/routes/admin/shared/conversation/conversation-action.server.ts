import type { SubmissionResult } from "@conform-to/dom";
import { data } from "@remix-run/node";
import {
  AnswerForm,
  completeSubject,
  sendAnswer,
} from "#app/domain/conversations/answer.server.ts";
import {
  addInternalNote,
  addPhoneNote,
  InternalNoteForm,
  PhoneNoteForm,
} from "#app/domain/conversations/notes.server.ts";
import { missingFacts } from "#app/domain/conversations/answer-templates.ts";
import {
  closeConversation,
  reopenConversation,
  SnoozeForm,
  snoozeConversation,
} from "#app/domain/conversations/state.server.ts";
import { joinContacts } from "#app/domain/handlers/contact.ts";
import { readMatterContact } from "#app/domain/handlers/contact.server.ts";
import { markMentionRead } from "#app/domain/desk/mentions.server.ts";
import { DomainError } from "#app/domain/errors.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { renderEmail } from "#app/emails/render.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotentRedirect } from "#app/forms/form-key.server.ts";
import { formText, parseForm } from "#app/forms/form.server.ts";
import { UNKNOWN_ERROR } from "#app/observability/errors.ts";
import { type Db, db, inTransaction } from "#db/connection.ts";
import type { ShownEmail } from "../email-preview.tsx";
import { errorReply } from "../record-form.server.ts";
import { formName } from "./form-name.ts";
import { runAction } from "../run-action.server.ts";
import type { z } from "zod";

type Target = {
  /** Matter and side of the conversation; null for one that is not matched to a matter. */
  place: { transaction_id: string; purchase_intent_id: string | null } | null;
  actor: StaffReader<"handle">;
  form: FormData;
  /** Finds the conversation, or opens one for a side that has none. */
  open: (trx: Db) => Promise<string>;
  /** Page with the conversation, to which each action returns. */
  here: string;
};

/**
 * Handles the forms of a conversation’s page: the answer and its preview, the notes, and the
 * buttons that change its state. The caller has checked the permission.
 */
export async function conversationAction(target: Target) {
  const { actor, form, open, here } = target;
  // The form of an answer has two buttons: “Send email” and “Preview”.
  switch (form.has("preview") ? "preview" : formText(form, "intent")) {
    case "preview":
      return previewAnswer(target);
    case "send":
      return save(target, "answer", AnswerForm, "Email sent", async (trx, value) =>
        sendAnswer(trx, { conversation_id: await open(trx), ...value }, { actor }),
      );
    case "note":
      return save(target, "note", InternalNoteForm, "Internal note saved", async (trx, value) =>
        addInternalNote(trx, { conversation_id: await open(trx), ...value }, { actor }),
      );
    case "phone":
      return save(target, "phone", PhoneNoteForm, "Phone call saved", async (trx, value) =>
        addPhoneNote(trx, { conversation_id: await open(trx), ...value }, { actor }),
      );
    case "read":
      return runAction({
        run: () =>
          inTransaction(db, (trx) => markMentionRead(trx, formText(form, "note"), { actor })),
        done: { to: here, title: "Note marked as read" },
        failed: { to: here, title: "Note not marked as read" },
        failure: UNKNOWN_ERROR,
        here,
      });
    case "close":
      return change(target, "Conversation closed", (trx, seen) =>
        closeConversation(trx, seen, { actor }),
      );
    case "reopen":
      return change(target, "Conversation opened again", (trx, seen) =>
        reopenConversation(trx, seen, { actor }),
      );
    case "snooze":
      return change(target, "Conversation snoozed", async (trx, seen) => {
        const { success, data: day } = SnoozeForm.safeParse({
          snoozed_until: formText(form, "snoozed_until"),
        });
        if (!success) throw new DomainError("Choose a day");
        await snoozeConversation(trx, { ...seen, ...day }, { actor });
      });
    default:
      return runAction({
        run: () => Promise.reject(new DomainError("Use one of the buttons")),
        done: { to: here, title: "" },
        failed: { to: here, title: "Nothing was changed" },
        failure: UNKNOWN_ERROR,
        here,
      });
  }
}

function change(
  { form, open, here }: Target,
  title: string,
  work: (trx: Db, seen: { conversation_id: string; version: number }) => Promise<unknown>,
) {
  return runAction({
    run: () =>
      inTransaction(db, async (trx) =>
        work(trx, {
          conversation_id: await open(trx),
          version: Number(formText(form, "version")),
        }),
      ),
    done: { to: here, title },
    failed: { to: here, title: "Nothing was changed" },
    failure: UNKNOWN_ERROR,
    here,
  });
}

export type ConversationAnswer = {
  /** Form that was submitted. */
  sent: "answer" | "note" | "phone";
  lastResult: SubmissionResult;
  preview: ShownEmail | null;
};

async function save<Schema extends z.ZodType<object>>(
  { form, here }: Target,
  sent: ConversationAnswer["sent"],
  schema: Schema,
  title: string,
  work: (trx: Db, value: z.output<Schema>) => Promise<void>,
) {
  const submission = await parseForm(form, schema);
  if (submission.status !== "success") return again(sent, submission.reply(), 400);
  try {
    const key = formText(form, "form_key");
    const post = { form: formName(sent, here), key, body: submission.value };
    await withIdempotentRedirect(db, post, async (trx) => {
      await work(trx, submission.value);
      return here;
    });
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, { failure: UNKNOWN_ERROR });
    return again(sent, lastResult, status);
  }
  return redirectWithFlash(here, { kind: "success", title });
}

function again(
  sent: ConversationAnswer["sent"],
  lastResult: SubmissionResult,
  status: number,
  preview: ShownEmail | null = null,
) {
  return data<ConversationAnswer>({ sent, lastResult, preview }, { status });
}

/** Shows the email as it will be sent. The typed text stays in the form. */
async function previewAnswer({ actor, form, place }: Target) {
  const submission = await parseForm(form, AnswerForm);
  if (submission.status !== "success") return again("answer", submission.reply(), 400);
  const { to, copies, text } = submission.value;
  const [missing] = missingFacts(text);
  if (missing) {
    const error = `${missing}. Change the text before you send it`;
    return again("answer", submission.reply({ fieldErrors: { text: [error] } }), 400);
  }
  const author = await db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  const name = `${author.first_name} ${author.last_name}`;
  const subject = place
    ? await completeSubject(db, { id: "", ...place }, submission.value)
    : submission.value.subject;
  const contact = place && (await readMatterContact(db, actor, place.transaction_id));
  const email = await renderEmail(
    "conversation_answer",
    { ...{ text, subject, copies, documents: [], thread: [] }, author: name },
    contact && joinContacts([contact]),
  );
  const preview = { from: name, to, copies, subject: email.subject, text: email.text };
  return again("answer", { ...submission.reply(), status: undefined }, 200, preview);
}
