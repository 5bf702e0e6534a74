import * as aboutTheProperty from "#app/routes/buy/about-the-property.tsx";
import * as aboutYou from "#app/routes/buy/about-you.tsx";
import * as buyer from "#app/routes/buy/buyer.tsx";
import * as giftor from "#app/routes/buy/giftor.tsx";
import * as success from "#app/routes/buy/success.tsx";
import * as terms from "#app/routes/buy/terms-and-conditions.tsx";
import * as welcome from "#app/routes/buy/welcome.tsx";
import * as whatsIncluded from "#app/routes/buy/whats-included.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import { openPage, page } from "#tests/support/open-page.tsx";

const routes = [
  page(layout, { id: "layout" }, [
    page(welcome, { path: "buy/welcome" }),
    page(aboutYou, { path: "buy/about-you" }),
    page(aboutTheProperty, { path: "buy/about-the-property" }, [
      page(buyer, { path: "buyers/:person" }),
      page(giftor, { path: "giftors/:person" }),
    ]),
    page(terms, { path: "buy/terms-and-conditions" }),
    page(whatsIncluded, { path: "buy/whats-included" }),
    page(success, { path: "buy/success" }),
  ]),
];

type Visitor = { cookie?: string };

export async function open(path: string, visitor: Visitor = {}) {
  const page = await openPage(routes, path, visitor);
  return isNamed(path, page.location) ? openPage(routes, page.location, visitor) : page;
}

export async function submit(path: string, fields: Record<string, string>, visitor: Visitor = {}) {
  const { location } = await openPage(routes, path, visitor);
  return openPage(routes, isNamed(path, location) ? location : path, { ...visitor, fields });
}

function isNamed(path: string, location: string | null): location is string {
  return location?.startsWith(`${path}?purchase=`) ?? false;
}
