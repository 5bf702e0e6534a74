import { Form, Outlet, useMatches } from "@remix-run/react";
import { readMember } from "#app/platform/read-member.ts";
import { Button } from "#app/ui/button.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { SiteFrame } from "#app/ui/site-frame.tsx";
import type { FirmView } from "./view.ts";

/**
 * Frame of the pages of a law firm or of an estate agent’s office. Each page’s loader guards itself
 * and says who has opened it.
 */
export default function FirmLayout() {
  return (
    <SiteFrame header={<FirmHeader />}>
      <Outlet />
    </SiteFrame>
  );
}

function useFirm(): FirmView | undefined {
  const found = useMatches().map(({ data }) => readMember(data, "firm"));
  return found.find((firm): firm is FirmView => readMember(firm, "name") !== undefined);
}

function FirmHeader() {
  const firm = useFirm();
  return (
    <header className="page-header firm-header">
      <div className="wrap">
        <Logo />
        {firm ? (
          <div className="cluster">
            <p className="hint">
              Private page for {firm.name}. Opened by {firm.email}
            </p>
            <Form method="post" action={firm.sign_out}>
              <Button type="submit" kind="quiet">
                Sign out
              </Button>
            </Form>
          </div>
        ) : null}
      </div>
    </header>
  );
}
