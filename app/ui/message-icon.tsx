import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { FlashMessage } from "./root-data.ts";

const ICONS = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
} satisfies Record<FlashMessage["kind"], unknown>;

export function MessageIcon({ kind }: { kind: FlashMessage["kind"] }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden="true" />;
}
