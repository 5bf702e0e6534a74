import { Form, NavLink, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { fullName } from "#app/domain/shared/names.ts";
import { paths } from "#app/paths.ts";
import { Button } from "./button.tsx";
import { Logo } from "./logo.tsx";
import { SiteFrame } from "./site-frame.tsx";

type Person = { first_name: string; last_name: string; type: "admin" | "customer" };

type SignedInProps = {
  user: Person;
  /** Name of the estate agent’s office, for a customer who was invited (AMB-F04). */
  officeName?: string | null;
};

export function SignedInLayout(props: SignedInProps) {
  return (
    <SignedInFrame {...props}>
      <Outlet />
    </SignedInFrame>
  );
}

export function SignedInFrame({
  user,
  officeName,
  children,
}: SignedInProps & { children: ReactNode }) {
  return (
    <SiteFrame header={<CustomerHeader user={user} officeName={officeName} />}>
      {children}
    </SiteFrame>
  );
}

function CustomerHeader({ user, officeName }: SignedInProps) {
  return (
    <header className="page-header customer-header">
      <div className="wrap">
        <Logo to={paths.welcomeBack()} />
        <nav aria-label="Main">
          <ul>
            <li>
              <NavLink to={paths.welcomeBack()}>Switch Properties</NavLink>
            </li>
            <li className="page-header-person">
              <span>{fullName(user)}</span>
              {officeName ? <small>{officeName}</small> : null}
            </li>
            {user.type === "admin" ? (
              <li>
                <NavLink to={paths.admin.home()}>Admin</NavLink>
              </li>
            ) : null}
            <li>
              <SignOut />
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

export function SignOut() {
  return (
    <Form method="post" action={paths.signOut()}>
      <Button type="submit" kind="quiet">
        Sign Out
      </Button>
    </Form>
  );
}
