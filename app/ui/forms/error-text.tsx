/** Renders the error next to a field. Screen readers announce it as an error. */
export function ErrorText({ id, children }: { id?: string; children: string }) {
  return (
    <p className="error" id={id}>
      <span>
        <span className="vh">Error: </span>
        {children}
      </span>
    </p>
  );
}
