import { type ContextType, useContext, useEffect } from "react";
import { matchRoutes, UNSAFE_DataRouterContext } from "react-router-dom";

/**
 * Loads the page that is wanted as a document: always where React is not on it, and else when its script does not come, after
 * a deploy or on a bad line. Remix would load the page that is shown once more. So each page's script is asked for here first:
 * Remix then finds it, or is not answered any more.
 */
export function useWantedPage() {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  useEffect(() => {
    if (router) askFirst(router, router.routes);
  }, [router]);
}

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];

function askFirst(router: Router, routes: Router["routes"]) {
  for (const route of routes) {
    const { lazy, id, children } = route;
    const address = window.__remixManifest.routes[id]?.module;
    if (lazy && listDocuments().includes(id)) {
      route.lazy = unanswered;
    } else if (lazy && address) {
      route.lazy = async () => {
        try {
          await import(/* @vite-ignore */ address);
        } catch {
          const { state } = router.state.navigation;
          if (state === "loading") return loadWanted();
          // What is fetched beside the page is not worth the page; a form that is on its way is no link.
          if (state !== "submitting") return unanswered();
        }
        return lazy();
      };
    }
    if (children) askFirst(router, children);
  }
}

const unanswered = () => new Promise<never>(() => undefined);

/** The ids of the routes without React, which the document has brought along (ui/document.tsx). */
function listDocuments(): readonly string[] {
  return document.body.dataset.documents?.split(" ") ?? [];
}

/** Whether React is not on the page with this path. */
export function isDocument(path: string): boolean {
  const documents = listDocuments();
  const matches = matchRoutes(window.__remixRouter.routes, path) ?? [];
  return matches.some(({ route }) => route.id && documents.includes(route.id));
}

/** Has the browser load the page that the router is about to show. */
export function loadWanted(): Promise<never> {
  const router = window.__remixRouter;
  const { location } = router.state.navigation;
  if (location) window.location.assign(router.createHref(location));
  // Back may show this page as it was left: waiting.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  return unanswered();
}
