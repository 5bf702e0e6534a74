/** Types that the package lacks, limited to our use. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2" | "truetype"; variationAxes: Record<string, number> },
  ): Promise<Buffer>;
}
