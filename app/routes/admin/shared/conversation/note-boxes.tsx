import Lock from "lucide-react/icons/lock";
import Phone from "lucide-react/icons/phone";
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
    <details className="note-box" data-kind="note" open={result?.sent === "note"}>
      <summary>
        <Lock aria-hidden="true" />
        Add an internal note
      </summary>
      <AppForm
        form={form}
        formKey={formKey}

        preventScrollReset
      >
        <input type="hidden" name="intent" value="note" />
        <TextArea
          {...fieldProps(fields.note)}
          label="Internal note"
          hint="Only staff can read this note. The person can ask to read this"
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
      </AppForm>
    </details>
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
    <details className="note-box" data-kind="phone" open={result?.sent === "phone"}>
      <summary>
        <Phone aria-hidden="true" />
        Note a phone call
      </summary>
      <AppForm
        form={form}
        formKey={formKey}

        preventScrollReset
      >
        <input type="hidden" name="intent" value="phone" />
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
      </AppForm>
    </details>
  );
}
