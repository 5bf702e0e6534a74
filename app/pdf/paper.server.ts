/**
 * Page style and typefaces of all our PDFs. Each character is drawn in the first typeface that has
 * it (IN-1).
 */

import { Font, type Styles } from "@react-pdf/renderer";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Returns the path of the Public Sans file for one set of characters (bin/fonts.mjs). */
const ours = (part: string, weight: number) =>
  require.resolve(`#app/pdf/fonts/public-sans-${part}-${weight}.ttf`);

/** Files of each typeface: regular, then bold. */
const TYPEFACES = {
  "Public Sans": [ours("latin", 400), ours("latin", 700)],
  "Public Sans Extended": [ours("latin-ext", 400), ours("latin-ext", 700)],
  "Public Sans Vietnamese": [ours("vietnamese", 400), ours("vietnamese", 700)],
  // Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic.
  "DejaVu Sans": [
    require.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff"),
    require.resolve("@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff"),
  ],
  // All other characters, without a bold weight. They look coarse, but none is missing.
  Unifont: [require.resolve("@fontsource/unifont/files/unifont-latin-400-normal.woff")],
};

for (const [family, files] of Object.entries(TYPEFACES)) {
  for (const [bold, src] of files.entries()) {
    Font.register({ family, src, fontWeight: bold ? 700 : 400 });
  }
}

export const paper = {
  page: {
    padding: 48,
    fontFamily: Object.keys(TYPEFACES),
    fontSize: 10.5,
    lineHeight: 1.4,
    color: "#1d2522",
  },
  brand: { fontSize: 9, color: "#4c5a54", marginBottom: 18 },
  title: { fontWeight: 700, fontSize: 20, lineHeight: 1.2, marginBottom: 4 },
  heading: { fontWeight: 700, fontSize: 13, marginTop: 18, marginBottom: 4 },
  foot: { position: "absolute", bottom: 24, left: 48, right: 48, fontSize: 8, color: "#4c5a54" },
} satisfies Styles;
