import { useActionData, useLoaderData } from "@remix-run/react";
import { fullName } from "#app/domain/shared/names.ts";
import {
  answerCorrection,
  CorrectionAnswerForm,
  readOpenCorrection,
} from "#app/domain/privacy/corrections.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { Radios } from "#app/ui/forms/radios.tsx";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { addPage } from "../shared/dialog-pages.server.ts";
import { FormDialog } from "../shared/form-dialog.tsx";

const TITLE = "Answer a correction request";

export const handle: PageHandle = { title: TITLE };

/** Emails the answer to the customer. Before that, staff correct the record on another page. */
const server = addPage({
  needs: "handle_privacy",
  ids: ({ id = "" }) => id,
  form: (id) => `answer-correction:${id}`,
  async readExtra(id, reader) {
    const { request_text, ...person } = await readOpenCorrection(db, reader, id);
    return { name: fullName(person), request_text };
  },
  schema: CorrectionAnswerForm,
  create: answerCorrection,
  done: "Answer emailed",
  failures: {
    read: "There was an error reading this request",
    write: "There was an error answering this request",
  },
  back: () => paths.admin.privacyRequests(),
  opener: (id) => `answer-${id}`,
});
export const loader = server.loader;
export const action = server.action;

const OUTCOMES = [
  { value: "corrected", label: "Corrected", hint: "Correct the record first." },
  { value: "refused", label: "Not changed" },
];

export default function AnswerCorrection() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <FormDialog<{ outcome: string; answer: string }>
      id="answer-correction"
      title={TITLE}
      page={page}
      result={result}
      submit="Email answer"
    >
      {(fields) => (
        <>
          {page.extra ? (
            <blockquote className="stack">
              <p>
                <strong>{page.extra.name}</strong> says:
              </p>
              <p>{page.extra.request_text}</p>
            </blockquote>
          ) : null}
          <Radios {...fieldProps(fields.outcome)} legend="Outcome" options={OUTCOMES} />
          <TextArea
            {...fieldProps(fields.answer)}
            label="Answer"
            hint="We’ll email this to the customer exactly as you write it. Say what you changed, or why the record is right."
          />
        </>
      )}
    </FormDialog>
  );
}
