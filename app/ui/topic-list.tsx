export function TopicList({ topics }: { topics: readonly string[] }) {
  return (
    <ul className="topic-list">
      {topics.map((topic) => (
        <li key={topic}>{topic}</li>
      ))}
    </ul>
  );
}
