import { useLocation } from "@remix-run/react";
import { useLayoutEffect } from "react";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { LayoutHandle } from "./page.ts";
import { useRootData } from "./root-data.ts";

/** Tags in `<head>`, other than the title, that differ between pages. */
type HeadTag =
  | { name: string; content: string }
  | { property: string; content: string }
  | { rel: string; href: string };

export function useHeadTags({
  handle,
  title,
  failed,
}: {
  handle: LayoutHandle;
  title: string;
  failed: boolean;
}): HeadTag[] {
  const appUrl = useRootData()?.appUrl;
  const { pathname } = useLocation();
  const { description } = handle;
  const robots = failed ? "noindex, nofollow" : handle.robots;
  return [
    ...(description ? [{ name: "description", content: description }] : []),
    ...(robots ? [{ name: "robots", content: robots }] : []),
    // Only pages that search engines may index have these tags: pages with a description and
    // without `robots`.
    ...(appUrl && description && !robots
      ? sharingTags({ appUrl, pathname, title, description })
      : []),
  ];
}

function sharingTags(page: {
  appUrl: string;
  pathname: string;
  title: string;
  description: string;
}): HeadTag[] {
  const { appUrl, pathname, title, description } = page;
  const url = canonicalUrl(pathname, appUrl);
  const tags = {
    "og:type": "website",
    "og:site_name": PRODUCT_NAME,
    "og:locale": "en_GB",
    "og:url": url,
    "og:title": title,
    "og:description": description,
    "og:image": new URL("/share.png", appUrl).href,
    "og:image:type": "image/png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": `${PRODUCT_NAME}: a green front door under an arched window`,
  };
  return [
    { rel: "canonical", href: url },
    ...Object.entries(tags).map(([property, content]) => ({ property, content })),
    // Other Twitter card tags are not needed, because they fall back to the tags above.
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/**
 * Returns the page’s canonical URL. Removes extra slashes, because a URL with them leads to the
 * same page.
 */
function canonicalUrl(pathname: string, appUrl: string): string {
  const url = new URL(appUrl);
  url.pathname = pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return url.href;
}

/**
 * Updates the title and density in the browser. On pages with React, no other tags need to change.
 */
export function useFollowingHead({
  title,
  density,
}: {
  title: string;
  density: LayoutHandle["density"];
}) {
  useLayoutEffect(() => {
    const { body } = document;
    if (document.title !== title) document.title = title;
    if (density) body.dataset.density = density;
    else delete body.dataset.density;
  });
}
