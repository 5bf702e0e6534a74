import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { planLetterResend, resendLetter } from "#app/domain/assignments/send-letters.server.ts";
import { NotFoundError } from "#app/domain/errors.ts";
import { staffComment } from "#app/domain/shared/free-text.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { SIDES } from "#app/domain/transactions/sides.ts";
import {
  withIdempotencyKey,
  findFormResult,
  newIdempotencyKey,
} from "#app/forms/form-key.server.ts";
import { formText, parseForm, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useDialogs } from "#app/ui/dialogs.ts";
import { AppForm, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import { DISCARDS, FormLeavePrompt } from "#app/ui/leave-prompt.tsx";
import { Notification } from "#app/ui/notification.tsx";
import { type PageHandle, titleFromData } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { requireActor, openRecord, pageOrList } from "../../shared/open-record.server.ts";
import { runAction } from "../../shared/run-action.server.ts";
import { StaffPage } from "../../shared/staff-page.tsx";
import { LetterSheet } from "./letter-sheet.tsx";

export const handle: PageHandle = { title: titleFromData("Send again") };

const FAILURE = "There was an error while sending the letter";

const Comment = z.object({ comment: staffComment() });

type Params = LoaderFunctionArgs["params"];

/** Returns the matter and the side in the URL. Throws NotFoundError if there is no such side. */
function readSide({ id = "", side }: Params) {
  const known = SIDES.find((name) => name === side);
  if (!known) throw new NotFoundError("Letter not found");
  return { transaction_id: id, side: known };
}

const formName = ({ id = "", side = "" }: Params) => `send-letter-again ${id} ${side}`;

const tabOf = ({ id = "" }: Params) =>
  pageOrList(id, paths.admin.transactionTab.solicitors, paths.admin.transactions);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { data: opened, init } = await openRecord(request, {
    needs: "handle",
    async read(reader) {
      const shown = await showLetter(reader, params);
      await reader.recordView({ record: { type: "transaction", id: params.id ?? "" } });
      return shown;
    },
    title: ({ side }) => `Send the letter to the ${side}’s solicitor again`,
    failure: FAILURE,
  });
  return data({ ...opened, back: tabOf(params) }, init ?? {});
}

/**
 * Returns the letter that staff must confirm. If they change the comments, they must confirm the
 * letter again.
 */
async function showLetter(reader: StaffReader, params: Params, typed?: { comment: string | null }) {
  const { transaction_id, side } = readSide(params);
  const about = { transaction_id, side, ...typed };
  const { planned, comment, refusal, mark } = await planLetterResend(db, reader, about);
  return {
    side,
    letter: planned?.letter ?? null,
    refusal,
    comment: comment ?? "",
    mark,
    form_key: newIdempotencyKey(formName(params)),
  };
}

type Answer = { lastResult: SubmissionResult | null; shown: Shown | null };
type Shown = Awaited<ReturnType<typeof showLetter>>;

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "handle");
  const form = await readForm(request);
  const submission = await parseForm(form, Comment);
  if (submission.status !== "success") {
    return data<Answer>({ lastResult: submission.reply(), shown: null }, { status: 400 });
  }
  const { comment } = submission.value;
  const confirmed = formText(form, "mark");
  const key = formText(form, "form_key");
  const to = tabOf(params);
  const failed = { to, title: "The letter was not sent" };
  // A duplicate of a submit that has finished gets the same response, even if the letter would be
  // different now.
  if (!(await findFormResult(db, { form: formName(params), key }))) {
    const shown = await showLetter(actor, params, { comment }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
    if (shown?.letter && shown.mark !== confirmed) {
      return data<Answer>({ lastResult: null, shown });
    }
  }
  return runAction({
    run: () =>
      withIdempotencyKey(
        db,
        { form: formName(params), key, body: { ...params, comment, confirmed } },
        (trx) => resendLetter(trx, { ...readSide(params), comment }, { actor, confirmed }),
      ),
    done: { to, title: "Letter sent again" },
    failed,
    failure: FAILURE,
    here: to,
  });
}

export default function ResendLetter() {
  const { title, record, back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer?.shown ?? record;
  return (
    <StaffPage
      title={title}
      crumb="Send again"
      trail={[
        { label: "Transactions", to: paths.admin.transactions() },
        { label: "Solicitors", to: back },
      ]}
    >
      {shown?.letter ? (
        <div className="stack">
          {answer?.shown ? (
            <Notification kind="warning" title="The letter has changed, so we haven’t sent it" live>
              <p>Check the new version, then send it.</p>
            </Notification>
          ) : null}
          <LetterForm
            key={shown.mark}
            shown={shown}
            letter={shown.letter}
            back={back}
            lastResult={answer?.lastResult ?? null}
          />
        </div>
      ) : null}
      {shown?.refusal ? (
        <div className="stack">
          <p>{shown.refusal}</p>
          <p>
            <ButtonLink kind="quiet" to={back}>
              Go back
            </ButtonLink>
          </p>
        </div>
      ) : null}
    </StaffPage>
  );
}

/** Renders the letter inside its form, so that the buttons below it stay in view. */
function LetterForm({
  shown,
  letter,
  back,
  lastResult,
}: {
  shown: Pick<Shown, "comment" | "mark" | "form_key" | "side">;
  letter: NonNullable<Shown["letter"]>;
  back: string;
  lastResult: SubmissionResult | null;
}) {
  const [form, fields] = useAppForm<{ comment: string }>({
    id: "send-again-form",
    lastResult,
    defaultValue: { comment: shown.comment },
  });
  const scripts = useDialogs();
  return (
    <AppForm form={form} formKey={shown.form_key} className="assign">
      {scripts ? <FormLeavePrompt form={form.id} /> : null}
      <input type="hidden" name="mark" value={shown.mark} />
      <div className="assign-sides">
        <LetterSheet letter={letter} />
        <TextArea
          {...fieldProps(fields.comment)}
          label={`Comments for the ${shown.side}’s solicitor`}
          hint="These will not appear to the customer. If you change them, you’ll see the letter again before it’s sent."
          optional
        />
      </div>
      <div className="assign-foot">
        <SubmitButton
          after={
            <ButtonLink kind="quiet" to={back} state={DISCARDS}>
              Cancel
            </ButtonLink>
          }
        >
          Send this letter
        </SubmitButton>
      </div>
    </AppForm>
  );
}
