import type { ReactNode } from "react";

/**
 * Icons for customer pages. All of the icons are decorative. Lucide, the icon library of staff
 * pages, would add 1.3 kB of script to customer pages.
 */
export function ArrowLeft() {
  return (
    <Icon>
      <path d="M20 12H4m7-7-7 7 7 7" />
    </Icon>
  );
}

export function ChevronRight() {
  return (
    <Icon>
      <path d="m9 5 7 7-7 7" />
    </Icon>
  );
}

export function Check() {
  return (
    <Icon strokeWidth="3">
      <path d="m4 12.5 5.5 5.5L20 6.5" />
    </Icon>
  );
}

export function Copy() {
  return (
    <Icon>
      <rect x="8" y="8" width="13" height="13" rx="2" />
      <path d="M16 8V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h3" />
    </Icon>
  );
}

export function CircleCheck() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" />
      <path d="m7.5 12.5 3 3 6-7" />
    </Icon>
  );
}

export function CircleInfo() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 11.5v5M12 7.5v.01" />
    </Icon>
  );
}

export function CircleAlert() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="10" />
      <path d="M12 7.5v5M12 16.5v.01" />
    </Icon>
  );
}

export function TriangleAlert() {
  return (
    <Icon>
      <path d="M12 3 1.5 21h21Z" />
      <path d="M12 10v4.5M12 17.5v.01" />
    </Icon>
  );
}

function Icon({ strokeWidth = "2", children }: { strokeWidth?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
