import { Font, type Styles } from "@react-pdf/renderer";
import { createRequire } from "node:module";

/** The paper of every PDF, and its typefaces: each letter is taken from the first that has it (IN-1). */

const { resolve } = createRequire(import.meta.url);

const TYPEFACES = {
  // Public Sans comes in three parts (bin/fonts.mjs).
  "Public Sans": (weight: number) => `#app/pdf/fonts/public-sans-latin-${weight}.ttf`,
  "Public Sans Extended": (weight: number) => `#app/pdf/fonts/public-sans-latin-ext-${weight}.ttf`,
  "Public Sans Vietnamese": (weight: number) =>
    `#app/pdf/fonts/public-sans-vietnamese-${weight}.ttf`,
  // Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic.
  "DejaVu Sans": (weight: number) =>
    `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff`,
  // Everything else, in one weight: its letters are drawn in dots, but each is there.
  Unifont: () => "@fontsource/unifont/files/unifont-latin-400-normal.woff",
};

for (const [family, file] of Object.entries(TYPEFACES)) {
  const fonts = [400, 700].map((fontWeight) => ({ src: resolve(file(fontWeight)), fontWeight }));
  Font.register({ family, fonts });
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
