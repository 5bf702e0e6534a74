import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@remix-run/route-config";
import { paths } from "./paths.ts";

/** Each page stands at the URL that paths builds, with the names of parameters in place of their values. */
const { admin, mocks } = paths;
const person = { person_type: ":personType", person_id: ":personId", verb: ":verb" };

/** The path of each route as its parent sees it; a query is only what the page is opened with. */
function relativeTo(parent: string, routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map((entry) => {
    const path = entry.path && decodeURIComponent(entry.path).replace(/\?\w+=.*/, "");
    return {
      ...entry,
      path: path?.slice(parent.length + 1),
      children: entry.children && relativeTo(path ?? parent, entry.children),
    };
  });
}

/** The dialogs over each tab of a matter. */
const dialogsOver: Record<string, RouteConfigEntry[]> = {
  sellers: [
    route(
      admin.correctPerson(":id", "sellers", ":personId"),
      "routes/admin/transactions/correct-person.tsx",
    ),
    route(
      admin.removePerson(":id", "sellers", ":personId"),
      "routes/admin/transactions/remove-person.tsx",
    ),
    route(admin.addSeller(":id"), "routes/admin/transactions/add-person.tsx"),
  ],
  buyers: [
    route(admin.buyerFound(":id"), "routes/admin/transactions/buyers/buyer-found.tsx"),
    route(
      admin.correctPerson(":id", "buyers", ":personId"),
      "routes/admin/transactions/correct-person.tsx",
      {
        id: "admin/transactions/buyers/correct-person",
      },
    ),
    route(
      admin.removePerson(":id", "buyers", ":personId"),
      "routes/admin/transactions/remove-person.tsx",
      { id: "admin/transactions/buyers/remove-person" },
    ),
    ...(["buyer", "giftor"] as const).map((kind) =>
      route(
        admin.addToPurchase(":id", ":purchaseId", kind),
        "routes/admin/transactions/add-person.tsx",
        { id: `admin/transactions/buyers/add-${kind}` },
      ),
    ),
    route(
      admin.activatePurchase(":id", ":purchaseId"),
      "routes/admin/transactions/buyers/activate.tsx",
    ),
    route(
      admin.significantDates(":id", ":purchaseId"),
      "routes/admin/transactions/buyers/significant-dates.tsx",
    ),
  ],
  thirdfort: [
    route(admin.requestChecks(":id", ":side"), "routes/admin/transactions/thirdfort/request.tsx"),
    route(
      admin.settleCheckOrder(":id", person),
      "routes/admin/transactions/thirdfort/settle-order.tsx",
    ),
    route(admin.identityCheck(":id", person), "routes/admin/transactions/thirdfort/check.tsx"),
  ],
  solicitors: [
    route(
      admin.putRightSolicitors(":id", ":side"),
      "routes/admin/transactions/solicitors/put-right.tsx",
    ),
  ],
  "estate-agent": [
    route(
      admin.assignEstateAgent(":id", { estate_agent: ":estate_agent" }),
      "routes/admin/transactions/estate-agent/assign.tsx",
    ),
    route(admin.putRightEstateAgent(":id"), "routes/admin/transactions/estate-agent/put-right.tsx"),
  ],
  searches: [
    route(admin.orderSearches(":id"), "routes/admin/transactions/searches/order.tsx"),
    route(admin.settleSearchOrder(":id"), "routes/admin/transactions/searches/settle-order.tsx"),
    route(admin.requestWaterBill(":id"), "routes/admin/transactions/searches/water-bill.tsx"),
    route(admin.shareReport(":id", ":verb"), "routes/admin/transactions/report/share.tsx"),
  ],
} satisfies Partial<Record<keyof typeof admin.transactionTab, RouteConfigEntry[]>>;

/** Invitations to sell and to buy stand at two addresses, on the same pages. */
function invitations(role: "sell" | "buy", id: string, add: string): RouteConfigEntry[] {
  return [
    route(admin.invitations(role), "routes/admin/invitations/list.tsx", { id }, [
      route(admin.resendInvitation(role, ":id"), "routes/admin/invitations/resend.tsx", {
        id: `${id}/resend`,
      }),
      route(admin.cancelInvitation(role, ":id"), "routes/admin/invitations/cancel.tsx", {
        id: `${id}/cancel`,
      }),
    ]),
    route(admin.newInvitation(role), add),
    route(admin.invitationSuccess(role, { id: ":id" }), "routes/admin/invitations/success.tsx", {
      id: `${id}/success`,
    }),
  ];
}

/** The console of the doubles, which a build without them has not. */
const doubles: RouteConfigEntry[] = process.env.WITHOUT_DOUBLES
  ? []
  : [
      route(mocks.ui(), "routes/mocks/ui.tsx"),
      route(mocks.bare(), "routes/mocks/bare.tsx"),
      layout("routes/mocks/layout.tsx", [
        route(mocks.home(), "routes/mocks/console.tsx"),
        route(mocks.postbox(), "routes/mocks/post-box.tsx"),
        route(mocks.write(), "routes/mocks/write.tsx"),
        route(mocks.email(":id"), "routes/mocks/email.tsx"),
        route(mocks.stripe(), "routes/mocks/stripe.tsx"),
        route(mocks.thirdfortCheck(":id?"), "routes/mocks/thirdfort.tsx"),
        route(mocks.oneSearch(), "routes/mocks/one-search.tsx"),
        route(mocks.oneSearchOrder(":reference"), "routes/mocks/one-search.tsx", {
          id: "routes/mocks/one-search/order",
        }),
      ]),
      route(mocks.emailBody(":id"), "routes/mocks/email-body.ts"),
      route(`${mocks.stripe()}/*`, "routes/mocks/stripe-pages.ts"),
      route("/mocks/recaptcha/script", "routes/mocks/recaptcha-script.ts"),
      route("/mocks/hubspot/*", "routes/mocks/hubspot-pages.ts"),
    ];

/** Every URL of the product, in the order of the specification's route tables. */
export default relativeTo("", [
  index("routes/site/home.tsx"),
  route(paths.site.robots(), "routes/site/robots.ts"),
  route(paths.site.sitemap(), "routes/site/sitemap.ts"),
  route(paths.site.manifest(), "routes/site/manifest.ts"),
  route(paths.site.prefetch(), "routes/site/prefetch.ts"),
  route(paths.site.securityContact(), "routes/site/security.ts"),

  layout("routes/layouts/signed-out.tsx", [
    route(paths.signIn(), "routes/sign-in/sign-in.tsx"),
    route(paths.signUp(), "routes/sign-in/sign-up.tsx"),
    route(paths.getStarted("sell"), "routes/sign-in/sign-up.tsx", { id: "sell/get-started" }),
    route(paths.getStarted("buy"), "routes/sign-in/sign-up.tsx", { id: "buy/get-started" }),
    route(paths.authenticate(), "routes/sign-in/authenticate.tsx"),
    route(paths.secondFactor(), "routes/sign-in/second-factor.tsx"),
    route(paths.linkExpired(), "routes/sign-in/link-expired.tsx"),
    route(paths.invitationLinkExpired(), "routes/sign-in/invitation-link-expired.tsx"),
    route(paths.partnerSignUp(), "routes/site/partner-sign-up.tsx"),
    route(paths.yourEmails.off(":token"), "routes/account/emails-off.tsx"),
    route(paths.leads.none(), "routes/leads/no-email.tsx"),
    route(paths.leads.success(), "routes/leads/success.tsx"),
    route(paths.leads.form(":email"), "routes/leads/leads.tsx"),
  ]),
  route(paths.signOut(), "routes/sign-in/sign-out.ts"),
  route(paths.session(), "routes/sign-in/session.ts"),
  route(paths.cookieChoice(), "routes/site/cookie-choice.ts"),

  layout("routes/layouts/signed-in.tsx", [
    route(paths.welcomeBack(), "routes/account/welcome-back.tsx"),
    route(paths.yourData.page(), "routes/account/your-data.tsx"),
    route(paths.yourEmails.page(), "routes/account/your-emails.tsx"),
    route(paths.yourData.erasure(), "routes/account/erasure.tsx"),
    route(paths.yourSignIns.page(), "routes/account/sign-ins/sign-ins.tsx"),
    route(paths.yourSignIns.authenticator(), "routes/account/sign-ins/authenticator.tsx"),
    route(paths.yourSignIns.passkey(), "routes/account/sign-ins/passkey.tsx"),
    route(paths.yourSignIns.recoveryCodes(), "routes/account/sign-ins/recovery-codes.tsx"),
    route(paths.yourData.correction(), "routes/account/correction.tsx"),
    route(paths.yourData.details(), "routes/account/details.tsx"),
    route(paths.yourCalendar(), "routes/account/calendar.tsx"),
    route(paths.welcome("sell"), "routes/sell/welcome.tsx"),
    route(paths.sell.aboutYou(), "routes/sell/about-you.tsx"),
    route(paths.sell.aboutTheProperty(), "routes/sell/about-the-property.tsx", [
      route(paths.sell.seller(":person"), "routes/sell/seller.tsx"),
    ]),
    route(paths.sell.terms(), "routes/sell/terms-and-conditions.tsx"),
    route(paths.sell.payment(), "routes/sell/payment.tsx"),
    route(paths.sell.paymentSuccess(), "routes/sell/payment-success.tsx"),
    route(paths.welcome("buy"), "routes/buy/welcome.tsx"),
    route(paths.buy.aboutYou(), "routes/buy/about-you.tsx"),
    route(paths.buy.aboutTheProperty(), "routes/buy/about-the-property.tsx", [
      route(paths.buy.buyer(":person"), "routes/buy/buyer.tsx"),
      route(paths.buy.giftor(":person"), "routes/buy/giftor.tsx"),
    ]),
    route(paths.buy.terms(), "routes/buy/terms-and-conditions.tsx"),
    route(paths.buy.whatsIncluded(), "routes/buy/whats-included.tsx"),
    route(paths.buy.success(), "routes/buy/success.tsx"),
    route(paths.dashboard.sell(":id"), "routes/dashboard/sell.tsx"),
    route(paths.dashboard.chooseSolicitor(":id"), "routes/dashboard/choose-solicitor.tsx"),
    route(paths.dashboard.buy(":id"), "routes/dashboard/buy.tsx"),
    route(paths.dashboard.report(":id"), "routes/dashboard/report.tsx"),
    route(paths.dashboard.gift(":id"), "routes/dashboard/gift.tsx"),
  ]),
  route(paths.yourData.copy(":id"), "routes/account/data-copy.ts"),
  route(paths.dashboard.date(":role", ":id", ":kind"), "routes/dashboard/date.ts"),
  route(paths.calendar(":token"), "routes/calendar/calendar.ts"),
  route(paths.sell.paymentIntent(), "routes/sell/payment-intent.ts"),
  route(paths.addresses.search(), "routes/addresses/search.ts"),

  route(admin.home(), "routes/admin/layout.tsx", [
    index("routes/admin/home.ts"),
    route(admin.transactions(), "routes/admin/transactions/list.tsx"),
    route(admin.transaction(":id"), "routes/admin/transactions/transaction.tsx", [
      index("routes/admin/transactions/property/tab.tsx", {
        id: "admin/transactions/first-tab",
      }),
      layout(
        "routes/admin/transactions/property/tab.tsx",
        { id: "admin/transactions/property-behind-tags" },
        [route(admin.transactionTags(":id"), "routes/admin/transactions/tags.tsx")],
      ),
      ...Object.entries(admin.transactionTab).map(([tab, to]) =>
        route(to(":id"), `routes/admin/transactions/${tab}/tab.tsx`, dialogsOver[tab] ?? []),
      ),
    ]),
    route(admin.transactionsGroups(), "routes/admin/transactions-groups/list.tsx", [
      route(
        admin.newTransactionsGroup.delete(":draft"),
        "routes/admin/transactions-groups/delete-draft.tsx",
      ),
    ]),
    route(admin.newTransactionsGroup.page(), "routes/admin/transactions-groups/add/add.tsx", [
      route(
        admin.newTransactionsGroup.representative({ draft: ":draft" }),
        "routes/admin/transactions-groups/add/representative.tsx",
      ),
      route(
        admin.newTransactionsGroup.company({ draft: ":draft" }),
        "routes/admin/transactions-groups/add/company.tsx",
      ),
      route(
        admin.newTransactionsGroup.unit(":unit", { draft: ":draft" }),
        "routes/admin/transactions-groups/add/unit.tsx",
      ),
    ]),
    route(
      admin.transactionsGroupCreated({ group: ":group" }),
      "routes/admin/transactions-groups/success.tsx",
    ),
    route(admin.transactionsGroup(":id"), "routes/admin/transactions-groups/group.tsx", [
      index("routes/admin/transactions-groups/details/tab.tsx"),
      route(
        admin.transactionsGroupDetails(":id"),
        "routes/admin/transactions-groups/details/tab.tsx",
        {
          id: "admin/transactions-groups/details-by-name",
        },
      ),
      route(admin.transactionsGroupOps(":id"), "routes/admin/transactions-groups/ops/tab.tsx", [
        route(
          admin.assignGroupEstateAgent(":id", { estate_agent: ":estate_agent" }),
          "routes/admin/transactions-groups/ops/estate-agent.tsx",
        ),
      ]),
    ]),
    route(
      admin.assignGroupSolicitors(":id"),
      "routes/admin/transactions-groups/ops/solicitors.tsx",
    ),
    route(admin.assignSolicitors(":id"), "routes/admin/transactions/solicitors/assign.tsx"),
    route(
      admin.sendSolicitorLetterAgain(":id", ":side"),
      "routes/admin/transactions/solicitors/send-again.tsx",
    ),
    route(
      admin.solicitorLetter(":id", ":letterId"),
      "routes/admin/transactions/solicitors/letter.tsx",
    ),
    route(
      admin.searchDocument(":id", ":searchId"),
      "routes/admin/transactions/searches/document.ts",
    ),
    route(admin.generateReport(":id"), "routes/admin/transactions/report/generate.ts"),
    route(admin.reportDocuments(":id"), "routes/admin/transactions/report/leave-out.ts"),
    route(admin.reportPages(":id"), "routes/admin/transactions/report/check-pages.ts"),
    route(admin.reportDocument(":id", ":reportId"), "routes/admin/transactions/report/download.ts"),
    route(admin.refreshIntelligence(":id"), "routes/admin/transactions/intelligence/refresh.ts"),
    route(admin.stages.page(":id"), "routes/admin/transactions/stages/stages.tsx", [
      route(admin.stages.addNote(":id"), "routes/admin/transactions/stages/add-note.tsx"),
      route(
        admin.stages.takeBackNote(":id", ":noteId"),
        "routes/admin/transactions/stages/take-back-note.tsx",
      ),
    ]),
    route(admin.transactionHistory(":id"), "routes/admin/transactions/history.tsx"),
    route(admin.matterFile(":id"), "routes/admin/transactions/file/file.tsx", [
      route(admin.makeMatterFile(":id"), "routes/admin/transactions/file/make.tsx"),
    ]),
    route(admin.matterFileDownload(":id", ":copyId"), "routes/admin/transactions/file/download.ts"),
    route(admin.status(), "routes/admin/status/status.tsx", [
      route(admin.retryJob(":id"), "routes/admin/status/try-again.tsx"),
      route(admin.callOffJob(":id"), "routes/admin/status/call-off.tsx"),
    ]),
    route(admin.restoration(), "routes/admin/restoration/restoration.tsx", [
      route(admin.endRestoration(), "routes/admin/restoration/end.tsx"),
    ]),
    route(admin.payments(), "routes/admin/payments/list.tsx", [
      route(admin.paymentReview(":id"), "routes/admin/payments/edit.tsx"),
    ]),
    route(admin.estateAgents(), "routes/admin/estate-agents/list.tsx"),
    route(admin.newEstateAgent(), "routes/admin/estate-agents/add.tsx"),
    route(admin.estateAgent(":id"), "routes/admin/estate-agents/estate-agent.tsx", [
      route(admin.estateAgentPart.office(":id"), "routes/admin/estate-agents/office/edit.tsx"),
      route(admin.estateAgentPart.checks(":id"), "routes/admin/estate-agents/checks/edit.tsx"),
      route(
        admin.estateAgentPart.coordinator(":id"),
        "routes/admin/estate-agents/people/coordinator.tsx",
      ),
      route(
        admin.estateAgentPart.deleteCoordinator(":id"),
        "routes/admin/estate-agents/people/delete-coordinator.tsx",
      ),
      route(admin.estateAgentPart.addValuer(":id"), "routes/admin/estate-agents/people/add.tsx", {
        id: "admin/estate-agents/valuers/add",
      }),
      route(
        admin.estateAgentPart.valuer(":id", ":valuerId"),
        "routes/admin/estate-agents/people/edit.tsx",
        { id: "admin/estate-agents/valuers/edit" },
      ),
      route(
        admin.estateAgentPart.deleteValuer(":id", ":valuerId"),
        "routes/admin/estate-agents/people/delete.tsx",
        { id: "admin/estate-agents/valuers/delete" },
      ),
      route(
        admin.estateAgentPart.addNegotiator(":id"),
        "routes/admin/estate-agents/people/add.tsx",
        {
          id: "admin/estate-agents/negotiators/add",
        },
      ),
      route(
        admin.estateAgentPart.negotiator(":id", ":negotiatorId"),
        "routes/admin/estate-agents/people/edit.tsx",
        { id: "admin/estate-agents/negotiators/edit" },
      ),
      route(
        admin.estateAgentPart.deleteNegotiator(":id", ":negotiatorId"),
        "routes/admin/estate-agents/people/delete.tsx",
        { id: "admin/estate-agents/negotiators/delete" },
      ),
    ]),
    route(admin.lawFirms(), "routes/admin/law-firms/list.tsx", [
      route(admin.newLawFirm(), "routes/admin/law-firms/add.tsx"),
    ]),
    route(admin.lawFirm(":id"), "routes/admin/law-firms/law-firm.tsx", [
      route(admin.editLawFirm(":id"), "routes/admin/law-firms/edit.tsx"),
      route(admin.retireLawFirm(":id"), "routes/admin/law-firms/retire.tsx"),
      route(admin.newLawyerGroup(":id"), "routes/admin/lawyer-groups/add.tsx"),
    ]),
    route(admin.lawyerGroup(":id"), "routes/admin/lawyer-groups/lawyer-group.tsx", [
      route(admin.editLawyerGroup(":id"), "routes/admin/lawyer-groups/edit.tsx"),
      route(admin.retireLawyerGroup(":id"), "routes/admin/law-firms/retire.tsx", {
        id: "admin/lawyer-groups/retire",
      }),
    ]),
    route(admin.feed(), "routes/admin/feed/feed.tsx"),
    route(admin.search(), "routes/admin/search/results.tsx"),
    route(admin.searchShortcut(), "routes/admin/search/shortcut.ts"),
    route(admin.options(":of"), "routes/admin/options.ts"),
    route(admin.unmatchedEmails(), "routes/admin/unmatched-emails/unmatched-emails.tsx", [
      route(admin.rematchAllEmails(), "routes/admin/unmatched-emails/rematch-all.tsx"),
    ]),
    route(admin.emailAttachment(":id", ":position"), "routes/admin/unmatched-emails/attachment.ts"),
    route(admin.emailHtml(":id"), "routes/admin/unmatched-emails/formatted.ts"),
    route(admin.stats(), "routes/admin/stats/stats.tsx"),
    route(admin.referrals(":kind"), "routes/admin/stats/referrals.tsx"),
    route("/admin/config", "routes/admin/config/config.tsx"),
    route(admin.askCharlie(), "routes/admin/ask-charlie/ask-charlie.tsx"),
    route(admin.privacyRequests(), "routes/admin/privacy-requests/list.tsx", [
      route(admin.carryOutErasure(":id"), "routes/admin/privacy-requests/carry-out.tsx"),
      route(admin.refuseErasure(":id"), "routes/admin/privacy-requests/refuse.tsx"),
      route(admin.answerCorrection(":id"), "routes/admin/privacy-requests/answer.tsx"),
    ]),
    route(admin.staff(), "routes/admin/staff/list.tsx", [
      route(admin.newStaff(), "routes/admin/staff/add.tsx"),
    ]),
    route(admin.accessReview(), "routes/admin/staff/review.tsx", [
      route(admin.confirmAccessReview(), "routes/admin/staff/confirm-review.tsx"),
    ]),
    route(admin.staffMember(":id"), "routes/admin/staff/member.tsx", [
      route(admin.staffRoles(":id"), "routes/admin/staff/roles.tsx"),
      route(admin.deactivateStaff(":id"), "routes/admin/staff/deactivate.tsx"),
      route(admin.bringBackStaff(":id"), "routes/admin/staff/bring-back.tsx"),
      route(admin.resetSecondFactor(":id"), "routes/admin/staff/reset-second-factor.tsx"),
      route(admin.endStaffSessions(":id", ":session"), "routes/admin/staff/end-sessions.tsx"),
    ]),
    route(admin.processingRecord(), "routes/admin/users/processing-record.tsx"),
    route(admin.users(), "routes/admin/users/list.tsx"),
    route(admin.user(":id"), "routes/admin/users/user.tsx", [
      route(admin.correctUser(":id"), "routes/admin/users/correct.tsx"),
      route(admin.copyUserData(":id"), "routes/admin/users/copy-data.tsx"),
    ]),
    ...invitations("sell", "admin/sellers-invitations", "routes/admin/invitations/add-seller.tsx"),
    ...invitations("buy", "admin/buyers-invitations", "routes/admin/invitations/add-buyer.tsx"),
    route(admin.brands(), "routes/admin/estate-agent-brands/list.tsx", [
      route(admin.newBrand(), "routes/admin/estate-agent-brands/add.tsx"),
      route(admin.brand(":id"), "routes/admin/estate-agent-brands/edit.tsx"),
      route(admin.deleteBrand(":id"), "routes/admin/estate-agent-brands/delete.tsx"),
    ]),
    route(`${admin.home()}/*`, "routes/admin/not-found.tsx"),
  ]),

  route(paths.legal.buyerTerms(), "routes/legal/buyer-terms.tsx"),
  route(paths.legal.sellerTerms(), "routes/legal/seller-terms.tsx"),
  route(paths.legal.privacy(), "routes/legal/privacy-policy.tsx"),
  route("/privacy", "routes/legal/privacy.ts"),
  route(paths.legal.cookies(), "routes/legal/cookie-policy.tsx"),
  route(paths.accessibility(), "routes/legal/accessibility.tsx"),

  route(paths.webhooks.stripe(), "routes/webhooks/stripe.ts"),
  route(paths.webhooks.postmarkInbound(), "routes/webhooks/postmark-inbound.ts"),
  route(paths.webhooks.postmarkOutcomes(), "routes/webhooks/postmark-outcomes.ts"),
  route(paths.webhooks.thirdfort(), "routes/webhooks/thirdfort.ts"),
  route(paths.webhooks.searches(":secret?"), "routes/webhooks/searches.ts"),
  ...doubles,

  route("/*", "routes/site/not-found.tsx"),
]) satisfies RouteConfig;
