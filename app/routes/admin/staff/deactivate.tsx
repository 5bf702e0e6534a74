import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import {
  countOpenMatters,
  deactivateHandler,
  NO_ONE,
} from "#app/domain/handlers/deactivate-handler.server.ts";
import { listHandlerOptions } from "#app/domain/handlers/handlers.server.ts";
import { pluralise } from "#app/domain/shared/format.ts";
import { readStaffMember } from "#app/domain/staff/staff.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { newIdempotencyKey, withIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { ProblemDialog } from "../shared/confirm-dialog.tsx";
import { FormDialog } from "../shared/form-dialog.tsx";
import { openRecord, pageOrList, requireActor } from "../shared/open-record.server.ts";
import { errorReply } from "../shared/record-form.server.ts";
import { memberView } from "./view.ts";

export const handle: PageHandle = { title: titleFromData("Deactivate") };

const FAILURE = "There was an error while deactivating this colleague";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const { data: opened, init } = await openRecord(request, {
    needs: "change_staff",
    async read() {
      const { name, email, is_deactivated } = memberView(await readStaffMember(db, id));
      const options = (await listHandlerOptions(db)).filter(({ value }) => value !== id);
      return {
        name,
        email,
        refusal: is_deactivated ? "This colleague has already been deactivated." : null,
        matters: await countOpenMatters(db, id),
        options: [...options, { value: NO_ONE, label: "No one. Leave them without a handler" }],
      };
    },
    title: ({ name }) => `Deactivate ${name}`,
    failure: FAILURE,
    back: backTo(id),
    opener: "deactivate",
  });
  return data({ ...opened, formKey: newIdempotencyKey(formName(id)) }, init ?? {});
}

const backTo = (id: string) => pageOrList(id, paths.admin.staffMember, paths.admin.staff);
const formName = (id: string) => `deactivate-staff:${id}`;

const DeactivateForm = z.object({ successor_id: z.string().optional() });

export async function action({ request, params: { id = "" } }: ActionFunctionArgs) {
  const actor = await requireActor(request, "change_staff");
  const form = await readForm(request);
  const submission = await parseForm(form, DeactivateForm);
  const key = formText(form, "form_key");
  const refuse = (lastResult: SubmissionResult, status: number) =>
    data({ lastResult, formKey: newIdempotencyKey(formName(id)) }, { status });
  if (submission.status !== "success") return refuse(submission.reply(), 400);
  const { successor_id = "" } = submission.value;
  let left = 0;
  try {
    await withIdempotencyKey(db, { form: formName(id), key, body: { successor_id } }, (trx) =>
      deactivateHandler(trx, { id, successor_id, actor }).then((count) => {
        left = count;
      }),
    );
  } catch (error) {
    const { lastResult, status } = errorReply(submission, error, { failure: FAILURE });
    return refuse(lastResult, status);
  }
  const matters =
    left === 0
      ? ""
      : successor_id === NO_ONE
        ? ` ${pluralise(left, "matter")} now without a handler.`
        : ` ${pluralise(left, "matter")} handed over.`;
  return redirectWithFlash(backTo(id), {
    kind: "success",
    title: "Deactivated",
    description: `We’ve signed this colleague out everywhere and emailed them.${matters}`,
  });
}

/** Asks before a colleague is deactivated, and who takes over their open matters. */
export default function Deactivate() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const record = page.record;
  if (record?.refusal) return <ProblemDialog problem={record.refusal} back={page.back} />;
  return (
    <FormDialog<{ successor_id: string }>
      id="deactivate-staff"
      title={page.title}
      page={{ back: page.back, opener: page.opener, problem: page.problem, formKey: page.formKey }}
      result={result}
      submit={page.title}
    >
      {(fields) =>
        record ? (
          <>
            <p>
              We’ll sign <strong>{record.name}</strong> out everywhere straight away, and anything
              they haven’t saved will be lost. They won’t be able to sign in. We’ll email them at{" "}
              <strong>{record.email}</strong>. Their name will stay on everything they did. You can
              reactivate them later.
            </p>
            {record.matters > 0 ? (
              <SelectField
                {...fieldProps(fields.successor_id)}
                label={`Who takes over their ${pluralise(record.matters, "open matter")}?`}
                empty="Choose a colleague"
                options={record.options}
              />
            ) : null}
          </>
        ) : null
      }
    </FormDialog>
  );
}
