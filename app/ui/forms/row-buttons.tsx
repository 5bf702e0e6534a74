import { type FieldName, useFormMetadata } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { moveFocus } from "#app/ui/focus.ts";

/**
 * Props of Conform’s buttons that add or remove a row of a list. Without JavaScript, the page
 * reloads at the fragment `target`.
 */
type RowButton = {
  list: FieldName<unknown[]>;
  target?: string;
  children: ReactNode;
};

export function AddRowButton({
  list,
  target,
  size,
  children,
}: RowButton & Pick<ComponentProps<typeof Button>, "size">) {
  const { pathname } = useLocation();
  const { insert } = useFormMetadata();
  return (
    <p>
      <Button
        type="submit"
        kind="secondary"
        size={size}
        {...insert.getButtonProps({ name: list })}
        formAction={target && `${pathname}#${target}`}
      >
        {children}
      </Button>
    </p>
  );
}

export function RemoveRowButton({ list, index, target, children }: RowButton & { index: number }) {
  const { pathname } = useLocation();
  const { remove } = useFormMetadata();
  return (
    <Button
      type="submit"
      kind="quiet"
      size="small"
      {...remove.getButtonProps({ name: list, index })}
      formAction={target && `${pathname}#${target}`}
    >
      Remove<span className="vh"> {children}</span>
    </Button>
  );
}

/**
 * Focuses a new row, or the last row after a removal. Within the row, focuses the legend or the
 * only field.
 */
export function useFocusOnNewRow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    moveFocus(() => {
      const { current } = box;
      const rows = current?.querySelectorAll("legend");
      const last = [...(rows?.length ? rows : (current?.querySelectorAll("input") ?? []))].at(-1);
      return last ?? current;
    });
  }, [count]);
  return box;
}
