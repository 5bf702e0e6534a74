import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentProps } from "react";

type Look = {
  kind?: "primary" | "secondary" | "quiet" | "warning" | "amber";
  size?: "small";
};

export function Button({ kind, size, type = "button", ...rest }: Look & ComponentProps<"button">) {
  return <button className="button" data-kind={kind} data-size={size} type={type} {...rest} />;
}

export function ButtonLink({ kind, size, ...rest }: Look & LinkProps) {
  return <Link className="button" data-kind={kind} data-size={size} {...rest} />;
}
