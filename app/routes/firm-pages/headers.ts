import type { HeadersFunction } from "@remix-run/node";

/** Headers of the private pages of law firms and estate agents, which no cache may store. */
export const privateHeaders: HeadersFunction = ({ loaderHeaders, actionHeaders }) => {
  const retry = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", ...(retry && { "Retry-After": retry }) };
};
