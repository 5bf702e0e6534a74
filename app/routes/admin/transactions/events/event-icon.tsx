import Calendar from "lucide-react/icons/calendar";
import ChartColumn from "lucide-react/icons/chart-column";
import Check from "lucide-react/icons/check";
import CreditCard from "lucide-react/icons/credit-card";
import Sheet from "lucide-react/icons/file";
import FileText from "lucide-react/icons/file-text";
import House from "lucide-react/icons/house";
import IdCard from "lucide-react/icons/id-card";
import Key from "lucide-react/icons/key";
import Mail from "lucide-react/icons/mail";
import Scale from "lucide-react/icons/scale";
import Search from "lucide-react/icons/search";
import Store from "lucide-react/icons/store";
import Ticket from "lucide-react/icons/ticket";
import X from "lucide-react/icons/x";
import { eventIcon } from "./event-icons.ts";

const ICONS = {
  house: House,
  document: FileText,
  card: CreditCard,
  ticket: Ticket,
  shop: Store,
  envelope: Mail,
  key: Key,
  tick: Check,
  cross: X,
  scales: Scale,
  calendar: Calendar,
  "id-card": IdCard,
  magnifier: Search,
  paper: Sheet,
  chart: ChartColumn,
} satisfies Record<ReturnType<typeof eventIcon>, unknown>;

/** The picture of an event, beside its name (K-088). */
export function EventIcon({ name }: { name: string }) {
  const icon = eventIcon(name);
  const Icon = ICONS[icon];
  return <Icon aria-hidden="true" data-icon={icon} />;
}
