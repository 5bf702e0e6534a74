import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";

/** Calls a route’s loader or action as the server does, and inspects the answer. */

type Handler = (args: ActionFunctionArgs) => unknown;

export type Answer = {
  status: number;
  location: string | null;
  /** Redirect target without its query. */
  path: string | null;
  headers: Headers;
  data: unknown;
};

type Options = {
  cookie?: string;
  params?: Record<string, string>;
  path?: string;
  /** True if the browser submits the form without scripts. */
  isDocument?: boolean;
};

export async function get(loader: Handler, options: Options = {}): Promise<Answer> {
  return call(loader, new Request(url(options), { headers: headers(options) }), options);
}

/** @param fields values by field name. A list is submitted as several values of the same field. */
export async function post(
  action: Handler,
  fields: Readonly<Record<string, string | readonly string[]>>,
  options: Options = {},
): Promise<Answer> {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) body.append(name, value);
  }
  const request = new Request(url(options), { method: "POST", body, headers: headers(options) });
  return call(action, request, options);
}

function url({ path = "/" }: Options) {
  return new URL(path, "http://localhost:3000");
}

function headers({ cookie, isDocument = false }: Options): HeadersInit {
  return {
    Origin: "http://localhost:3000",
    ...(cookie && { Cookie: cookie }),
    ...(isDocument && { "Sec-Fetch-Dest": "document" }),
  };
}

async function call(handler: Handler, request: Request, { params = {} }: Options): Promise<Answer> {
  try {
    return await readAnswer(await handler({ request, params, context: {} }));
  } catch (thrown) {
    if (thrown instanceof Response || isData(thrown)) return readAnswer(thrown);
    throw thrown;
  }
}

async function readAnswer(result: unknown): Promise<Answer> {
  if (result instanceof Response) {
    const isJson = result.headers.get("Content-Type")?.includes("json");
    const location = result.headers.get("Location");
    return {
      status: result.status,
      location,
      path: location && new URL(location, "http://localhost:3000").pathname,
      headers: result.headers,
      data: isJson ? await result.json() : null,
    };
  }
  if (isData(result)) {
    return {
      status: result.init?.status ?? 200,
      location: null,
      path: null,
      headers: new Headers(result.init?.headers),
      data: result.data,
    };
  }
  return { status: 200, location: null, path: null, headers: new Headers(), data: result };
}

function isData(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return (
    typeof value === "object" &&
    value !== null &&
    Reflect.get(value, "type") === "DataWithResponseInit"
  );
}

const Shown = z.object({
  lastResult: z.object({
    error: z.record(z.string(), z.array(z.string()).nullable()).optional(),
    initialValue: z.record(z.string(), z.unknown()).default({}),
  }),
});

export function listErrors({ data }: Answer): Record<string, string[]> {
  const errors = Object.entries(Shown.parse(data).lastResult.error ?? {});
  return Object.fromEntries(errors.flatMap(([name, texts]) => (texts ? [[name, texts]] : [])));
}

export function shownValues({ data }: Answer): Record<string, unknown> {
  return Shown.parse(data).lastResult.initialValue;
}
