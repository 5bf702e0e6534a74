import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listUploadTargets, uploadForMatter } from "#app/domain/documents/staff-uploads.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText } from "#app/forms/form.server.ts";
import { NO_FILE } from "#app/forms/upload.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { saveUpload } from "../../../documents/save-upload.server.ts";
import { ProblemDialog } from "../../shared/confirm-dialog.tsx";
import { openRecord, pageOrList, requireActor } from "../../shared/open-record.server.ts";
import { FETCH_FAILURE } from "../failures.ts";
import { overviewOr } from "../from-overview.ts";
import { UploadFields } from "./upload-fields.tsx";

const TITLE = "Upload documents";

export const handle: LayoutHandle = { part: TITLE };

function backOf(request: Request, id: string) {
  const tab = overviewOr(request, paths.admin.transactionTab.documents);
  return pageOrList(id, tab, paths.admin.transactions);
}

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openRecord(request, {
    needs: "handle",
    read: (reader) => listUploadTargets(db, reader, id),
    title: () => TITLE,
    failure: FETCH_FAILURE,
    back: backOf(request, id),
    opener: "upload-documents",
  });
  return data(opened, init ?? {});
}

const NO_TARGET = "Choose where to add the files";

/** Stores the files and adds them to a request or to a side of the matter. */
export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  // Answers 404 for a missing matter before any file is stored.
  const targets = await listUploadTargets(db, actor, id).catch(asNotFound);
  let count = 0;
  const { form, problems } = await saveUpload(
    request,
    { transaction_id: id },
    async (trx, { form, files }) => {
      const answers = formText(form, "answers");
      if (!targets.some(({ value }) => value === answers)) return;
      count = files.length;
      if (count > 0) await uploadForMatter(trx, { actor, transaction_id: id, answers, files });
    },
  ).catch(asNotFound);
  const answers = formText(form, "answers");
  const isKnown = targets.some(({ value }) => value === answers);
  const errors = {
    ...(isKnown ? {} : { answers: [NO_TARGET] }),
    ...(problems.length > 0 ? { files: [...problems] } : {}),
    ...(problems.length === 0 && count === 0 && isKnown ? { files: [NO_FILE] } : {}),
  };
  if (Object.keys(errors).length > 0) {
    const lastResult = { status: "error" as const, error: errors, initialValue: { answers } };
    return data({ lastResult }, { status: 400 });
  }
  const title = `${pluralise(count, "file")} added`;
  return redirectWithFlash(backOf(request, id), { kind: "success", title });
}

function asNotFound(error: unknown): never {
  if (error instanceof NotFoundError) throw data(null, { status: 404 });
  throw error;
}

export default function UploadDocuments() {
  const { back, opener, problem, record } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const [form, fields] = useAppForm<{ answers: string; files: string }>({
    id: "upload",
    lastResult: result?.lastResult ?? null,
  });
  if (!record) return <ProblemDialog problem={problem} back={back} />;
  return (
    <RouteDialog title={TITLE} back={back} openerId={opener}>
      <AppForm form={form} encType="multipart/form-data">
        <UploadFields
          targets={record}
          answers={fieldProps(fields.answers)}
          files={fieldProps(fields.files)}
        />
        <SubmitButton after={<DialogCancel back={back} />}>Upload</SubmitButton>
      </AppForm>
    </RouteDialog>
  );
}
