import { useLocation } from "@remix-run/react";
import { useLayoutEffect } from "react";
import { PRODUCT_NAME } from "#app/platform/product.ts";
import type { LayoutHandle } from "./page.ts";
import { useRootData } from "./root-data.ts";

/** What stands in the head for one page and not for the next, beside its title. */
type HeadTag =
  | { name: string; content: string }
  | { property: string; content: string }
  | { rel: string; href: string };

/** What a page says of itself to search engines, and where a link to it is shared. */
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
    // Only for pages that are to be found: those have a description, and keep no robots out.
    ...(appUrl && description && !robots
      ? sharingTags({ appUrl, pathname, title, description })
      : []),
  ];
}

/** The page's one address, and what is shown of it where a link to it is shared. */
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
    // The rest of the card is read from the tags above.
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Without what a visitor may add to a path that still leads to the page: slashes. */
function canonicalUrl(pathname: string, appUrl: string): string {
  const url = new URL(appUrl);
  url.pathname = pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return url.href;
}

/** Brings what is around the page up to date in the browser. Pages with React have no tags but the same for all. */
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
