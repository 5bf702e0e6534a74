/** The tags that staff gave a matter (AMB-J10). */
export function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="tag-list">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
