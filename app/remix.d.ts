import "@remix-run/node";

declare module "@remix-run/node" {
  // Types loaders and actions as Remix serves them with v3_singleFetch (see remix.config.js).
  interface Future {
    v3_singleFetch: true;
  }
}
