import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findRepresentative, requireUnusedEmail } from "#app/domain/groups/create-group.server.ts";
import {
  changeGroupDraft,
  type DraftPlace,
  FindUserForm,
  type GroupDraft,
  readGroupDraft,
  RepresentativeForm,
  TypedRepresentative,
} from "#app/domain/groups/group-draft.server.ts";
import type { StaffReader } from "#app/domain/readers/reader.ts";
import { formText, parseForm, readForm, showFormAgain } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { fieldProps } from "#app/ui/forms/field-props.ts";
import { NameFields } from "#app/ui/forms/name-fields.tsx";
import { PhoneField } from "#app/ui/forms/phone-field.tsx";
import { EmailField } from "#app/ui/forms/text-fields.tsx";
import type { LayoutHandle } from "#app/ui/page.ts";
import { DialogCancel, RouteDialog } from "#app/ui/route-dialog.tsx";
import { db } from "#db/connection.ts";
import { errorAtField, errorReply } from "../../shared/record-form.server.ts";
import { openDraft } from "./draft.server.ts";

const TITLE = "Representative";

export const handle: LayoutHandle = { part: TITLE, longForm: true };

const urls = paths.admin.newTransactionsGroup;

export async function loader({ request }: LoaderFunctionArgs) {
  const { place, query } = await openDraft(request);
  const { representative } = await readGroupDraft(db, place);
  const person = representative && "person" in representative ? representative.person : {};
  return { query, person };
}

/**
 * Handles "find", which looks up an account, and "add", which adds a person without one (P-017,
 * P-019).
 */
export async function action({ request }: ActionFunctionArgs) {
  const { actor, place, query } = await openDraft(request);
  const form = await readForm(request);
  return formText(form, "intent") === "find"
    ? find(actor, form, place, query)
    : add(form, place, query);
}

type Query = { draft: string };

async function find(reader: StaffReader, form: FormData, place: DraftPlace, query: Query) {
  const submission = await parseForm(form, FindUserForm);
  if (submission.status !== "success") return respond("find", submission.reply());
  const { email } = submission.value;
  try {
    const { id } = await findRepresentative(db, reader, email);
    return await choose(place, query, { user_id: id });
  } catch (error) {
    const failure = "There was an error finding user by email";
    const { lastResult, status } = errorAtField(submission, "email", error, failure);
    // If the email address has no account, it is filled into the form for a new person.
    const person = status === 404 ? { email } : null;
    return respond("find", lastResult, status, person);
  }
}

async function add(form: FormData, place: DraftPlace, query: Query) {
  const submission = await parseForm(form, RepresentativeForm);
  if (submission.status !== "success") return respond("add", submission.reply());
  try {
    await requireUnusedEmail(db, submission.value.email);
    const person = TypedRepresentative.parse(submission.payload);
    return await choose(place, query, { person });
  } catch (error) {
    const failure = "There was an error while creating representative";
    const { lastResult, status } = errorReply(submission, error, { failure });
    const taken = status === 409 ? lastResult.error?.[""] : undefined;
    const reply = taken ? submission.reply({ fieldErrors: { email: taken } }) : lastResult;
    return respond("add", reply, status);
  }
}

async function choose(
  place: DraftPlace,
  query: Query,
  representative: NonNullable<GroupDraft["representative"]>,
) {
  await changeGroupDraft(db, place, (now) => ({ ...now, representative }));
  return redirect(urls.page(query), 303);
}

function respond(
  sent: "find" | "add",
  lastResult: SubmissionResult,
  status = 400,
  person: Person | null = null,
) {
  return showFormAgain(lastResult, { sent, person }, status);
}

type Person = Partial<TypedRepresentative>;

export default function Representative() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = urls.page(page.query);
  const person = result?.person ?? page.person;
  return (
    <RouteDialog title={TITLE} back={back} openerId="change-representative">
      <div className="stack" data-gap="l">
        <FindUser lastResult={resultOf("find", result)} />
        <AddUser
          // The new key remounts the form, which reads its initial values only once.
          key={person.email ?? ""}
          person={person}
          lastResult={resultOf("add", result)}
          back={back}
        />
      </div>
    </RouteDialog>
  );
}

function FindUser({ lastResult }: { lastResult: SubmissionResult | null }) {
  const [form, fields] = useAppForm<{ email: string }>({ id: "find-user", lastResult });
  return (
    <section className="stack">
      <h3>Find someone with an account</h3>
      <AppForm form={form} defaultSubmit={{ name: "intent", value: "find" }}>
        <EmailField {...fieldProps(fields.email)} label="Search by email" autoComplete="off" />
        <SubmitButton kind="secondary" name="intent" value="find">
          Find user
        </SubmitButton>
      </AppForm>
    </section>
  );
}

function AddUser({
  person,
  lastResult,
  back,
}: {
  person: Person;
  lastResult: SubmissionResult | null;
  back: string;
}) {
  const [form, fields] = useAppForm<Required<{ [Name in keyof TypedRepresentative]: string }>>({
    id: "new-representative",
    lastResult,
    defaultValue: person,
  });
  return (
    <section className="stack">
      <h3>Or add a new representative</h3>
      <p className="hint">Their account will be created with the group. No emails are sent.</p>
      <AppForm form={form}>
        <NameFields fields={fields} />
        <EmailField {...fieldProps(fields.email)} label="Email" autoComplete="off" />
        <PhoneField
          {...fieldProps(fields.phone_number)}
          country={fieldProps(fields.phone_country)}
          label="Mobile number"
          hint="Thirdfort will text the identity check link to this number"
          autoComplete="off"
        />
        <SubmitButton after={<DialogCancel back={back} />}>Add representative</SubmitButton>
      </AppForm>
    </section>
  );
}
