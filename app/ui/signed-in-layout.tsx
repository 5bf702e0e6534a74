import { Form, NavLink, Outlet } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Button } from "./button.tsx";
import { Footer } from "./footer.tsx";
import { Logo } from "./logo.tsx";
import { Main } from "./main.tsx";

type Person = { first_name: string; last_name: string; type: "admin" | "customer" };

type SignedInProps = {
  user: Person;
  /** The estate agent's office, for a customer who came by invitation (AMB-F04). */
  officeName?: string | null;
};

/** The layout route of a customer's pages. */
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
    <>
      <header className="page-header">
        <div className="wrap">
          <Logo to={paths.welcomeBack()} />
          <nav aria-label="Main">
            <ul>
              <li>
                <NavLink to={paths.welcomeBack()}>Switch Properties</NavLink>
              </li>
              <li className="page-header-person">
                <span>
                  {user.first_name} {user.last_name}
                </span>
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
      <Main>{children}</Main>
      <Footer />
    </>
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
