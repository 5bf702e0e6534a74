/** The brand in the fonts that every mailbox has. Values of the design tokens, since an email cannot load a stylesheet. */
export const colour = {
  ink: "#1B2433",
  muted: "#4C5666",
  hair: "#DAD5CB",
  paper: "#FFFFFF",
  linen: "#FAF6EF",
  pine: "#0E4F4A",
  amber: "#F2B33D",
} as const;

export const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
export const serif = "Georgia, 'Times New Roman', serif";
