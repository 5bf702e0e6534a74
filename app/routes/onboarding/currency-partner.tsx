import { Notification } from "#app/ui/notification.tsx";

export type Partner = { name: string; url?: string; text?: string };

/** Whom we suggest for foreign currency (C-054, D-044, AMB-C20). */
export function PartnerBanner({ name, url, text }: Partner) {
  return (
    <Notification kind="info" title={name}>
      {text ? <p>{text}</p> : null}
      {url ? (
        <p>
          <a href={url} rel="noreferrer">
            Visit {name}
          </a>
        </p>
      ) : null}
    </Notification>
  );
}
