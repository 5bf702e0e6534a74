import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@remix-run/route-config";
import { invitationsTo, paths } from "./paths.ts";

const { admin, mocks } = paths;

/**
 * Returns a route with the pattern of a link. A module that serves several routes needs an `id` for
 * each.
 */
function page(
  { pattern }: { pattern: string },
  file: string,
  options: { id: string } | RouteConfigEntry[] = [],
  children: RouteConfigEntry[] = [],
): RouteConfigEntry {
  return Array.isArray(options)
    ? route(pattern, file, options)
    : route(pattern, file, options, children);
}

/** Makes each path relative to its parent's path, as Remix requires. */
function relativeTo(parent: string, routes: RouteConfigEntry[]): RouteConfigEntry[] {
  return routes.map(({ path, children, ...entry }) => ({
    ...entry,
    path: path?.slice(parent.length + 1),
    children: children && relativeTo(path ?? parent, children),
  }));
}

const dialogsOver: Record<string, RouteConfigEntry[]> = {
  sellers: [
    page(admin.people.sellers.correct, "routes/admin/transactions/correct-person.tsx"),
    page(admin.people.sellers.remove, "routes/admin/transactions/remove-person.tsx"),
    page(admin.addSeller, "routes/admin/transactions/add-person.tsx"),
    page(admin.referralFee.seller, "routes/admin/transactions/referral-fee.tsx"),
  ],
  buyers: [
    page(admin.buyerFound, "routes/admin/transactions/buyers/buyer-found.tsx"),
    page(admin.people.buyers.correct, "routes/admin/transactions/correct-person.tsx", {
      id: "admin/transactions/buyers/correct-person",
    }),
    page(admin.people.buyers.remove, "routes/admin/transactions/remove-person.tsx", {
      id: "admin/transactions/buyers/remove-person",
    }),
    ...(["buyer", "giftor"] as const).map((kind) =>
      page(admin.addToPurchaseAs[kind], "routes/admin/transactions/add-person.tsx", {
        id: `admin/transactions/buyers/add-${kind}`,
      }),
    ),
    page(admin.activatePurchase, "routes/admin/transactions/buyers/activate.tsx"),
    page(admin.referralFee.buyer, "routes/admin/transactions/referral-fee.tsx", {
      id: "admin/transactions/buyers/referral-fee",
    }),
    page(admin.significantDates, "routes/admin/transactions/buyers/significant-dates.tsx"),
  ],
  thirdfort: [
    page(admin.requestChecks, "routes/admin/transactions/thirdfort/request.tsx"),
    page(admin.orderChecks, "routes/admin/transactions/thirdfort/order-checks.tsx"),
    page(admin.settleCheckOrder, "routes/admin/transactions/thirdfort/resolve-order.tsx"),
    page(admin.identityCheck, "routes/admin/transactions/thirdfort/check.tsx"),
  ],
  solicitors: [page(admin.putRightSolicitors, "routes/admin/transactions/solicitors/replace.tsx")],
  orders: [page(admin.refund, "routes/admin/transactions/orders/refund.tsx")],
  "estate-agent": [
    page(admin.assignEstateAgent, "routes/admin/transactions/estate-agent/assign.tsx"),
    page(admin.putRightEstateAgent, "routes/admin/transactions/estate-agent/replace.tsx"),
    page(admin.agentFee, "routes/admin/transactions/estate-agent/fee.tsx"),
    page(admin.readyLinks, "routes/admin/transactions/estate-agent/ready-links.tsx"),
  ],
  searches: [
    page(admin.orderSearches, "routes/admin/transactions/searches/order.tsx"),
    page(admin.settleSearchOrder, "routes/admin/transactions/searches/resolve-order.tsx"),
    page(admin.requestWaterBill, "routes/admin/transactions/searches/water-bill.tsx"),
    page(admin.shareReport, "routes/admin/transactions/report/share.tsx"),
  ],
  documents: [
    page(admin.requestDocument, "routes/admin/transactions/documents/request.tsx"),
    page(admin.fileAttachment, "routes/admin/transactions/documents/file-attachment.tsx"),
    page(admin.uploadDocuments, "routes/admin/transactions/documents/upload.tsx"),
    page(admin.remindOfRequest, "routes/admin/transactions/documents/remind.tsx"),
    page(admin.decideRequest, "routes/admin/transactions/documents/decide.tsx"),
    page(admin.emailDocuments, "routes/admin/transactions/documents/email.tsx"),
  ],
  "property-information": [
    page(
      admin.sharePropertyInformation,
      "routes/admin/transactions/property-information/share.tsx",
    ),
  ],
} satisfies Partial<Record<keyof typeof admin.transactionTab, RouteConfigEntry[]>>;

/**
 * Returns the routes of invitations to sell or to buy. Both roles use the same pages, except `add`.
 */
function invitations(role: "sell" | "buy", id: string, add: string): RouteConfigEntry[] {
  const to = invitationsTo[role];
  return [
    page(to.list, "routes/admin/invitations/list.tsx", { id }, [
      page(to.resend, "routes/admin/invitations/resend.tsx", {
        id: `${id}/resend`,
      }),
      page(to.cancel, "routes/admin/invitations/cancel.tsx", {
        id: `${id}/cancel`,
      }),
    ]),
    page(to.add, add),
    page(to.success, "routes/admin/invitations/success.tsx", {
      id: `${id}/success`,
    }),
  ];
}

/** Console of the doubles. A build without doubles does not contain it. */
const doubles: RouteConfigEntry[] = process.env.WITHOUT_DOUBLES
  ? []
  : [
      page(mocks.ui, "routes/mocks/ui.tsx"),
      page(mocks.bare, "routes/mocks/bare.tsx"),
      layout("routes/mocks/layout.tsx", [
        page(mocks.home, "routes/mocks/console.tsx"),
        page(mocks.postbox, "routes/mocks/post-box.tsx"),
        page(mocks.write, "routes/mocks/write.tsx"),
        page(mocks.email, "routes/mocks/email.tsx"),
        page(mocks.stripe, "routes/mocks/stripe.tsx"),
        page(mocks.thirdfortCheck, "routes/mocks/thirdfort.tsx"),
        page(mocks.oneSearch, "routes/mocks/one-search.tsx"),
        page(mocks.oneSearchOrder, "routes/mocks/one-search.tsx", {
          id: "routes/mocks/one-search/order",
        }),
      ]),
      page(mocks.emailBody, "routes/mocks/email-body.ts"),
      page({ pattern: `${mocks.stripe.pattern}/*` }, "routes/mocks/stripe-pages.ts"),
      page({ pattern: "/mocks/recaptcha/script" }, "routes/mocks/recaptcha-script.ts"),
      page({ pattern: "/mocks/hubspot/*" }, "routes/mocks/hubspot-pages.ts"),
    ];

/** All routes, in the order of the specification's route tables. */
export default relativeTo("", [
  index("routes/site/home.tsx"),
  page(paths.site.robots, "routes/site/robots.ts"),
  page(paths.site.sitemap, "routes/site/sitemap.ts"),
  page(paths.site.manifest, "routes/site/manifest.ts"),
  page(paths.site.prefetch, "routes/site/prefetch.ts"),
  page(paths.site.securityContact, "routes/site/security.ts"),

  layout("routes/layouts/signed-out.tsx", [
    page(paths.signIn, "routes/sign-in/sign-in.tsx"),
    page(paths.signUp, "routes/sign-in/sign-up.tsx"),
    page(paths.sell.getStarted, "routes/sign-in/sign-up.tsx", { id: "sell/get-started" }),
    page(paths.buy.getStarted, "routes/sign-in/sign-up.tsx", { id: "buy/get-started" }),
    page(paths.authenticate, "routes/sign-in/authenticate.tsx"),
    page(paths.secondFactor, "routes/sign-in/second-factor.tsx"),
    page(paths.linkExpired, "routes/sign-in/link-expired.tsx"),
    page(paths.invitationLinkExpired, "routes/sign-in/invitation-link-expired.tsx"),
    page(paths.partnerSignUp, "routes/site/partner-sign-up.tsx"),
    page(paths.yourEmails.off, "routes/account/unsubscribe.tsx"),
    page(paths.leads.none, "routes/leads/no-email.tsx"),
    page(paths.leads.success, "routes/leads/success.tsx"),
    page(paths.leads.form, "routes/leads/leads.tsx"),
    page(paths.ready, "routes/ready/ready.tsx"),
    page(paths.chase, "routes/answers/answer.tsx"),
  ]),
  layout("routes/firm-pages/layout.tsx", [
    page(paths.firm.page, "routes/firm-pages/firm-page.tsx"),
    page(paths.firm.signIn, "routes/firm-pages/sign-in.tsx"),
    page(paths.firm.open, "routes/firm-pages/open.tsx"),
    page(paths.firm.dates, "routes/firm-pages/dates.tsx"),
    page(paths.firm.question, "routes/firm-pages/question.tsx"),
    page(paths.agent.page, "routes/agent-pages/office-page.tsx"),
    page(paths.agent.signIn, "routes/agent-pages/sign-in.tsx"),
    page(paths.agent.open, "routes/agent-pages/open.tsx"),
    page(paths.agent.sale, "routes/agent-pages/sale.tsx"),
  ]),
  page(paths.agent.signOut, "routes/agent-pages/sign-out.ts"),
  page(paths.firm.file, "routes/firm-pages/file.ts"),
  page(paths.firm.signOut, "routes/firm-pages/sign-out.ts"),
  page(paths.signOut, "routes/sign-in/sign-out.ts"),
  page(paths.session, "routes/sign-in/session.ts"),
  page(paths.cookieChoice, "routes/site/cookie-choice.ts"),

  layout("routes/layouts/signed-in.tsx", [
    page(paths.welcomeBack, "routes/account/welcome-back.tsx"),
    page(paths.yourData.page, "routes/account/your-data.tsx"),
    page(paths.yourEmails.page, "routes/account/your-emails.tsx"),
    page(paths.yourData.erasure, "routes/account/erasure.tsx"),
    page(paths.yourSignIns.page, "routes/account/sign-ins/sign-ins.tsx"),
    page(paths.yourSignIns.authenticator, "routes/account/sign-ins/authenticator.tsx"),
    page(paths.yourSignIns.passkey, "routes/account/sign-ins/passkey.tsx"),
    page(paths.yourSignIns.recoveryCodes, "routes/account/sign-ins/recovery-codes.tsx"),
    page(paths.yourData.correction, "routes/account/correction.tsx"),
    page(paths.yourData.details, "routes/account/details.tsx"),
    page(paths.yourCalendar, "routes/account/calendar.tsx"),
    page(paths.sell.welcome, "routes/sell/welcome.tsx"),
    page(paths.sell.aboutYou, "routes/sell/about-you.tsx"),
    page(paths.sell.aboutTheProperty, "routes/sell/about-the-property.tsx", [
      page(paths.sell.seller, "routes/sell/seller.tsx"),
    ]),
    page(paths.sell.terms, "routes/sell/terms-and-conditions.tsx"),
    page(paths.sell.payment, "routes/sell/payment.tsx"),
    page(paths.sell.paymentSuccess, "routes/sell/payment-success.tsx"),
    page(paths.buy.welcome, "routes/buy/welcome.tsx"),
    page(paths.buy.aboutYou, "routes/buy/about-you.tsx"),
    page(paths.buy.aboutTheProperty, "routes/buy/about-the-property.tsx", [
      page(paths.buy.buyer, "routes/buy/buyer.tsx"),
      page(paths.buy.giftor, "routes/buy/giftor.tsx"),
    ]),
    page(paths.buy.terms, "routes/buy/terms-and-conditions.tsx"),
    page(paths.buy.whatsIncluded, "routes/buy/whats-included.tsx"),
    page(paths.buy.success, "routes/buy/success.tsx"),
    page(paths.dashboard.sell, "routes/dashboard/sell.tsx"),
    page(paths.dashboard.chooseSolicitor, "routes/dashboard/choose-solicitor.tsx"),
    page(paths.dashboard.readyLinks, "routes/dashboard/share.tsx"),
    page(
      paths.dashboard.propertyInformation.sections,
      "routes/dashboard/property-information/sections.tsx",
    ),
    page(
      paths.dashboard.propertyInformation.summary,
      "routes/dashboard/property-information/summary.tsx",
    ),
    page(
      paths.dashboard.propertyInformation.section,
      "routes/dashboard/property-information/section.tsx",
    ),
    page(paths.dashboard.buy, "routes/dashboard/buy.tsx"),
    page(paths.dashboard.report, "routes/dashboard/report.tsx"),
    page(paths.dashboard.gift, "routes/dashboard/gift.tsx"),
    page(paths.dashboard.documents, "routes/dashboard/documents/documents.tsx"),
    page(paths.dashboard.messages, "routes/dashboard/messages/messages.tsx"),
  ]),
  page(paths.yourData.copy, "routes/account/data-copy.ts"),
  page(paths.dashboard.date, "routes/dashboard/date.ts"),
  page(paths.document, "routes/documents/document.ts"),
  page(
    paths.dashboard.propertyInformation.download,
    "routes/dashboard/property-information/download.ts",
  ),
  page(paths.calendar, "routes/calendar/calendar.ts"),
  page(paths.sell.paymentIntent, "routes/sell/payment-intent.ts"),
  page(paths.addresses.search, "routes/addresses/search.ts"),

  page(admin.home, "routes/admin/layout.tsx", [
    index("routes/admin/home.ts"),
    page(admin.transactions, "routes/admin/transactions/list.tsx"),
    page(admin.transaction, "routes/admin/transactions/transaction.tsx", [
      index("routes/admin/transactions/overview/tab.tsx"),
      layout(
        "routes/admin/transactions/overview/tab.tsx",
        { id: "admin/transactions/overview-behind-dialogs" },
        [
          page(admin.transactionTags, "routes/admin/transactions/tags.tsx"),
          page(admin.handOver, "routes/admin/transactions/hand-over.tsx"),
          page(admin.chase, "routes/admin/transactions/chases/chase.tsx"),
          page(admin.declineMemorandum, "routes/admin/transactions/memorandum/decline.tsx"),
          page(admin.tasks.add, "routes/admin/transactions/tasks/add.tsx"),
          page(admin.tasks.ofStage, "routes/admin/transactions/tasks/add-stage.tsx"),
          page(admin.tasks.edit, "routes/admin/transactions/tasks/edit.tsx"),
          page(admin.tasks.delete, "routes/admin/transactions/tasks/delete.tsx"),
        ],
      ),
      ...Object.entries(admin.transactionTab).map(([tab, to]) =>
        page(to, `routes/admin/transactions/${tab}/tab.tsx`, dialogsOver[tab] ?? []),
      ),
    ]),
    page(admin.transactionsGroups, "routes/admin/transactions-groups/list.tsx", [
      page(admin.newTransactionsGroup.delete, "routes/admin/transactions-groups/delete-draft.tsx"),
    ]),
    page(admin.newTransactionsGroup.page, "routes/admin/transactions-groups/add/add.tsx", [
      page(
        admin.newTransactionsGroup.representative,
        "routes/admin/transactions-groups/add/representative.tsx",
      ),
      page(admin.newTransactionsGroup.company, "routes/admin/transactions-groups/add/company.tsx"),
      page(admin.newTransactionsGroup.unit, "routes/admin/transactions-groups/add/unit.tsx"),
    ]),
    page(admin.transactionsGroupCreated, "routes/admin/transactions-groups/success.tsx"),
    page(admin.transactionsGroup, "routes/admin/transactions-groups/group.tsx", [
      index("routes/admin/transactions-groups/details/tab.tsx"),
      page(admin.transactionsGroupDetails, "routes/admin/transactions-groups/details/tab.tsx", {
        id: "admin/transactions-groups/details-by-name",
      }),
      page(admin.transactionsGroupOps, "routes/admin/transactions-groups/ops/tab.tsx", [
        page(admin.assignGroupEstateAgent, "routes/admin/transactions-groups/ops/estate-agent.tsx"),
      ]),
    ]),
    page(admin.assignGroupSolicitors, "routes/admin/transactions-groups/ops/solicitors.tsx"),
    page(admin.assignSolicitors, "routes/admin/transactions/solicitors/assign.tsx"),
    page(admin.sendSolicitorLetterAgain, "routes/admin/transactions/solicitors/resend-letter.tsx"),
    page(admin.solicitorLetter, "routes/admin/transactions/solicitors/letter.tsx"),
    page(admin.searchDocument, "routes/admin/transactions/searches/document.ts"),
    page(admin.generateReport, "routes/admin/transactions/report/generate.ts"),
    page(admin.reportDocuments, "routes/admin/transactions/report/exclude-document.ts"),
    page(admin.reportPages, "routes/admin/transactions/report/check-pages.ts"),
    page(admin.reportDocument, "routes/admin/transactions/report/download.ts"),
    page(
      admin.propertyInformationDownload,
      "routes/admin/transactions/property-information/download.ts",
    ),
    page(admin.refreshIntelligence, "routes/admin/transactions/intelligence/refresh.ts"),
    page(admin.stages.page, "routes/admin/transactions/stages/stages.tsx", [
      page(admin.stages.addNote, "routes/admin/transactions/stages/add-note.tsx"),
      page(admin.stages.takeBackNote, "routes/admin/transactions/stages/delete-note.tsx"),
      page(admin.stages.packReady, "routes/admin/transactions/stages/contract-pack-ready.tsx"),
      page(admin.stages.undoPackReady, "routes/admin/transactions/stages/undo-pack-ready.tsx"),
    ]),
    page(admin.tasks.mark, "routes/admin/transactions/tasks/mark.ts"),
    page(admin.actions.take, "routes/admin/transactions/actions/action.tsx"),
    page(admin.actions.undo, "routes/admin/transactions/actions/undo.ts"),
    page(admin.transactionHistory, "routes/admin/transactions/history.tsx"),
    page(admin.matterFile, "routes/admin/transactions/file/file.tsx"),
    page(admin.matterFileDownload, "routes/admin/transactions/file/download.ts"),
    page(admin.workload, "routes/admin/workload/workload.tsx", [
      page(admin.takesNewMatters, "routes/admin/workload/takes-new-matters.tsx"),
    ]),
    page(admin.assignMatters, "routes/admin/workload/assign.tsx"),
    page(admin.confirmAssignment, "routes/admin/workload/confirm-assignment.tsx"),
    page(admin.absences, "routes/admin/workload/absences.tsx", [
      page(admin.newAbsence, "routes/admin/workload/add-absence.tsx"),
      page(admin.removeAbsence, "routes/admin/workload/remove-absence.tsx"),
    ]),
    page(admin.status, "routes/admin/status/status.tsx", [
      page(admin.retryJob, "routes/admin/status/retry-job.tsx"),
      page(admin.callOffJob, "routes/admin/status/cancel-job.tsx"),
    ]),
    page(admin.restoration, "routes/admin/restoration/restoration.tsx", [
      page(admin.endRestoration, "routes/admin/restoration/end.tsx"),
    ]),
    page(admin.desk, "routes/admin/desk/desk.tsx"),
    page(admin.sinceYesterday, "routes/admin/desk/since-yesterday.tsx"),
    page(admin.readMention, "routes/admin/desk/read-mention.ts"),
    page(admin.documentRequests, "routes/admin/documents/list.tsx"),
    page(admin.inbox, "routes/admin/inbox/inbox.tsx", [
      page(admin.conversation, "routes/admin/inbox/conversation.tsx", [
        page(admin.assignConversation, "routes/admin/inbox/assign.tsx"),
        page(admin.snoozeConversation, "routes/admin/inbox/snooze.tsx"),
        page(admin.matchConversation, "routes/admin/inbox/match.tsx"),
        page(admin.confirmMatch, "routes/admin/inbox/confirm-match.tsx"),
        page(admin.undoMatch, "routes/admin/inbox/undo-match.tsx"),
      ]),
    ]),
    page(admin.invoicesExport, "routes/admin/invoices/export.ts"),
    page(admin.invoices, "routes/admin/invoices/list.tsx", [
      page(admin.newInvoice, "routes/admin/invoices/add.tsx"),
      page(admin.invoicesReceived, "routes/admin/invoices/received.tsx"),
      page(admin.invoiceNotReceived, "routes/admin/invoices/not-received.tsx"),
      page(admin.cancelInvoice, "routes/admin/invoices/cancel.tsx"),
      page(admin.invoiceNotNeeded, "routes/admin/invoices/not-needed.tsx"),
      page(admin.invoiceNeeded, "routes/admin/invoices/needed.tsx"),
    ]),
    page(admin.payments, "routes/admin/payments/list.tsx", [
      page(admin.paymentReview, "routes/admin/payments/edit.tsx"),
    ]),
    page(admin.estateAgents, "routes/admin/estate-agents/list.tsx"),
    page(admin.newEstateAgent, "routes/admin/estate-agents/add.tsx"),
    page(admin.estateAgent, "routes/admin/estate-agents/estate-agent.tsx", [
      page(admin.estateAgentPart.office, "routes/admin/estate-agents/office/edit.tsx"),
      page(admin.estateAgentPart.checks, "routes/admin/estate-agents/checks/edit.tsx"),
      page(admin.estateAgentPart.coordinator, "routes/admin/estate-agents/people/coordinator.tsx"),
      page(
        admin.estateAgentPart.deleteCoordinator,
        "routes/admin/estate-agents/people/delete-coordinator.tsx",
      ),
      page(admin.estateAgentPart.addValuer, "routes/admin/estate-agents/people/add-valuer.tsx"),
      page(admin.estateAgentPart.valuer, "routes/admin/estate-agents/people/edit-valuer.tsx"),
      page(
        admin.estateAgentPart.deleteValuer,
        "routes/admin/estate-agents/people/delete-valuer.tsx",
      ),
      page(
        admin.estateAgentPart.addNegotiator,
        "routes/admin/estate-agents/people/add-negotiator.tsx",
      ),
      page(
        admin.estateAgentPart.negotiator,
        "routes/admin/estate-agents/people/edit-negotiator.tsx",
      ),
      page(
        admin.estateAgentPart.deleteNegotiator,
        "routes/admin/estate-agents/people/delete-negotiator.tsx",
      ),
    ]),
    page(admin.lawFirms, "routes/admin/law-firms/list.tsx", [
      page(admin.newLawFirm, "routes/admin/law-firms/add.tsx"),
    ]),
    page(admin.lawFirm, "routes/admin/law-firms/law-firm.tsx", [
      page(admin.editLawFirm, "routes/admin/law-firms/edit.tsx"),
      page(admin.retireLawFirm, "routes/admin/law-firms/retire.tsx"),
      page(admin.newLawyerGroup, "routes/admin/lawyer-groups/add.tsx"),
    ]),
    page(admin.lawyerGroup, "routes/admin/lawyer-groups/lawyer-group.tsx", [
      page(admin.editLawyerGroup, "routes/admin/lawyer-groups/edit.tsx"),
      page(admin.retireLawyerGroup, "routes/admin/law-firms/retire.tsx", {
        id: "admin/lawyer-groups/retire",
      }),
    ]),
    page(admin.feed, "routes/admin/feed/feed.tsx"),
    page(admin.search, "routes/admin/search/results.tsx"),
    page(admin.searchShortcut, "routes/admin/search/shortcut.ts"),
    page(admin.options, "routes/admin/options.ts"),
    page(admin.unmatchedEmails, "routes/admin/unmatched-emails/unmatched-emails.tsx", [
      page(admin.rematchAllEmails, "routes/admin/unmatched-emails/rematch-all.tsx"),
    ]),
    page(admin.emailAttachment, "routes/admin/unmatched-emails/attachment.ts"),
    page(admin.emailHtml, "routes/admin/unmatched-emails/formatted.ts"),
    page(admin.stats, "routes/admin/stats/stats.tsx"),
    page(admin.referrals, "routes/admin/stats/referrals.tsx"),
    page({ pattern: "/admin/config" }, "routes/admin/config/config.tsx"),
    page(admin.askCharlie, "routes/admin/ask-charlie/ask-charlie.tsx"),
    page(admin.privacyRequests, "routes/admin/privacy-requests/list.tsx", [
      page(admin.carryOutErasure, "routes/admin/privacy-requests/erase.tsx"),
      page(admin.refuseErasure, "routes/admin/privacy-requests/refuse.tsx"),
      page(admin.answerCorrection, "routes/admin/privacy-requests/answer.tsx"),
    ]),
    page(admin.staff, "routes/admin/staff/list.tsx", [
      page(admin.newStaff, "routes/admin/staff/add.tsx"),
    ]),
    page(admin.accessReview, "routes/admin/staff/review.tsx", [
      page(admin.confirmAccessReview, "routes/admin/staff/confirm-review.tsx"),
    ]),
    page(admin.staffMember, "routes/admin/staff/member.tsx", [
      page(admin.staffRoles, "routes/admin/staff/roles.tsx"),
      page(admin.deactivateStaff, "routes/admin/staff/deactivate.tsx"),
      page(admin.bringBackStaff, "routes/admin/staff/reactivate.tsx"),
      page(admin.resetSecondFactor, "routes/admin/staff/reset-second-factor.tsx"),
      page(admin.endStaffSessions, "routes/admin/staff/end-sessions.tsx"),
    ]),
    page(admin.processingRecord, "routes/admin/users/processing-record.tsx"),
    page(admin.users, "routes/admin/users/list.tsx"),
    page(admin.user, "routes/admin/users/user.tsx", [
      page(admin.correctUser, "routes/admin/users/correct.tsx"),
      page(admin.copyUserData, "routes/admin/users/copy-data.tsx"),
    ]),
    ...invitations("sell", "admin/sellers-invitations", "routes/admin/invitations/add-seller.tsx"),
    ...invitations("buy", "admin/buyers-invitations", "routes/admin/invitations/add-buyer.tsx"),
    page(admin.brands, "routes/admin/estate-agent-brands/list.tsx", [
      page(admin.newBrand, "routes/admin/estate-agent-brands/add.tsx"),
      page(admin.brand, "routes/admin/estate-agent-brands/edit.tsx"),
      page(admin.deleteBrand, "routes/admin/estate-agent-brands/delete.tsx"),
    ]),
    page({ pattern: `${admin.home.pattern}/*` }, "routes/admin/not-found.tsx"),
  ]),

  page(paths.legal.buyerTerms, "routes/legal/buyer-terms.tsx"),
  page(paths.legal.sellerTerms, "routes/legal/seller-terms.tsx"),
  page(paths.legal.privacy, "routes/legal/privacy-policy.tsx"),
  page({ pattern: "/privacy" }, "routes/legal/privacy.ts"),
  page(paths.legal.cookies, "routes/legal/cookie-policy.tsx"),
  page(paths.accessibility, "routes/legal/accessibility.tsx"),

  page(paths.webhooks.stripe, "routes/webhooks/stripe.ts"),
  page(paths.webhooks.postmarkInbound, "routes/webhooks/postmark-inbound.ts"),
  page(paths.webhooks.postmarkOutcomes, "routes/webhooks/postmark-outcomes.ts"),
  page(paths.webhooks.thirdfort, "routes/webhooks/thirdfort.ts"),
  page(paths.webhooks.searches, "routes/webhooks/searches.ts"),
  ...doubles,

  page({ pattern: "/*" }, "routes/site/not-found.tsx"),
]) satisfies RouteConfig;
