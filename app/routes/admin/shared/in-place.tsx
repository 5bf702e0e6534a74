import { Form, useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { RolePermission } from "#app/domain/staff/roles.ts";
import { SubmitButton } from "#app/ui/forms/app-form.tsx";
import { isServiceReachable } from "#app/ui/elements/network-message.ts";
import { useHydrated } from "#app/ui/hydrated.ts";
import { useHasPermission } from "./allowed.tsx";
import { DialogLink } from "./dialog-link.tsx";

type Loaded<Loader> = NonNullable<ReturnType<typeof useFetcher<Loader>>["data"]>;

type InPlaceProps<Loader> = {
  needs: RolePermission;
  id: string;
  to: string;
  kind?: "primary" | "secondary" | "quiet";
  label: string;
  children: (page: Loaded<Loader>) => ReactNode;
};

/**
 * Renders a link to a dialog. With scripts, its form opens in place, so that the work takes no
 * change of address. The form has the data of the dialog’s loader and posts to the dialog’s action,
 * which shows errors and edit conflicts on the dialog’s own page.
 */
export function InPlace<Loader>(props: InPlaceProps<Loader>) {
  const { needs, id, to, kind, label } = props;
  const isLive = useHydrated();
  if (!useHasPermission(needs)) return null;
  if (isLive) return <Panel<Loader> {...props} />;
  return (
    <DialogLink needs={needs} id={id} to={to} kind={kind}>
      {label}
    </DialogLink>
  );
}

function Panel<Loader>({ id, to, kind = "secondary", label, children }: InPlaceProps<Loader>) {
  const fetcher = useFetcher<Loader>();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const panel = details.current;
    if (!panel) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : !isPost(event)) return;
      panel.open = false;
      if (event instanceof KeyboardEvent) panel.querySelector("summary")?.focus();
    };
    panel.addEventListener("submit", close);
    panel.addEventListener("keydown", close);
    return () => {
      panel.removeEventListener("submit", close);
      panel.removeEventListener("keydown", close);
    };
  }, []);
  const load = async () => {
    // A failed request would replace the page with an error.
    if (details.current?.open && (await isServiceReachable())) fetcher.load(to);
  };
  return (
    <details ref={details} className="opens-in-place" onToggle={() => void load()}>
      <summary id={id} className="button" data-kind={kind} data-size="small">
        {label}
      </summary>
      <div className="in-place-panel stack">
        {fetcher.data ? children(fetcher.data) : <p role="status">Loading…</p>}
      </div>
    </details>
  );
}

const isPost = ({ target }: Event) => target instanceof HTMLFormElement && target.method === "post";

/** Renders a confirmation (`confirmPage`) in place. */
export function ConfirmInPlace<
  Shown extends { refusal: string | null; fields: Readonly<Record<string, string>> },
>({
  page: { problem, record },
  to,
  confirm,
  children,
}: {
  page: { problem: string | null; record: Shown | null };
  to: string;
  confirm: string;
  children: (record: Shown) => ReactNode;
}) {
  if (!record) return <p>{problem}</p>;
  if (record.refusal) return <p>{record.refusal}</p>;
  return (
    <>
      {children(record)}
      <Form method="post" action={to} className="form" preventScrollReset>
        {Object.entries(record.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SubmitButton>{confirm}</SubmitButton>
      </Form>
    </>
  );
}
