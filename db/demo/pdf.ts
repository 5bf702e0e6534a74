export function writePdf(title: string, lines: readonly string[]): Buffer {
  const text = [
    "BT /F1 16 Tf 56 780 Td",
    `(${escape(title)}) Tj`,
    "/F1 11 Tf 0 -12 Td",
    ...lines.map((line) => `0 -16 Td (${escape(line)}) Tj`),
    "ET",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(text, "latin1")} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const end = file.length;
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

/**
 * Escapes text for a PDF. Replaces each character that is not ASCII with "?", so that each
 * character is one byte.
 */
function escape(text: string) {
  return text.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&");
}
