/** The picture of the front door, for heroes and welcome pages. It says nothing that the words do not. */
export function FrontDoor() {
  return (
    <svg
      className="front-door"
      viewBox="0 0 320 400"
      width="320"
      height="400"
      aria-hidden="true"
      focusable="false"
    >
      <path fill="#f2b33d" d="M0 400V160a160 160 0 0 1 320 0v240Z" />
      <path fill="#faf6ef" d="M40 400V168a120 120 0 0 1 240 0v232Z" />
      <path fill="#0e4f4a" d="M60 400V170a100 100 0 0 1 200 0v230Z" />
      <g fill="none" stroke="#0e4f4a" strokeWidth="6" strokeLinejoin="round">
        <path fill="#e3f0ed" d="M74 170a86 86 0 0 1 172 0Z" />
        <path d="M160 170 90.4 119.4M160 170 133.4 88.200M160 170l26.600-81.800M160 170l69.600-50.600" />
        <path fill="#f2b33d" d="M128 170a32 32 0 0 1 64 0Z" />
      </g>
      <g fill="#0a3b37">
        <rect x="86" y="196" width="64" height="84" rx="4" />
        <rect x="170" y="196" width="64" height="84" rx="4" />
        <rect x="86" y="300" width="64" height="76" rx="4" />
        <rect x="170" y="300" width="64" height="76" rx="4" />
      </g>
      <circle cx="160" cy="292" r="7" fill="#f2b33d" />
    </svg>
  );
}
