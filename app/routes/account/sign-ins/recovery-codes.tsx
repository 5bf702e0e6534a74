import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireFreshFactor, requireStaffOwnPage } from "#app/auth/guards.server.ts";
import { makeRecoveryCodes } from "#app/auth/second-factor.server.ts";
import { ConflictError } from "#app/domain/errors.ts";
import { redirectWithFlash } from "#app/forms/flash.server.ts";
import { withIdempotencyKey, newIdempotencyKey } from "#app/forms/form-key.server.ts";
import { formText, readForm } from "#app/forms/form.server.ts";
import { requestId } from "#app/observability/request-context.server.ts";
import { paths } from "#app/paths.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { Page, SupportContact } from "#app/ui/page-layout.tsx";
import type { PageHandle } from "#app/ui/page.ts";
import { db } from "#db/connection.ts";
import { RecoveryCodes } from "./recovery-code-list.tsx";

const TITLE = "New recovery codes";

export const handle: PageHandle = { title: TITLE };

/** The response must not be cached, because it contains recovery codes. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "no-store" });

const formName = (id: string) => `recovery-codes ${id}`;

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  requireFreshFactor(request, user);
  return { form_key: newIdempotencyKey(formName(user.id)) };
}

/**
 * Creates recovery codes and returns them in the response, because the database stores only their
 * hashes.
 */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaffOwnPage(request);
  requireFreshFactor(request, user);
  const here = paths.yourSignIns.page();
  const none = { kind: "error", title: "You haven’t set up a second factor" } as const;
  if (!user.has_second_factor) return redirectWithFlash(here, none);
  const key = formText(await readForm(request), "form_key");
  const actor = { id: user.id, request_id: requestId() };
  try {
    const post = { form: formName(user.id), key, body: null };
    const codes = await withIdempotencyKey(db, post, (trx) => makeRecoveryCodes(trx, actor));
    if (codes) return { codes };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  return redirectWithFlash(here, {
    kind: "info",
    title: "You’ve already seen these codes",
    description: "If you didn’t save them, create new ones.",
  });
}

export default function NewRecoveryCodes() {
  const { form_key } = useLoaderData<typeof loader>();
  const made = useActionData<typeof action>();
  if (made) return <RecoveryCodes codes={made.codes} />;
  return (
    <Page title={TITLE} width="narrow" back={paths.yourSignIns.page()}>
      <div className="stack" data-gap="l">
        <p>You’ll get 10 new codes. Your current codes will stop working.</p>
        <Form method="post" className="form">
          <input type="hidden" name="form_key" value={form_key} />
          <SubmitButton>Create new codes</SubmitButton>
        </Form>
        <SupportContact />
      </div>
    </Page>
  );
}
