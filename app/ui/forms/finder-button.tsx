import type { ComponentProps } from "react";
import { addressIntent, type AddressVerb } from "#app/ui/address-finder-state.ts";
import { Button } from "#app/ui/button.tsx";

export function FinderButton({
  verb,
  field,
  kind = "quiet",
  ...rest
}: Pick<ComponentProps<typeof Button>, "kind" | "size" | "onClick" | "disabled" | "children"> & {
  verb: AddressVerb;
  field: { name: string };
  formAction: string | undefined;
}) {
  return (
    <Button
      type="submit"
      kind={kind}
      name="intent"
      value={addressIntent(verb, field.name)}
      {...rest}
    />
  );
}
