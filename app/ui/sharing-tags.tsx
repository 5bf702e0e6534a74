import { useLocation } from "@remix-run/react";
import { PRODUCT_NAME } from "#app/product.ts";
import type { LayoutHandle } from "./page.ts";
import { useRootData } from "./root-data.ts";

/**
 * The page's one address, and what is shown of it where a link to it is shared. Only for pages that are to be found:
 * those have a description, and keep no robots out.
 */
export function SharingTags({ handle, title }: { handle: LayoutHandle; title: string }) {
  const appUrl = useRootData()?.appUrl;
  const { pathname } = useLocation();
  const { description, robots } = handle;
  if (!appUrl || !description || robots) return null;
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
  return (
    <>
      <link rel="canonical" href={url} />
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {/* The rest of the card is read from the tags above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Without what a visitor may add to a path that still leads to the page: slashes. */
function canonicalUrl(pathname: string, appUrl: string): string {
  const url = new URL(appUrl);
  url.pathname = pathname.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  return url.href;
}
