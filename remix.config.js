/**
 * Remix's options, read by vite.config.ts. Only `remix vite:*` commands may be used with it.
 *
 * Lazy route discovery stays off: after a deploy it reloads the document, and typed text is lost.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
