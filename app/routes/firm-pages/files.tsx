export type FirmFile = { title: string; detail: string; href: string };

/** Lists the files that the firm can download. */
export function Files({ files }: { files: readonly FirmFile[] }) {
  if (files.length === 0) return null;
  return (
    <section className="firm-part" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <ul className="firm-facts">
        {files.map(({ title, detail, href }) => (
          <li key={href} className="card firm-file">
            <a href={href} download>
              {title}
            </a>
            <p className="hint">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
