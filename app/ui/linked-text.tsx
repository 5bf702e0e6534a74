const EMAIL = /(?<![^\s@])([^\s@]+@[^\s@]+\.[^\s@.,;)]+)/;

/** Renders text with its email addresses as links (AMB-V07). */
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
