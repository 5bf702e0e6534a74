import { gzipSync } from "node:zlib";

/** Compressed bytes that a browser downloads on a first visit. */
type Weight = {
  html: number;
  scripts: number;
  styles: number;
  fonts: number;
  pictures: number;
  total: number;
};

export async function weigh(base: string, html: string): Promise<Weight> {
  const styles = addressesIn(html, /<link rel="stylesheet" href="([^"]+)"/g);
  const scripts = addressesIn(html, /"(\/assets\/[^"]+\.js)"/g);
  const pictures = [
    ...addressesIn(html, /<img[^>]* src="([^"]+)"/g),
    // A browser prefers the SVG among several icons.
    ...addressesIn(html, /<link rel="icon"[^>]* href="([^"]+\.svg)"/g),
  ];
  const preloaded = addressesIn(html, /<link rel="preload" href="([^"]+\.woff2)"/g);
  const fonts = [...preloaded];
  for (const style of styles) fonts.push(...fontsForEnglish(await textAt(base, style)));

  const weight = {
    html: gzipSync(html).length,
    scripts: await countBytes(base, scripts),
    styles: await countBytes(base, styles),
    fonts: await countBytes(base, fonts),
    pictures: await countBytes(base, pictures),
  };
  return { ...weight, total: Object.values(weight).reduce((sum, bytes) => sum + bytes, 0) };
}

function addressesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, address]) => address ?? []);
}

/** Returns the fonts needed for English. A font without a unicode-range is always downloaded. */
function fontsForEnglish(css: string): string[] {
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? [];
  return faces
    .filter((face) => !/unicode-range/i.test(face) || /U\+(?:00)?20-/i.test(face))
    .flatMap((face) => addressesIn(face, /url\(["']?([^"')]+\.woff2)/g));
}

async function countBytes(base: string, addresses: readonly string[]) {
  let bytes = 0;
  for (const address of new Set(addresses)) {
    const response = await fetchAsBrowser(base, address);
    await response.arrayBuffer();
    const length = response.headers.get("Content-Length");
    if (length === null) throw new Error(`${address} does not say how long it is`);
    bytes += Number(length);
  }
  return bytes;
}

async function textAt(base: string, address: string) {
  return (await fetchAsBrowser(base, address)).text();
}

async function fetchAsBrowser(base: string, address: string) {
  const headers = { "Accept-Encoding": "gzip, deflate, br" };
  const response = await fetch(new URL(address, base), { headers });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return response;
}
