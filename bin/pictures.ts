import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** Images for link previews, for phones' home screens, and for the tabs of old browsers. */
const pictures = {
  "share.png": { from: "app/ui/pictures/share.svg", width: 1200 },
  "apple-touch-icon.png": { from: "app/ui/pictures/icon.svg", width: 180 },
  "icon-192.png": { from: "app/ui/pictures/icon.svg", width: 192 },
  "icon-512.png": { from: "app/ui/pictures/icon.svg", width: 512 },
  "favicon-32.png": { from: "public/favicon.svg", width: 32 },
  // Browsers request this file although no page refers to it.
  "favicon.ico": { from: "public/favicon.svg", width: 32 },
};

const typefaces = {
  "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2": { wght: 600, opsz: 72 },
  "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2": { wght: 400 },
};

/**
 * Renders the PNG files that are served next to those in public/: when the site is built, or in
 * development when they are requested.
 */
export function brandPictures(): Plugin {
  let forServer = false;
  return {
    name: "brand-pictures",
    configResolved(config) {
      forServer = Boolean(config.build.ssr);
    },
    async generateBundle() {
      if (forServer) return;
      for (const [fileName, source] of await draw(Object.keys(pictures))) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.slice(1) ?? "";
        if (!(name in pictures)) {
          next();
          return;
        }
        draw([name]).then(([drawn]) => {
          response.setHeader("Content-Type", isIcon(name) ? "image/x-icon" : "image/png");
          response.end(drawn?.[1]);
        }, next);
      });
    },
  };
}

async function draw(names: string[]): Promise<[string, Uint8Array][]> {
  const folder = mkdtempSync(join(tmpdir(), "fanlight-fonts-"));
  try {
    const fontFiles = await writeFonts(folder);
    return Object.entries(pictures)
      .filter(([name]) => names.includes(name))
      .map(([name, { from, width }]) => {
        const drawing = new Resvg(readFileSync(from, "utf8"), {
          fitTo: { mode: "width", value: width },
          font: { fontFiles, loadSystemFonts: false },
        });
        const png = drawing.render().asPng();
        return [name, isIcon(name) ? asIcon(png, width) : png];
      });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isIcon(name: string) {
  return name.endsWith(".ico");
}

function asIcon(png: Uint8Array, width: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/**
 * Writes the fonts as TrueType files, because the renderer supports neither woff2 nor variable
 * weights.
 */
function writeFonts(folder: string) {
  const { resolve } = createRequire(import.meta.url);
  const letters = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index));
  return Promise.all(
    Object.entries(typefaces).map(async ([from, variationAxes], index) => {
      const whole = readFileSync(resolve(from));
      const font = await subsetFont(whole, letters, { targetFormat: "truetype", variationAxes });
      const file = join(folder, `${index}.ttf`);
      writeFileSync(file, font);
      return file;
    }),
  );
}
