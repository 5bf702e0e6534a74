import { redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { flashCookie } from "#app/platform/cookies.server.ts";
import type { FlashMessage } from "#app/ui/root-data.ts";

/**
 * Message for the next page (AMB-V01). It is stored in a signed cookie, so that it needs no
 * session.
 */
const Flash = z.object({
  kind: z.enum(["success", "error", "info", "warning"]),
  title: z.string(),
  description: z.string().optional(),
  seconds: z.number().optional(),
}) satisfies z.ZodType<FlashMessage>;

/** Encodes a path for a header, because the path may contain any character that a user typed. */
export function toLocation(address: string): string {
  const { pathname, search, hash } = new URL(address, "http://localhost");
  return pathname + search + hash;
}

/** Redirects (303) to a page that shows the message once. */
export async function redirectWithFlash(
  location: string,
  flash: FlashMessage,
  init: { headers?: HeadersInit } = {},
): Promise<TypedResponse<never>> {
  const headers = new Headers(init.headers);
  headers.append("Set-Cookie", await flashCookie.serialize(flash));
  return redirect(toLocation(location), { status: 303, headers });
}

/** Returns the message for this page, and in `clear` the Set-Cookie header that deletes it. */
export async function readFlash(
  request: Request,
): Promise<{ flash: FlashMessage; clear: string } | { flash: null; clear: null }> {
  const sent: unknown = await flashCookie.parse(request.headers.get("Cookie"));
  const { data: flash } = Flash.safeParse(sent);
  if (!flash) return { flash: null, clear: null };
  return { flash, clear: await flashCookie.serialize("", { maxAge: 0 }) };
}
