/** The numbers of the specification, in one place. Amounts are in DA; durations say their unit. */
export const limits = {
  purchaseQuantity: { min: 1, max: 100 },
  /** Codes of one purchase with those that replaced refused ones. */
  codesOfPurchaseMax: 1_000,
  passwordMinLength: 6,
  passwordMaxLength: 200,
  rechargeMax: 1_000_000,
  balanceMax: 10_000_000,
  /** What the sidebar shows when an account's record holds no balance at all (AMB-15). */
  missingBalanceShown: 745,
  rechargeRequestMax: 10_000,
  /** Above this amount (DA) a screen asks once more; CONFIRM_AMOUNT_ABOVE configures it. */
  confirmAmountAbove: 50_000,
  pendingRechargeRequestsMax: 3,
  playerIdDigits: { min: 8, max: 12 },
  codesPerImport: 100_000,
  codeLength: 200,
  importSourceLength: 200,
  withdrawReasonLength: 400,
  batchLabelLength: 120,
  supplierNameLength: 120,
  supplierContactLength: 200,
  supplierNoteLength: 2_000,
  priceLevelNameLength: 60,
  paymentAccounts: 20,
  refusalReasons: 20,
  refusalReasonLength: 200,
  contactHoursLength: 120,
  announcementTitleLength: 120,
  announcementLength: 1_000,
  /** A file of codes that a browser reads: 200,000 lines with their serials. */
  codeFileBytes: 64 * 1_048_576,
  /** Lines of one bank statement, and the largest amount of one, in DA. */
  bankLines: 10_000,
  bankLineAmount: 100_000_000,
  bankReferenceLength: 200,
  bankAccountNameLength: 60,
  /** Of what is owed: days until an advance is due, and a note or reason. */
  creditDaysMax: 365,
  creditNoteLength: 500,
  claimNoteLength: 500,
  /** In DA: the most that the owner may let a collector hold. */
  cashCeilingMax: 1_000_000_000,
  /** Days that a reconciliation compares. */
  reconciliationDays: 366,
  /** Of a workbook (XLSX); a longer list is exported as CSV. */
  workbookRows: 20_000,
  idempotencyKeyLength: 200,
  revealReasonLength: 400,
  deactivationReasonLength: 500,
  contactMessageLength: 1_000,
  notificationPollSeconds: 30,
  serviceCheckSeconds: 60,
  sessionDays: 30,
  temporaryPasswordHours: 24,
  /** In DA: above it a recharge is confirmed with the second factor. */
  stepUpRecharge: 100_000,
  toastMilliseconds: 5_000,
  searchDebounceMilliseconds: 300,
  simulatedCallMilliseconds: 1_000,
} as const;

/** Largest bodies, in bytes. */
export const bodySizes = {
  /** Of a call without a body, which may be sent `{}`. */
  none: 1_024,
  usual: 16_384,
  /** 200 offers. */
  product: 524_288,
  /** A product that comes with the codes of its offers. */
  newProduct: 8 * 1_048_576,
  picture: 8 * 1_048_576,
  /** The photo of a receipt. */
  rechargeProof: 600_000,
  /** 100,000 codes. */
  codes: 32 * 1_048_576,
  /** 500 codes of a supplier. */
  supplierCodes: 131_072,
  /** 200 articles and 50 top-ups, with those that they replace. */
  supplierConnection: 262_144,
  /** 10,000 lines of a statement. */
  bankStatement: 4 * 1_048_576,
  /** 10,000 prices, with those that they replace. */
  prices: 2_500_000,
  /** 2,000 lines of a price list with their levels. */
  priceList: 2 * 1_048_576,
} as const;

/** The threshold of an offer: codes, and days before their date at which they leave the sale. */
export const coverLimits = { minStockMax: 1_000_000, withholdDaysMax: 365 } as const;

/** Prices of a level or a reseller in one call, lines of a price list, prices of one line, and how long a list can be undone. */
export const priceLimits = { prices: 10_000, lines: 2_000, pricesOfLine: 40, undoMinutes: 60 } as const;

/** Uploaded pictures: the largest one that is decoded, and the boxes that the two stored sizes fit in. */
export const pictureLimits = {
  pixels: { most: 40_000_000, avif: 16_000_000 },
  small: { width: 640, height: 360 },
  large: { width: 1_280, height: 720 },
} as const;

/** The photo and the reference of a transfer, sent with a recharge request. */
export const proofLimits = {
  pixels: 20_000_000,
  /** Of the stored photo, in pixels: what the phone shrinks to before it sends, so that a tall screenshot stays readable. */
  area: 1_920_000,
  /** What lists show: tall, because screenshots are. */
  thumbnail: { width: 160, height: 320 },
  sentBytes: 300_000,
  /** Photos are removed after this time; what recognises them again is kept. */
  keptDays: 180,
  referenceLength: 60,
  /** Photos that are this few of 64 bits apart may be the same. */
  nearBits: 6,
  /** One account's requests of the same amount within this time are pointed out. */
  sameAmountMinutes: 60,
  /** Earlier requests that a warning of one kind names, the latest first. */
  named: 3,
  /** Requests with nearly the same photo that are recorded: more than are named, since any of them may be credited later. */
  recorded: 100,
} as const;

/** Attempts per window; all figures can be configured (AMB-13). Registrations count per network. */
export const rateLimits = {
  recharge_request: { attempts: 5, windowSeconds: 3_600 },
  purchase: { attempts: 20, windowSeconds: 3_600 },
  freefire_request: { attempts: 20, windowSeconds: 3_600 },
  login_attempt: { attempts: 10, windowSeconds: 900 },
  registration: { attempts: 100, windowSeconds: 3_600 },
} as const;
export type LimitedAction = keyof typeof rateLimits;

/** Purchases an hour that an administrator may allow one reseller, instead of `rateLimits.purchase`. */
export const ownPurchaseLimit = { min: 1, max: 1_000 } as const;

/** How a product's codes are used, in characters: it is printed on tickets. */
export const redeemLimits = { textLength: 500, linkLength: 300 } as const;

/** What a ticket says of its shop, in characters: name and phone are at first the account's company and phone. */
export const shopLimits = { nameLength: 200, phoneLength: 50, footerLength: 120 } as const;

/** The cashiers of a reseller and their devices. */
export const staffLimits = { nameLength: 60, labelLength: 60, active: 50, devices: 20 } as const;

/** A reseller's customers: the length of a name, and from how many typed digits on they are suggested. */
export const customerLimits = { labelLength: 60, suggestedFrom: 3, suggested: 5 } as const;

/** A look-up of a player's name, which no request waits for. */
export const playerLookupLimits = {
  milliseconds: 2_000,
  /** Of one server process. */
  underWay: 20,
  /** After so many failures one after the other the service is left alone for a while. */
  failuresInRow: 5,
  pauseMilliseconds: 60_000,
  keptMilliseconds: 86_400_000,
  keptNames: 10_000,
  nameLength: 60,
  /** Of one reseller. */
  perHour: 60,
} as const;

/** The search from everywhere: how long its text is, and how many hits of each kind it names. */
export const searchLimits = { least: 2, most: 200, hits: 5 } as const;

export const pushLimits = {
  /** Devices of one account that are notified; the one renewed longest ago makes way. */
  devicesPerAccount: 10,
} as const;

/** When the health panel asks for attention; ops/alerts.yml has the same figures. */
export const healthLimits = {
  /** A backup or an audit that is older. */
  runHours: 36,
  /** A pending request that is older. */
  requestHours: 2,
  /** A scheduled job that has not ended well since. */
  jobMinutes: 15,
  /** Free parts of the disk. */
  diskAttentionShare: 0.2,
  diskFailedShare: 0.05,
  /** Messages that wait to be sent outside, since they were due. The alert asks for 10 minutes, which last for 5. */
  outboxMinutes: 15,
  /** Dead letters that the panel lists. */
  deadLettersShown: 20,
  refreshSeconds: 10,
} as const;

/** What a caller may attach to a notification: keys, characters as JSON, and characters of an id, by which it is looked up. */
export const notificationData = { keys: 20, length: 4_096, idLength: 100 } as const;

/** The API of resellers. */
export const apiLimits = {
  keysPerAccount: 5,
  webhooksPerAccount: 5,
  webhookTestsPerHour: 20,
  /** Each time sends everything again that has not arrived. */
  webhookTurnOnsPerHour: 10,
  /** Deliveries that are sent again by hand. */
  webhookRetriesPerHour: 100,
  keyNameLength: 60,
  networksPerKey: 20,
  keysPerDay: 50,
  /** Orders of one key. */
  ordersPerMinute: 60,
  /** Other calls of one key, and repeated orders, on one server. */
  callsPerMinute: 300,
  referenceLength: 100,
  testOrdersPerDay: 1_000,
  /** Orders of test keys are kept this long. */
  testOrderDays: 30,
} as const;

/** Claims for codes that did not work. `hours` after the sale, unless the supplier of the code has its own window. */
export const claimLimits = {
  hours: 72,
  supplierHoursMax: 8_760,
  openPerAccount: 20,
  /** Claims of an account among the codes that it bought in so many days; a larger share is pointed out. */
  highRate: 0.02,
  rateDays: 30,
  /** Photos are removed after this time. */
  pictureKeptDays: 180,
} as const;

/** Orders to suppliers. */
export const supplierLimits = {
  quantity: { min: 1, max: 500 },
  articles: 200,
  topUps: 50,
  articleLength: 120,
  secretLength: 500,
  evidenceLength: 500,
  dailyCapMax: 100_000_000,
  /** After so many minutes administrators are notified of an order whose outcome is unknown. */
  announcedMinutes: 15,
  /** The same of one that its supplier has taken, and has neither served nor refused since. */
  announcedHours: 6,
  /** For so many hours an order that was sent is looked up: codes may be taken back, or arrive late. */
  watchedHours: 72,
} as const;

/** What the screens show. */
export const screens = {
  recentPurchases: 5,
  dashboardProducts: 6,
  quickSales: 6,
  quickSaleDays: 14,
  /** At most; all of them are shown. */
  pinnedOffers: 12,
  pendingRecharges: 5,
  pendingUsers: 5,
  recentActivity: 10,
  searchResults: 5,
  resellerFreeFireRequests: 10,
  adminFreeFireRequests: 50,
  recentFreeFire: 5,
  notifications: 50,
  toOrder: 5,
  ownerRows: 8,
} as const;
