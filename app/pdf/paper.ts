import type { Styles } from "@react-pdf/renderer";

/** The paper of every PDF. */
export const paper = {
  page: { padding: 48, fontFamily: "Helvetica", fontSize: 10.5, lineHeight: 1.4, color: "#1d2522" },
  brand: { fontSize: 9, color: "#4c5a54", marginBottom: 18 },
  title: { fontFamily: "Helvetica-Bold", fontSize: 20, lineHeight: 1.2, marginBottom: 4 },
  heading: { fontFamily: "Helvetica-Bold", fontSize: 13, marginTop: 18, marginBottom: 4 },
  foot: { position: "absolute", bottom: 24, left: 48, right: 48, fontSize: 8, color: "#4c5a54" },
} as const satisfies Styles;

/** Helvetica, which every reader of PDFs has, holds the letters of Western Europe. */
export function printable(text: string): string {
  return text.replace(/[^\u0020-\u007e\u00a0-\u00ff‘’“”–—…€•]/gu, "?");
}
