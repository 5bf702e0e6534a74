import "@remix-run/node";

declare module "@remix-run/node" {
  // Types of loaders and actions with v3_singleFetch (remix.config.js).
  interface Future {
    v3_singleFetch: true;
  }
}
