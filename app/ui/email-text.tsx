import { Fragment } from "react";

/** Renders text in which a long email address breaks only before its @ and its dots. */
export function EmailText({ children }: { children: string }) {
  return children.split(/(?=[@.]\S)/).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
