import type { LoaderFunctionArgs } from "@remix-run/node";
import { emails } from "#mocks/postmark.ts";
import { requireDoubles } from "./doubles.server.ts";

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https: data:",
  "sandbox allow-top-navigation-by-user-activation allow-popups",
  "frame-ancestors 'self'",
].join("; ");

/**
 * Serves the HTML of an email, which the page shows in a sandboxed frame. Its links open outside
 * the frame.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const { world } = requireDoubles();
  const email = await world.state.get(emails, params.id ?? "");
  if (!email?.HtmlBody) return new Response("Not found", { status: 404 });
  const body = email.HtmlBody.replace(/<head[^>]*>/i, '$&<base target="_top">').replaceAll(
    'target="_blank"',
    'target="_top"',
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
