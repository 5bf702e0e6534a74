/** The package brings no types of its own; these are of what we use. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2" | "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
