import Lock from "lucide-react/icons/lock";
import Phone from "lucide-react/icons/phone";
import type { ComponentProps, ReactNode } from "react";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { Details } from "#app/ui/details.tsx";
import type { ConversationAnswer } from "./conversation-action.server.ts";

type Colleague = { id: string; name: string };

/** Renders the forms for a note that only staff can read, and for a note about a phone call. */
export function NoteBoxes({
  colleagues,
  keys,
  result,
}: {
  colleagues: readonly Colleague[];
  keys: { note: string; phone: string };
  result: ConversationAnswer | undefined;
}) {
  return (
    <div className="note-boxes">
      <InternalNote colleagues={colleagues} formKey={keys.note} result={result} />
      <PhoneNote formKey={keys.phone} result={result} />
    </div>
  );
}

function InternalNote({
  colleagues,
  formKey,
  result,
}: {
  colleagues: readonly Colleague[];
  formKey: string;
  result: ConversationAnswer | undefined;
}) {
  const [form, fields] = useAppForm<{ note: string; mentions: string[] }>({
    id: "internal-note",
    lastResult: resultOf("note", result),
  });
  return (
    <NoteBox
      intent="note"
      icon={<Lock aria-hidden="true" />}
      summary="Add an internal note"
      form={form}
      formKey={formKey}
      result={result}
    >
      <TextArea
        {...fieldProps(fields.note)}
        label="Internal note"
        hint="Only staff see this note. The person it’s about can ask to read it."
      />
      {colleagues.length > 0 ? (
        <Details summary="Mention a colleague">
          <Checkboxes
            {...listProps(fields.mentions)}
            legend="Colleagues to mention"
            options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Details>
      ) : null}
      <SubmitButton kind="amber">Save internal note</SubmitButton>
    </NoteBox>
  );
}

function PhoneNote({
  formKey,
  result,
}: {
  formKey: string;
  result: ConversationAnswer | undefined;
}) {
  const [form, fields] = useAppForm<{
    spoke_with: string;
    call_minutes: string;
    call: string;
    answered: string;
  }>({ id: "phone-note", lastResult: resultOf("phone", result) });
  return (
    <NoteBox
      intent="phone"
      icon={<Phone aria-hidden="true" />}
      summary="Note a phone call"
      form={form}
      formKey={formKey}
      result={result}
    >
      <TextField {...fieldProps(fields.spoke_with)} label="Who you spoke with" />
      <TextField
        {...fieldProps(fields.call_minutes)}
        label="Minutes"
        width="4"
        inputMode="numeric"
        optional
      />
      <TextArea {...fieldProps(fields.call)} label="What you discussed" />
      <Checkbox {...fieldProps(fields.answered)}>This call answers the messages</Checkbox>
      <SubmitButton kind="secondary">Save phone call</SubmitButton>
    </NoteBox>
  );
}

/** Renders one form, folded until it is used. */
function NoteBox({
  intent,
  icon,
  summary,
  form,
  formKey,
  result,
  children,
}: {
  intent: "note" | "phone";
  icon: ReactNode;
  summary: string;
  form: ComponentProps<typeof AppForm>["form"];
  formKey: string;
  result: ConversationAnswer | undefined;
  children: ReactNode;
}) {
  return (
    <details className="note-box" data-kind={intent} open={result?.sent === intent}>
      <summary>
        {icon}
        {summary}
      </summary>
      <AppForm form={form} formKey={formKey} preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        {children}
      </AppForm>
    </details>
  );
}
