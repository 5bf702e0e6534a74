import { useContext } from "react";
import { UNSAFE_DataRouterStateContext } from "react-router-dom";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import { errorTitle } from "./error-page.tsx";
import type { LayoutHandle } from "./page.ts";

/**
 * Part of the router’s state, from a context that React Router marks as unsafe. Only this module
 * reads it. Remix’s `meta()` does not get action data, so it could not put "Error: " into a title.
 */
type RouterState = {
  matches: readonly { route: { id: string; handle?: unknown } }[];
  loaderData: Readonly<Record<string, unknown>>;
  actionData?: Readonly<Record<string, unknown>> | null;
  errors?: Readonly<Record<string, unknown>> | null;
};

export function useDocumentTitle(handle: LayoutHandle): string {
  const state = useContext(UNSAFE_DataRouterStateContext);
  return state ? documentTitle(handle, state) : PRODUCT_NAME;
}

/**
 * Returns the document’s title, "{page}[ - {part}] - {product}". The title starts with "Error: " if
 * the response to a form has errors, and with "Two versions: " if it reports an edit conflict.
 */
export function documentTitle(handle: LayoutHandle, state: RouterState): string {
  const [error] = Object.values(state.errors ?? {});
  const page =
    error === undefined
      ? [resolveTitlePart("title", handle, state), resolveTitlePart("part", handle, state)]
          .filter(Boolean)
          .join(" - ")
      : errorTitle(error);
  if (!page) return PRODUCT_NAME;
  const answers = error === undefined ? Object.values(state.actionData ?? {}) : [];
  const prefix = answers.some(isFailedForm)
    ? "Error: "
    : answers.some(isConflict)
      ? "Two versions: "
      : "";
  return `${prefix}${page} - ${PRODUCT_NAME}`;
}

function resolveTitlePart(name: "title" | "part", handle: LayoutHandle, state: RouterState) {
  const text = handle[name];
  if (typeof text !== "function") return text;
  const speaker = state.matches.findLast(({ route }) => name in Object(route.handle));
  return text(speaker && state.loaderData[speaker.route.id]);
}

/** Returns true if action data reports an edit conflict (M-032). */
function isConflict(data: unknown) {
  return typeof data === "object" && data !== null && "conflict" in data && data.conflict !== null;
}

function isFailedForm(data: unknown) {
  if (typeof data !== "object" || data === null || !("lastResult" in data)) return false;
  const { lastResult } = data;
  return (
    typeof lastResult === "object" &&
    lastResult !== null &&
    "status" in lastResult &&
    lastResult.status === "error"
  );
}
