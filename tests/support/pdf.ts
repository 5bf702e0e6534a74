const SCAN = "q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q";

/**
 * Returns a small PDF of plain text, with at most 90 characters a line. A page that is null
 * contains only a picture.
 */
export function pdfOf(...pages: readonly (string | null)[]): Uint8Array {
  const objects: string[] = [];
  const add = (content: string) => objects.push(content);
  const ids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${ids}] >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const [index, page] of pages.entries()) {
    const lines = (page ?? "").match(/.{1,90}(?:\s|$)/g) ?? [];
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join("\n");
    const stream = page === null ? SCAN : `BT /F1 10 Tf 12 TL 40 780 Td\n${shown}\nET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
    );
    add(`<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`);
  }
  let file = "%PDF-1.4\n";
  const offsets = objects.map((content, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${content}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
