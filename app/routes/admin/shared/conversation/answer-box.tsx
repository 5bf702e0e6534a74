import { Form, useLocation } from "@remix-run/react";
import { ANSWER_TEMPLATES } from "#app/domain/conversations/answer-templates.ts";
import { formatFileSize } from "#app/domain/shared/format.ts";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { AppForm, resultOf, SubmitButton, useAppForm } from "#app/ui/forms/app-form.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Checkboxes } from "#app/ui/forms/checkboxes.tsx";
import { fieldProps, listProps } from "#app/ui/forms/field-props.ts";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextArea, TextField } from "#app/ui/forms/text-fields.tsx";
import { EmailPreview } from "../email-preview.tsx";
import type { ConversationAnswer } from "./conversation-action.server.ts";
import type { LoadedConversation } from "./load-conversation.server.ts";

type Answer = NonNullable<LoadedConversation["answer"]>;

/** Renders the form in which staff answer by email, with a template and a preview. */
export function AnswerBox({
  answer,
  version,
  result,
}: {
  answer: Answer;
  version: number;
  result: ConversationAnswer | undefined;
}) {
  const [form, fields] = useAppForm<{
    to: string;
    copies: string[];
    subject: string;
    text: string;
    documents: string[];
    close: string;
  }>({
    id: "answer",
    lastResult: resultOf("answer", result),
    defaultValue: {
      to: answer.to?.email ?? "",
      copies: answer.copies,
      subject: answer.subject,
      text: answer.text,
    },
  });
  const reachable = answer.people.filter(({ is_bounced }) => !is_bounced);
  const bounced = answer.people.filter(({ is_bounced }) => is_bounced);
  if (reachable.length === 0) {
    return <p className="conversation-answer">No one on this side has a working email address.</p>;
  }
  return (
    <div className="conversation-answer">
      <TemplateForm template={answer.template} />
      <AppForm
        form={form}
        formKey={answer.key}
        defaultSubmit={{ name: "preview", value: "on" }}
        data-width="full"
        preventScrollReset
      >
        <input type="hidden" name="intent" value="send" />
        <input type="hidden" name="version" value={version} />
        <div className="answer-row">
          <SelectField
            {...fieldProps(fields.to)}
            label="To"
            options={reachable.map(({ email, name: person, role }) => ({
              value: email,
              label: `${person}, ${role}`,
            }))}
          />
          <TextField {...fieldProps(fields.subject)} label="Subject" />
        </div>
        <p className="hint">
          From <bdi>{answer.from}</bdi>.
          {bounced.map(({ email, name: person }) => (
            <span key={email}> {person} is left out, because our emails bounced.</span>
          ))}
        </p>
        {reachable.length > 1 ? (
          <Details summary="Copies">
            <Checkboxes
              {...listProps(fields.copies)}
              legend="Send a copy to"
              options={reachable.map(({ email, name: person, role }) => ({
                value: email,
                label: `${person}, ${role}`,
              }))}
            />
          </Details>
        ) : null}
        {answer.documents.length > 0 ? (
          <Details summary="Attach from Documents">
            <Checkboxes
              {...listProps(fields.documents)}
              legend="Documents to attach"
              options={answer.documents.map(({ id, file_name, size_bytes }) => ({
                value: id,
                label: `${file_name}, ${formatFileSize(size_bytes)}`,
              }))}
            />
          </Details>
        ) : null}
        <TextArea {...fieldProps(fields.text)} label="Your answer" rows={8} />
        {result?.preview ? <EmailPreview email={result.preview} /> : null}
        <div className="answer-submit">
          <SubmitButton
            after={
              <Button type="submit" name="preview" value="on" kind="secondary">
                Preview
              </Button>
            }
          >
            Send email
          </SubmitButton>
          <Checkbox {...fieldProps(fields.close)}>Close after sending</Checkbox>
        </div>
      </AppForm>
    </div>
  );
}

/** Renders the choice of a template, which fills the answer. Staff can change the text. */
function TemplateForm({ template }: { template: string }) {
  const { search } = useLocation();
  const purchase = new URLSearchParams(search).get("purchase");
  return (
    <Form method="get" className="cluster template-form" preventScrollReset>
      {purchase ? <input type="hidden" name="purchase" value={purchase} /> : null}
      <SelectField
        id="template"
        name="template"
        label="Template"
        value={template}
        empty="None"
        options={ANSWER_TEMPLATES.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button type="submit" kind="secondary" size="small">
        Use template
      </Button>
    </Form>
  );
}
