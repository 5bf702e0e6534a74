import * as yourData from "#app/routes/account/your-data.tsx";
import * as emailsOff from "#app/routes/account/unsubscribe.tsx";
import * as details from "#app/routes/account/details.tsx";
import * as erasure from "#app/routes/account/erasure.tsx";
import * as yourEmails from "#app/routes/account/your-emails.tsx";
import * as welcomeBack from "#app/routes/account/welcome-back.tsx";
import * as buyerDashboard from "#app/routes/dashboard/buy.tsx";
import * as documents from "#app/routes/dashboard/documents/documents.tsx";
import * as messages from "#app/routes/dashboard/messages/messages.tsx";
import * as gift from "#app/routes/dashboard/gift.tsx";
import * as chooseSolicitor from "#app/routes/dashboard/choose-solicitor.tsx";
import * as sellerDashboard from "#app/routes/dashboard/sell.tsx";
import * as layout from "#app/routes/layouts/signed-in.tsx";
import { openPage, page } from "#tests/support/open-page.tsx";

const routes = [
  page(layout, { id: "layout" }, [
    page(welcomeBack, { path: "welcome-back" }),
    page(yourData, { path: "your-data" }),
    page(yourEmails, { path: "your-emails" }),
    page(erasure, { path: "your-data/erasure" }),
    page(details, { path: "your-data/details" }),
    page(buyerDashboard, { path: "dashboard/buy/:id" }),
    page(gift, { path: "dashboard/gift/:id" }),
    page(documents, { path: "dashboard/:role/:id/documents" }),
    page(messages, { path: "dashboard/:role/:id/messages" }),
    page(sellerDashboard, { path: "dashboard/sell/:id" }),
    page(chooseSolicitor, { path: "dashboard/sell/:id/solicitor" }),
  ]),
  page(emailsOff, { path: "your-emails/off/:token" }),
];

export const open = (path: string, visitor: Parameters<typeof openPage>[2] = {}) =>
  openPage(routes, path, visitor);
