import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Form, Links, Meta, Outlet, RemixServer, Scripts, useLoaderData } from "@remix-run/react";
import { createElement as h } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { readFields } from "./person.mjs";

/**
 * Page of ten fields with unpatched Remix, written as its compiler would and sent without
 * streaming.
 */

function Document() {
  return h(
    "html",
    { lang: "en" },
    h("head", null, h("meta", { charSet: "utf-8" }), h(Meta), h(Links)),
    h("body", null, h(Outlet), h(Scripts)),
  );
}

function TenFields() {
  return h(
    "main",
    { id: "main" },
    h("h1", null, "Ten fields"),
    h(
      Form,
      { method: "post" },
      useLoaderData().map(({ name, value }) =>
        h(
          "p",
          { key: name },
          h("label", { htmlFor: name }, `Field ${name}`),
          h("input", { id: name, name, type: "text", defaultValue: value }),
        ),
      ),
      h("button", { type: "submit" }, "Send"),
    ),
  );
}

function render(page) {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}

export const entry = {
  module: {
    async default(request, status, headers, context) {
      headers.set("Content-Type", "text/html");
      const html = await render(h(RemixServer, { context, url: request.url }));
      return new Response(html, { status, headers });
    },
  },
};

export const routes = {
  root: { id: "root", path: "", module: { default: Document } },
  "ten-fields": {
    id: "ten-fields",
    parentId: "root",
    index: true,
    module: {
      default: TenFields,
      loader: readFields,
      meta: () => [{ title: "Ten fields" }],
    },
  },
};

const none = { hasAction: false, hasClientAction: false, hasClientLoader: false, imports: [] };

export const assets = {
  version: "1",
  url: "/assets/manifest.js",
  entry: { module: "/assets/entry.js", imports: [] },
  routes: {
    root: { ...none, id: "root", path: "", hasLoader: false, module: "/assets/root.js" },
    "ten-fields": {
      ...none,
      id: "ten-fields",
      parentId: "root",
      index: true,
      hasLoader: true,
      module: "/assets/ten-fields.js",
    },
  },
};

export const future = {
  v3_lazyRouteDiscovery: false,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
};
export const mode = "production";
export const basename = "/";
export const publicPath = "/assets/";
export const assetsBuildDirectory = "assets";
export const isSpaMode = false;
