import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { SaleAgreedForm, sendMemorandum } from "#app/domain/agent-pages/send-memorandum.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import type { AgentReader } from "#app/domain/readers/reader.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { NO_FILE } from "#app/forms/upload.server.ts";
import { paths } from "#app/paths.ts";
import { saveUpload } from "../documents/save-upload.server.ts";
import { limitForms } from "../firm-pages/save-form.server.ts";

const ONE_FILE = "Choose one file. If it has several pages, put them in one PDF";
const AGAIN = "Choose the file again";

/**
 * Reads the form “Sale agreed” with its file and sends the memorandum. Shows the form again with
 * its errors, or with the reason for a refusal. The caller has checked that the sale is the
 * office’s.
 */
export async function saveMemorandum(
  request: Request,
  reader: AgentReader,
  transaction_id: string,
) {
  const limited = await limitForms(reader);
  if (limited) return refuse({ status: "error", error: { "": [limited.message] } }, limited.init);
  const outcome = { count: 0, is_sent: false, conflict: "" };
  const { form, problems } = await saveUpload(
    request,
    { transaction_id },
    async (trx, { form: posted, files, problems: refused }) => {
      const [file] = files;
      outcome.count = files.length;
      const { status, value: typed } = await readTyped(posted);
      if (status !== "success" || !file || files.length > 1 || refused.length > 0) return;
      await sendMemorandum(trx, reader, { transaction_id, typed, file }).catch((error: unknown) => {
        if (error instanceof ConflictError) outcome.conflict = error.message;
        throw error;
      });
      outcome.is_sent = true;
    },
  );
  if (outcome.is_sent) {
    return redirectWithFlash(paths.agent.sale(reader.estate_agent_id, transaction_id), {
      kind: "success",
      title: "We’ve received your memorandum of sale",
    });
  }
  const submission = await parseForm(form, SaleAgreedForm);
  if (outcome.conflict) {
    return refuse(submission.reply({ formErrors: [outcome.conflict] }), { status: 409 });
  }
  const files = problems.length > 0 ? [...problems] : [fileProblem(outcome.count)];
  return refuse(submission.reply({ fieldErrors: { files } }), { status: 400 });
}

async function readTyped(form: FormData) {
  const submission = await parseForm(form, SaleAgreedForm);
  return submission.status === "success"
    ? { status: submission.status, value: submission.value }
    : { status: "error" as const, value: null };
}

/** A browser without scripts forgets the file when the form is shown again. */
function fileProblem(count: number): string {
  if (count === 0) return NO_FILE;
  return count > 1 ? ONE_FILE : AGAIN;
}

function refuse(lastResult: SubmissionResult, init: { status: number; headers?: HeadersInit }) {
  return data({ lastResult }, init);
}
