/** Types of the package subset-font, which has none. They cover only what we use. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2" | "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
