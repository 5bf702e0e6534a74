export function Bullets({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return "None";
  return (
    <div className="prose">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
