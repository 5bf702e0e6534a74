import type { SubmissionResult } from "@conform-to/dom";
import { useLocation, useRouteLoaderData } from "@remix-run/react";

/** What was sent of a form of staff when the session was gone (routes/admin/stashed.server.ts). */
type StashedForm = {
  path: string;
  /** Null for any form of the page. */
  form_id: string | null;
  /** What was typed, as the answer of an action that has not judged it. */
  result: SubmissionResult;
  /** The version of the record that it was typed on, as its form posts it. */
  opened: string | null;
};

type Layout = { owner?: string; stashed?: StashedForm | null };

/** Whose form it is, and of staff which: when the session ends before it is sent, what was typed is kept for that person. */
export function FormOwner({ id }: { id: string }) {
  const customers = useRouteLoaderData<Layout>("routes/layouts/signed-in");
  const staffs = useRouteLoaderData<Layout>("routes/admin/layout");
  const owner = customers?.owner ?? staffs?.owner;
  return (
    <>
      {owner ? <input type="hidden" name="owner" value={owner} /> : null}
      {staffs ? <input type="hidden" name="form_id" value={id} /> : null}
    </>
  );
}

/** What was kept of a form of staff; null when nothing was, or the page is another by now. */
export function useStashedForm(id: string): StashedForm | null {
  const { pathname } = useLocation();
  const stashed = useRouteLoaderData<Layout>("routes/admin/layout")?.stashed;
  if (stashed?.path !== pathname) return null;
  return stashed.form_id === null || stashed.form_id === id ? stashed : null;
}
