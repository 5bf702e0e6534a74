/** What is wrong with an answer, beside it; described as an error also to who hears the page. */
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
