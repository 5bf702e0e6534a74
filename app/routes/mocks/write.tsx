import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import {
  deliverInbound,
  type SimulatedAttachment,
  type Sender,
  SENDERS,
} from "#mocks/postmark-inbound.ts";
import { addressIn, emails } from "#mocks/postmark.ts";
import { requireDoubles } from "./doubles.server.ts";

export const handle: PageHandle = { title: "Email us" };

/** Shows an empty email. With `?answer=`, shows a reply to an email in the post-box. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { world } = requireDoubles();
  const id = new URL(request.url).searchParams.get("answer");
  const answered = id ? await world.state.get(emails, id) : null;
  if (id && !answered) throw data(null, { status: 404 });
  return {
    answers: answered?.MessageID ?? "",
    from: answered ? addressIn(answered.To) : "",
    to: answered ? addressIn(answered.ReplyTo ?? answered.From) : env.INBOUND_EMAIL,
    subject: answered ? `Re: ${answered.Subject}` : "",
    senders: Object.entries(SENDERS),
  };
}

/** Delivers the email to our webhook, through the double of Postmark. */
export async function action({ request }: ActionFunctionArgs) {
  const { world } = requireDoubles();
  const form = await readForm(request);
  const text = (name: string) => formText(form, name);
  const answers = text("answers") ? await world.state.get(emails, text("answers")) : null;
  const status = await deliverInbound(world.postmark, {
    from: text("from"),
    to: text("to"),
    cc: text("cc"),
    subject: text("subject"),
    text: text("text"),
    answers,
    sender: readSender(text("sender")),
    files: await readFiles(form),
  });
  const isTaken = status === 200;
  return redirectWithFlash(paths.mocks.postbox(), {
    kind: isTaken ? "success" : "error",
    title: isTaken ? "Our site received the email" : `Our site’s response: ${status ?? "none"}`,
    ...(isTaken && {
      description: "Staff can find it in the inbox.",
    }),
  });
}

function readSender(name: string): Sender {
  return Object.keys(SENDERS).find((sender): sender is Sender => sender === name) ?? "proved";
}

/**
 * Returns the files in the form. If none was chosen, browsers send a file without a name, which is
 * ignored.
 */
async function readFiles(form: FormData): Promise<SimulatedAttachment[]> {
  const chosen = form.getAll("files").flatMap((file) => (typeof file === "string" ? [] : [file]));
  return Promise.all(
    chosen
      .filter(({ name }) => name !== "")
      .map(async (file) => ({
        name: file.name,
        type: file.type || "application/octet-stream",
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
  );
}

export default function Write() {
  const { answers, from, to, subject, senders } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Email us"
      lead="Write as someone outside the office. The Postmark test double delivers the email to our site."
      back={answers ? paths.mocks.email(answers) : paths.mocks.postbox()}
    >
      <Form method="post" encType="multipart/form-data" className="form">
        <input type="hidden" name="answers" value={answers} />
        <label className="stack" data-gap="s">
          From
          <input type="email" name="from" required defaultValue={from} className="input" />
        </label>
        <label className="stack" data-gap="s">
          To
          <input type="email" name="to" required defaultValue={to} className="input" />
        </label>
        <label className="stack" data-gap="s">
          Cc
          <input name="cc" className="input" />
        </label>
        <div className="stack" data-gap="s">
          <label htmlFor="sender">Who wrote it, according to Postmark</label>
          <select id="sender" name="sender" className="input">
            {senders.map(([sender, words]) => (
              <option key={sender} value={sender}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <label className="stack" data-gap="s">
          Subject
          <input name="subject" defaultValue={subject} className="input" />
        </label>
        <label className="stack" data-gap="s">
          Text
          <textarea name="text" rows={6} className="input" />
        </label>
        <label className="stack" data-gap="s">
          Attachments (1 MB at most)
          <input type="file" name="files" multiple className="input" />
        </label>
        <p>
          <Button type="submit">Send</Button>
        </p>
      </Form>
    </Page>
  );
}
