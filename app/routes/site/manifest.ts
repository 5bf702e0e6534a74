import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

export function loader() {
  const icon = (size: number) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  });
  const manifest = {
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: "Conveyancing for homes in England and Wales",
    lang: "en-GB",
    start_url: paths.home(),
    display: "browser",
    background_color: "#faf6ef",
    theme_color: "#0e4f4a",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      icon(192),
      icon(512),
      { ...icon(512), purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json" },
  });
}
