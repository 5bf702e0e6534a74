/**
 * `node bin/fonts.mjs`: makes the files in app/ui/fonts and app/pdf/fonts. Run it after a typeface
 * or its set of characters has changed. On pages, accented letters are in separate files, which a
 * browser loads only if it needs them (fonts.css). Fonts for PDFs have fixed weights and are not
 * compressed, because such files are read fastest.
 */

import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const english = `${range(0x20, 0x7e)}\u00a0£€©·×÷°–—‘’“”•…→−`;
const parts = {
  "": ["latin", english],
  "-accents": [
    "latin",
    [...range(0xa1, 0xff)].filter((letter) => !english.includes(letter)).join(""),
  ],
  // Welsh has letters that are not among the first 256 characters, as in Tŷ and Llŷn.
  "-extended": ["latin-ext", `${range(0x100, 0x17f)}ẀẁẂẃẄẅỲỳ`],
};

const typefaces = {
  // Headings have only one weight. At this optical size, the thin strokes are thinner.
  fraunces: {
    from: "@fontsource-variable/fraunces/files/fraunces-{}-opsz-normal.woff2",
    variationAxes: { wght: 600, opsz: 40 },
  },
  "public-sans": {
    from: "@fontsource-variable/public-sans/files/public-sans-{}-wght-normal.woff2",
    variationAxes: { wght: { min: 400, max: 700 } },
  },
};

for (const [name, { from, variationAxes }] of Object.entries(typefaces)) {
  for (const [part, [source, letters]] of Object.entries(parts)) {
    const whole = await readFile(resolve(from.replace("{}", source)));
    const font = await subsetFont(whole, letters, { targetFormat: "woff2", variationAxes });
    await save(`app/ui/fonts/${name}${part}.woff2`, font);
  }
}

const printed =
  range(0x20, 0x7e) + range(0xa0, 0x24f) + range(0x1e00, 0x1eff) + range(0x2010, 0x22ff);
for (const part of ["latin", "latin-ext", "vietnamese"]) {
  const whole = await readFile(resolve(typefaces["public-sans"].from.replace("{}", part)));
  for (const wght of [400, 700]) {
    const font = await subsetFont(whole, printed, {
      targetFormat: "truetype",
      variationAxes: { wght },
    });
    await save(`app/pdf/fonts/public-sans-${part}-${wght}.ttf`, font);
  }
}

async function save(file, font) {
  await writeFile(new URL(`../${file}`, import.meta.url), font);
  console.log(`${file} ${(font.length / 1000).toFixed(1)} kB`);
}
