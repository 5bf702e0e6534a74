import { type ContextType, useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext } from "react-router-dom";

/**
 * Loads the page that is wanted as a document when its script does not come, after a deploy or on a bad line. Remix would
 * load the page that is shown once more. So each page's script is asked for here first: Remix then finds it, or is not
 * answered any more.
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
    if (lazy && address) {
      route.lazy = async () => {
        try {
          await import(/* @vite-ignore */ address);
        } catch {
          const { location, state } = router.state.navigation;
          if (state === "loading") window.location.assign(router.createHref(location));
          // What is fetched beside the page is not worth the page; a form that is on its way is no link.
          if (state !== "submitting") return new Promise(() => {});
        }
        return lazy();
      };
    }
    if (children) askFirst(router, children);
  }
}
