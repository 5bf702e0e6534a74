import { type ReactNode, useId } from "react";
import { MessageIcon } from "./message-icon.tsx";
import type { FlashMessage } from "./root-data.ts";

const PREFIX = { success: "Success: ", error: "Error: ", warning: "Warning: ", info: "" };

/** Renders a message. Set `live` if the message responds to the user’s last action. */
export function Notification({
  kind,
  title,
  live,
  children,
}: {
  kind: FlashMessage["kind"];
  title: ReactNode;
  live?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const answers = kind === "error" || kind === "warning" ? "alert" : "status";
  return (
    <div
      className="notification"
      data-kind={kind}
      role={live ? answers : "region"}
      aria-labelledby={live ? undefined : id}
    >
      <MessageIcon kind={kind} />
      <div>
        <h2 id={id}>
          <span className="vh">{PREFIX[kind]}</span>
          {title}
        </h2>
        {children}
      </div>
    </div>
  );
}
