const EMAIL = /(?<![^\s@])([^\s@]+@[^\s@]+\.[^\s@.,;)]+)/;

/** A text that names an address to write to, as a link (AMB-V07). */
export function LinkedText({ children }: { children: string }) {
  return children.split(EMAIL).map((part, index) =>
    index % 2 === 1 ? (
      <a key={`${index} ${part}`} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
