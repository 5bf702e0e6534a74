import { data } from "@remix-run/node";
import { nullIfFailed } from "#app/observability/null-if-failed.server.ts";
import { FETCH_FAILURE } from "./failures.ts";
import { openTransaction } from "./open-transaction.server.ts";

/**
 * What a tab shows of a matter, or the specification's words when it cannot be read (K-022). A missing matter is said by
 * the page around it. Guards, as every loader does that calls it.
 */
export async function openTab<Shown>(
  request: Request,
  id: string | undefined,
  read: (id: string) => Promise<Shown>,
) {
  const { record } = (await openTransaction(request, id)).data;
  if (!record) return data<Tab<Shown>>({ shown: null, problem: null });
  const shown = await nullIfFailed(read(record.id), { what: FETCH_FAILURE });
  if (shown === null) return data<Tab<Shown>>({ shown, problem: FETCH_FAILURE }, { status: 500 });
  return data<Tab<Shown>>({ shown, problem: null });
}

type Tab<Shown> = { shown: Shown | null; problem: string | null };
