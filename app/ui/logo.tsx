import { Link } from "@remix-run/react";
import { paths } from "#app/paths.ts";
import { PRODUCT_NAME } from "#app/platform/product.ts";

export function FanlightArch() {
  return (
    <svg viewBox="0 0 44 26" width="44" height="26" aria-hidden="true" focusable="false">
      <g className="logo-frame" fill="none" strokeWidth="2.75" strokeLinejoin="round">
        <path className="logo-glass" d="M3.5 23.5a18.5 18.5 0 0 1 37 0Z" />
        <path d="M22 23.5 7 12.6M22 23.5 16.3 5.9M22 23.5l5.7-17.6M22 23.5l15-10.9" />
        <path className="logo-hub" d="M15 23.5a7 7 0 0 1 14 0Z" />
        <path d="M1.5 24.5h41" strokeLinecap="round" />
      </g>
    </svg>
  );
}

export function Logo({ to = paths.home() }: { to?: string }) {
  return (
    <Link className="logo" to={to}>
      <FanlightArch />
      {PRODUCT_NAME}
    </Link>
  );
}
