import { CircleAlert, CircleCheck, CircleInfo, TriangleAlert } from "./icons.tsx";
import type { FlashMessage } from "./root-data.ts";

const ICONS = {
  success: CircleCheck,
  error: CircleAlert,
  info: CircleInfo,
  warning: TriangleAlert,
} satisfies Record<FlashMessage["kind"], unknown>;

export function MessageIcon({ kind }: { kind: FlashMessage["kind"] }) {
  const Icon = ICONS[kind];
  return <Icon />;
}
