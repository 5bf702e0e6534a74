import { Form } from "@remix-run/react";
import { MAX_REASON } from "#app/domain/documents/request-states.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Details } from "#app/ui/details.tsx";
import { FileField, UploadProgress } from "#app/ui/forms/file-field.tsx";
import { fieldId } from "#app/ui/forms/form-types.ts";
import { TextArea } from "#app/ui/forms/text-fields.tsx";
import type { FileView, RequestView } from "./view.ts";

/** Id of the form whose errors the summary lists. The page’s forms share it. */
export const FORM = "documents";

/** Errors of the page’s fields: "files-" or "reason-" with the id of the request. */
export type Errors = Readonly<Record<string, readonly string[]>>;

const TONES = {
  requested: "act",
  sent_back: "stop",
  missing: "wait",
  received: "wait",
  accepted: "done",
  not_needed: "plain",
} as const;

export function RequestsToSend({
  requests,
  isOwn,
  errors,
  typed,
}: {
  requests: readonly RequestView[];
  isOwn: boolean;
  errors: Errors;
  /** Reason that was typed in a form with an error. */
  typed?: string | undefined;
}) {
  return (
    <ul className="document-list">
      {requests.map((request) => (
        <li key={request.id}>
          <RequestHead request={request} />
          <p className="hint">{request.about}</p>
          {request.purpose ? <p>{request.purpose}</p> : null}
          {request.sent_back ? (
            <p className="sent-back">
              <strong>Sent back on {request.sent_back.on}:</strong> {request.sent_back.reason}
            </p>
          ) : null}
          <FileList files={request.files} />
          {isOwn ? (
            <>
              <UploadForm
                request={request.id}
                title={request.title}
                errors={errors}
                kind="primary"
              />
              <MissingForm request={request} errors={errors} typed={typed} />
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

export function RequestList({
  title,
  requests,
}: {
  title: string;
  requests: readonly RequestView[];
}) {
  if (requests.length === 0) return null;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="document-list" data-kind="card">
        {requests.map((request) => (
          <li key={request.id}>
            <RequestHead request={request} />
            {request.outcome ? <p className="hint">{request.outcome}</p> : null}
            {request.status === "missing" ? (
              <p className="hint">You don’t have this: {request.missing_reason}</p>
            ) : null}
            <FileList files={request.files} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RequestHead({ request: { title, status, label } }: { request: RequestView }) {
  return (
    <div className="document-head">
      <h3>{title}</h3>
      <Badge tone={TONES[status]}>{label}</Badge>
    </div>
  );
}

export function FileList({ files }: { files: readonly FileView[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="file-list">
      {files.map(({ id, name, about, href, note, shared }) => (
        <li key={id}>
          {href ? (
            <a href={href}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}
          <span className="hint">{about}</span>
          {note ? <span className="hint">{note}</span> : null}
          {shared.map((text) => (
            <span key={text} className="hint">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

export function UploadForm({
  request,
  title,
  errors,
  kind,
  action,
  from,
}: {
  /** Id of the request; empty for files without a request. */
  request: string;
  /** Title of the request or of the form, for screen readers. */
  title: string;
  errors: Errors;
  kind: "primary" | "secondary";
  /** Page that takes the files; by default the page of the form. */
  action?: string;
  /** Section of the property information to which the upload leads back. */
  from?: string;
}) {
  const name = `files-${request}`;
  const what = <span className="vh">: {title}</span>;
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="form upload-form">
      {/* The fields come before the files, because the server reads the form as a stream. */}
      <input type="hidden" name="request" value={request} />
      {from ? <input type="hidden" name="from" value={from} /> : null}
      <FileField
        id={fieldId(FORM, name)}
        name="files"
        label={<>Files{what}</>}
        hint=""
        errors={errors[name]}
      />
      <Button type="submit" kind={kind}>
        <span>Upload{what}</span>
      </Button>
      <UploadProgress />
    </Form>
  );
}

function MissingForm({
  request: { id, title },
  errors,
  typed,
}: {
  request: RequestView;
  errors: Errors;
  typed: string | undefined;
}) {
  const name = `reason-${id}`;
  return (
    <Details summary="I don’t have this" open={errors[name] !== undefined}>
      <Form method="post" className="form">
        <input type="hidden" name="request" value={id} />
        <TextArea
          id={fieldId(FORM, name)}
          name="missing_reason"
          label={`Why don’t you have it? (${title})`}
          hint={`For example, someone else has it or it was never issued. Up to ${MAX_REASON} characters.`}
          rows={3}
          value={errors[name] ? typed : undefined}
          errors={errors[name]}
        />
        <Button type="submit" kind="secondary">
          Send reason
        </Button>
      </Form>
    </Details>
  );
}
