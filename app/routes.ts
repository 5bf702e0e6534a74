import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** The console of the doubles, which a build without them has not. */
const doubles: RouteConfig = process.env.WITHOUT_DOUBLES
  ? []
  : [
      route("mocks/ui", "routes/mocks/ui.tsx"),
      route("mocks/bare", "routes/mocks/bare.tsx"),
      layout("routes/mocks/layout.tsx", [
        route("mocks", "routes/mocks/console.tsx"),
        route("mocks/post-box", "routes/mocks/post-box.tsx"),
        route("mocks/post-box/write", "routes/mocks/write.tsx"),
        route("mocks/post-box/:id", "routes/mocks/email.tsx"),
        route("mocks/stripe", "routes/mocks/stripe.tsx"),
        route("mocks/thirdfort/:id?", "routes/mocks/thirdfort.tsx"),
        route("mocks/one-search", "routes/mocks/one-search.tsx"),
        route("mocks/one-search/orders/:reference", "routes/mocks/one-search.tsx", {
          id: "routes/mocks/one-search/order",
        }),
      ]),
      route("mocks/post-box/:id/html", "routes/mocks/email-body.ts"),
      route("mocks/stripe/*", "routes/mocks/stripe-pages.ts"),
      route("mocks/recaptcha/script", "routes/mocks/recaptcha-script.ts"),
      route("mocks/hubspot/*", "routes/mocks/hubspot-pages.ts"),
    ];

/** Every URL of the product, in the order of the specification's route tables. */
export default [
  index("routes/site/home.tsx"),
  route("robots.txt", "routes/site/robots.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("site.webmanifest", "routes/site/manifest.ts"),
  route(".well-known/security.txt", "routes/site/security.ts"),

  layout("routes/layouts/signed-out.tsx", [
    route("sign-in", "routes/sign-in/sign-in.tsx"),
    route("sign-up", "routes/sign-in/sign-up.tsx"),
    route("sell/get-started", "routes/sign-in/sign-up.tsx", { id: "sell/get-started" }),
    route("buy/get-started", "routes/sign-in/sign-up.tsx", { id: "buy/get-started" }),
    route("authenticate", "routes/sign-in/authenticate.tsx"),
    route("authenticate/link-expired", "routes/sign-in/link-expired.tsx"),
    route("authenticate/invitation-link-expired", "routes/sign-in/invitation-link-expired.tsx"),
    route("partner-sign-up", "routes/site/partner-sign-up.tsx"),
    route("leads", "routes/leads/no-email.tsx"),
    route("leads/success", "routes/leads/success.tsx"),
    route("leads/:email", "routes/leads/leads.tsx"),
  ]),
  route("sign-out", "routes/sign-in/sign-out.ts"),
  route("cookie-choice", "routes/site/cookie-choice.ts"),

  layout("routes/layouts/signed-in.tsx", [
    route("welcome-back", "routes/account/welcome-back.tsx"),
    route("sell/welcome", "routes/sell/welcome.tsx"),
    route("sell/about-you", "routes/sell/about-you.tsx"),
    route("sell/about-the-property", "routes/sell/about-the-property.tsx", [
      route("sellers/:person", "routes/sell/seller.tsx"),
    ]),
    route("sell/terms-and-conditions", "routes/sell/terms-and-conditions.tsx"),
    route("sell/payment", "routes/sell/payment.tsx"),
    route("sell/payment-success", "routes/sell/payment-success.tsx"),
    route("buy/welcome", "routes/buy/welcome.tsx"),
    route("buy/about-you", "routes/buy/about-you.tsx"),
    route("buy/about-the-property", "routes/buy/about-the-property.tsx", [
      route("buyers/:person", "routes/buy/buyer.tsx"),
      route("giftors/:person", "routes/buy/giftor.tsx"),
    ]),
    route("buy/terms-and-conditions", "routes/buy/terms-and-conditions.tsx"),
    route("buy/whats-included", "routes/buy/whats-included.tsx"),
    route("buy/success", "routes/buy/success.tsx"),
    route("dashboard/sell/:id", "routes/dashboard/sell.tsx"),
    route("dashboard/sell/:id/solicitor", "routes/dashboard/choose-solicitor.tsx"),
    route("dashboard/buy/:id", "routes/dashboard/buy.tsx"),
  ]),
  route("sell/payment/intent", "routes/sell/payment-intent.ts"),
  route("addresses/search", "routes/addresses/search.ts"),

  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/home.ts"),
    route("transactions", "routes/admin/transactions/list.tsx"),
    route("transactions/:id", "routes/admin/transactions/transaction.tsx", [
      index("routes/admin/transactions/property/tab.tsx"),
      route("property", "routes/admin/transactions/property/tab.tsx", {
        id: "admin/transactions/property-by-name",
      }),
      layout(
        "routes/admin/transactions/property/tab.tsx",
        { id: "admin/transactions/property-behind-tags" },
        [route("tags", "routes/admin/transactions/tags.tsx")],
      ),
      route("sellers", "routes/admin/transactions/sellers/tab.tsx", [
        route("people/:personId", "routes/admin/transactions/correct-person.tsx"),
      ]),
      route("buyers", "routes/admin/transactions/buyers/tab.tsx", [
        route("buyer-found", "routes/admin/transactions/buyers/buyer-found.tsx"),
        route("people/:personId", "routes/admin/transactions/correct-person.tsx", {
          id: "admin/transactions/buyers/correct-person",
        }),
        route(":purchaseId/activate", "routes/admin/transactions/buyers/activate.tsx"),
        route(":purchaseId/dates", "routes/admin/transactions/buyers/significant-dates.tsx"),
      ]),
      route("orders", "routes/admin/transactions/orders/tab.tsx"),
      route("thirdfort", "routes/admin/transactions/thirdfort/tab.tsx", [
        route("request/:side", "routes/admin/transactions/thirdfort/request.tsx"),
        route(
          ":personType/:personId/settle",
          "routes/admin/transactions/thirdfort/settle-order.tsx",
        ),
        route(":personType/:personId/:verb", "routes/admin/transactions/thirdfort/check.tsx"),
      ]),
      route("solicitors", "routes/admin/transactions/solicitors/tab.tsx", [
        route("put-right/:side", "routes/admin/transactions/solicitors/put-right.tsx"),
      ]),
      route("estate-agent", "routes/admin/transactions/estate-agent/tab.tsx", [
        route("assign", "routes/admin/transactions/estate-agent/assign.tsx"),
        route("put-right", "routes/admin/transactions/estate-agent/put-right.tsx"),
      ]),
      route("searches", "routes/admin/transactions/searches/tab.tsx", [
        route("order", "routes/admin/transactions/searches/order.tsx"),
        route("settle", "routes/admin/transactions/searches/settle-order.tsx"),
        route("water-bill", "routes/admin/transactions/searches/water-bill.tsx"),
      ]),
      route("events", "routes/admin/transactions/events/tab.tsx"),
      route("intelligence", "routes/admin/transactions/intelligence/tab.tsx"),
    ]),
    route("transactions-groups", "routes/admin/transactions-groups/list.tsx", [
      route("drafts/:draft/delete", "routes/admin/transactions-groups/delete-draft.tsx"),
    ]),
    route("transactions-groups/add", "routes/admin/transactions-groups/add/add.tsx", [
      route("representative", "routes/admin/transactions-groups/add/representative.tsx"),
      route("company", "routes/admin/transactions-groups/add/company.tsx"),
      route("units/:unit", "routes/admin/transactions-groups/add/unit.tsx"),
    ]),
    route("transactions-groups/success", "routes/admin/transactions-groups/success.tsx"),
    route("transactions-groups/:id", "routes/admin/transactions-groups/group.tsx", [
      index("routes/admin/transactions-groups/details/tab.tsx"),
      route("details", "routes/admin/transactions-groups/details/tab.tsx", {
        id: "admin/transactions-groups/details-by-name",
      }),
      route("ops", "routes/admin/transactions-groups/ops/tab.tsx", [
        route("estate-agent", "routes/admin/transactions-groups/ops/estate-agent.tsx"),
      ]),
    ]),
    route(
      "transactions-groups/:id/ops/solicitors",
      "routes/admin/transactions-groups/ops/solicitors.tsx",
    ),
    route("transactions/:id/solicitors/assign", "routes/admin/transactions/solicitors/assign.tsx"),
    route(
      "transactions/:id/solicitors/:side/send-again",
      "routes/admin/transactions/solicitors/send-again.tsx",
    ),
    route(
      "transactions/:id/solicitors/letters/:letterId",
      "routes/admin/transactions/solicitors/letter.tsx",
    ),
    route(
      "transactions/:id/searches/:searchId/document",
      "routes/admin/transactions/searches/document.ts",
    ),
    route("transactions/:id/searches/report", "routes/admin/transactions/report/generate.ts"),
    route(
      "transactions/:id/searches/report/documents",
      "routes/admin/transactions/report/leave-out.ts",
    ),
    route(
      "transactions/:id/searches/report/:reportId",
      "routes/admin/transactions/report/download.ts",
    ),
    route(
      "transactions/:id/intelligence/refresh",
      "routes/admin/transactions/intelligence/refresh.ts",
    ),
    route("transactions/:id/history", "routes/admin/transactions/history.tsx"),
    route("restoration", "routes/admin/restoration/restoration.tsx", [
      route("end", "routes/admin/restoration/end.tsx"),
    ]),
    route("payments", "routes/admin/payments/list.tsx", [
      route(":id", "routes/admin/payments/edit.tsx"),
    ]),
    route("estate-agents", "routes/admin/estate-agents/list.tsx"),
    route("estate-agents/add", "routes/admin/estate-agents/add.tsx"),
    route("estate-agents/:id", "routes/admin/estate-agents/estate-agent.tsx", [
      route("office", "routes/admin/estate-agents/office/edit.tsx"),
      route("checks", "routes/admin/estate-agents/checks/edit.tsx"),
      route("coordinator", "routes/admin/estate-agents/people/coordinator.tsx"),
      route("coordinator/delete", "routes/admin/estate-agents/people/delete-coordinator.tsx"),
      route("valuers/add", "routes/admin/estate-agents/people/add.tsx", {
        id: "admin/estate-agents/valuers/add",
      }),
      route("valuers/:valuerId", "routes/admin/estate-agents/people/edit.tsx", {
        id: "admin/estate-agents/valuers/edit",
      }),
      route("valuers/:valuerId/delete", "routes/admin/estate-agents/people/delete.tsx", {
        id: "admin/estate-agents/valuers/delete",
      }),
      route("negotiators/add", "routes/admin/estate-agents/people/add.tsx", {
        id: "admin/estate-agents/negotiators/add",
      }),
      route("negotiators/:negotiatorId", "routes/admin/estate-agents/people/edit.tsx", {
        id: "admin/estate-agents/negotiators/edit",
      }),
      route("negotiators/:negotiatorId/delete", "routes/admin/estate-agents/people/delete.tsx", {
        id: "admin/estate-agents/negotiators/delete",
      }),
    ]),
    route("law-firms", "routes/admin/law-firms/list.tsx", [
      route("add", "routes/admin/law-firms/add.tsx"),
    ]),
    route("law-firms/:id", "routes/admin/law-firms/law-firm.tsx", [
      route("edit", "routes/admin/law-firms/edit.tsx"),
      route("retire", "routes/admin/law-firms/retire.tsx"),
      route("lawyer-groups/add", "routes/admin/lawyer-groups/add.tsx"),
    ]),
    route("lawyer-groups/:id", "routes/admin/lawyer-groups/lawyer-group.tsx", [
      route("edit", "routes/admin/lawyer-groups/edit.tsx"),
      route("retire", "routes/admin/lawyer-groups/retire.tsx"),
    ]),
    route("feed", "routes/admin/feed/feed.tsx"),
    route("search", "routes/admin/search/results.tsx"),
    route("search/shortcut", "routes/admin/search/shortcut.ts"),
    route("unmatched-emails", "routes/admin/unmatched-emails/unmatched-emails.tsx", [
      route("rematch-all", "routes/admin/unmatched-emails/rematch-all.tsx"),
    ]),
    route("emails/:id/attachments/:position", "routes/admin/unmatched-emails/attachment.ts"),
    route("stats", "routes/admin/stats/stats.tsx"),
    route("stats/referrals/:kind", "routes/admin/stats/referrals.tsx"),
    route("config", "routes/admin/config/config.tsx"),
    route("ask-charlie", "routes/admin/ask-charlie/ask-charlie.tsx"),
    route("users", "routes/admin/users/list.tsx"),
    route("users/:id", "routes/admin/users/user.tsx", [
      route("correct", "routes/admin/users/correct.tsx"),
    ]),
    route(
      "sellers-invitations",
      "routes/admin/invitations/list.tsx",
      { id: "admin/sellers-invitations" },
      [
        route(":id/resend", "routes/admin/invitations/resend.tsx", {
          id: "admin/sellers-invitations/resend",
        }),
        route(":id/cancel", "routes/admin/invitations/cancel.tsx", {
          id: "admin/sellers-invitations/cancel",
        }),
      ],
    ),
    route("sellers-invitations/add", "routes/admin/invitations/add-seller.tsx"),
    route("sellers-invitations/success", "routes/admin/invitations/success.tsx", {
      id: "admin/sellers-invitations/success",
    }),
    route(
      "buyers-invitations",
      "routes/admin/invitations/list.tsx",
      { id: "admin/buyers-invitations" },
      [
        route(":id/resend", "routes/admin/invitations/resend.tsx", {
          id: "admin/buyers-invitations/resend",
        }),
        route(":id/cancel", "routes/admin/invitations/cancel.tsx", {
          id: "admin/buyers-invitations/cancel",
        }),
      ],
    ),
    route("buyers-invitations/add", "routes/admin/invitations/add-buyer.tsx"),
    route("buyers-invitations/success", "routes/admin/invitations/success.tsx", {
      id: "admin/buyers-invitations/success",
    }),
    route("estate-agent-brands", "routes/admin/estate-agent-brands/list.tsx", [
      route("add", "routes/admin/estate-agent-brands/add.tsx"),
      route(":id", "routes/admin/estate-agent-brands/edit.tsx"),
      route(":id/delete", "routes/admin/estate-agent-brands/delete.tsx"),
    ]),
    route("*", "routes/admin/not-found.tsx"),
  ]),

  route("buyer/terms/v1", "routes/legal/buyer-terms.tsx"),
  route("seller/terms/v1", "routes/legal/seller-terms.tsx"),
  route("privacy-policy", "routes/legal/privacy-policy.tsx"),
  route("privacy", "routes/legal/privacy.ts"),
  route("cookie-policy", "routes/legal/cookie-policy.tsx"),

  route("webhooks/stripe", "routes/webhooks/stripe.ts"),
  route("webhooks/postmark/inbound", "routes/webhooks/postmark-inbound.ts"),
  route("webhooks/thirdfort", "routes/webhooks/thirdfort.ts"),
  route("webhooks/searches/:secret?", "routes/webhooks/searches.ts"),
  ...doubles,

  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
