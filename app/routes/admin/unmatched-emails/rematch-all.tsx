import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/guards.server.ts";
import { REMATCH_LABELS } from "#app/domain/inbound-emails/labels.ts";
import { paths } from "#app/paths.ts";
import type { LayoutHandle } from "#app/ui/page.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { respondToRematch } from "./respond-to-rematch.server.ts";

export const handle: LayoutHandle = { title: REMATCH_LABELS.all };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return null;
}

/** Starts to match every email again (T-003, T-007). */
export const action = ({ request }: ActionFunctionArgs) => respondToRematch(request, "all");

export default function RematchAll() {
  return (
    <ConfirmDialog
      title={REMATCH_LABELS.all}
      back={paths.admin.unmatchedEmails()}
      openerId="rematch-all"
      fields={{}}
      confirm={REMATCH_LABELS.all}
    >
      <p>
        This looks at every email that has ever come in, matched ones included. It may take up to a
        minute.
      </p>
      <p>
        An email that was matched may come to belong to another transaction, or to none. Nobody is
        written to.
      </p>
    </ConfirmDialog>
  );
}
