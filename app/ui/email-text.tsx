import { Fragment } from "react";

/** Marks a place where a line can break. No email address contains it. */
const BREAK = "\u200B";

/** Renders text in which a long email address breaks only before its @ and its dots. */
export function EmailText({ children }: { children: string }) {
  const words = children.split(" ");
  const marked = words.map((word) =>
    word.includes("@") ? word.replaceAll(/[@.](?=\S)/g, `${BREAK}$&`) : word,
  );
  return marked
    .join(" ")
    .split(BREAK)
    .map((part, index) => (
      <Fragment key={`${index} ${part}`}>
        {index > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ));
}
