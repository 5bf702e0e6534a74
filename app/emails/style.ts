/** Colours and fonts of emails, which cannot load a stylesheet. Every system has these fonts. */
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

/**
 * Styles for narrow screens and dark mode. A mail program that ignores them uses the inline styles.
 */
export const STYLES = `
:root { color-scheme: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .h { font-size: 28px !important; line-height: 33px !important; }
  .btn { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .bg { background: #10161F !important; }
  .sheet { background: #1B2433 !important; border-color: #3B4658 !important; }
  .ink { color: #F3F0EA !important; }
  .mut { color: #B8C0CC !important; }
  .rule { border-color: #3B4658 !important; }
  .link { color: #8FD3C8 !important; }
  .btn { background: #F2B33D !important; color: #1B2433 !important; border-color: #F2B33D !important; }
  .pd { background: #5BB5A7 !important; }
  .hd { background: #3B4658 !important; }
  .num { border-color: #F2B33D !important; }
}
`;
