/**
 * Every refusal of the API: a stable code, its HTTP status, and the figures its sentence needs.
 * The French sentence of each stands in locale/. 401 no session, 403 not allowed, 404 absent,
 * 409 the state has moved on, 422 refused by a rule, 428 the key of the call is missing, 429 too often, 503 database away (safe to repeat).
 */
export const errors = {
  // Any call
  UNAUTHENTICATED: { status: 401 },
  FORBIDDEN: { status: 403 },
  ACCOUNT_NOT_ACTIVE: { status: 403 },
  FOREIGN_ORIGIN: { status: 403 },
  NOT_FOUND: { status: 404 },
  MALFORMED_REQUEST: { status: 400 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  TOO_LARGE: { status: 413 },
  INVALID_INPUT: { status: 422 },
  MISSING_PARAMETERS: { status: 422 },
  KEY_REQUIRED: { status: 428 },
  KEY_INVALID: { status: 422 },
  KEY_REUSED: { status: 409 },
  KEY_CLOSED: { status: 409 },
  CONFLICT: { status: 409 },
  UNAVAILABLE: { status: 503 },
  INTERNAL: { status: 500 },

  // Accounts
  REQUIRED_FIELDS: { status: 422 },
  INVALID_CREDENTIALS: { status: 401 },
  ACCOUNT_DISABLED: { status: 403 },
  TOO_MANY_LOGIN_ATTEMPTS: { status: 429 },
  EMAIL_TAKEN: { status: 409 },
  INVALID_EMAIL: { status: 422 },
  PASSWORD_TOO_SHORT: { status: 422 },
  PASSWORDS_DIFFER: { status: 422 },
  WEAK_PASSWORD: { status: 422 },
  USER_NOT_FOUND: { status: 404 },
  USER_ID_REQUIRED: { status: 422 },
  ONLY_RESELLERS_ACTIVATED: { status: 422 },
  ALREADY_ACTIVE: { status: 409 },
  ALREADY_INACTIVE: { status: 409 },
  CANNOT_DEACTIVATE_SELF: { status: 422 },
  CANNOT_RESET_ADMIN: { status: 403 },
  SIGN_IN_EXPIRED: { status: 401 },
  CODE_WRONG: { status: 422 },
  PASSWORD_WRONG: { status: 422 },
  PASSWORD_UNCHANGED: { status: 422 },
  TEMPORARY_PASSWORD_EXPIRED: { status: 403 },
  TEMPORARY_PASSWORD_USED: { status: 403 },
  RESET_LINK_INVALID: { status: 422 },
  SECOND_FACTOR_ON: { status: 409 },
  SECOND_FACTOR_REQUIRED: { status: 409 },
  ONLY_RESELLERS_SECURED: { status: 403 },
  ONLY_RESELLERS_LIMITED: { status: 403 },
  PURCHASE_LIMIT_INVALID: { status: 422 },
  STEP_UP_REQUIRED: { status: 403 },

  // Wallet
  RECHARGE_IDS_REQUIRED: { status: 422 },
  RECHARGE_AMOUNT_INVALID: { status: 422 },
  RECHARGE_TOO_HIGH: { status: 422 },
  ONLY_RESELLERS_RECHARGED: { status: 422 },
  RECHARGE_ACCOUNT_NOT_ACTIVE: { status: 409 },
  ONLY_ADMINS_RECHARGE: { status: 403 },
  BALANCE_LIMIT: { status: 409 },
  DEBIT_IDS_REQUIRED: { status: 422 },
  DEBIT_AMOUNT_INVALID: { status: 422 },
  BALANCE_SHORT: { status: 409 },
  DEBIT_EXCEEDS_TRANSACTION: { status: 409, figures: ['available'] },
  TRANSACTION_NOT_FOUND: { status: 404 },
  TYPE_AND_AMOUNT_REQUIRED: { status: 422 },
  INTERNAL_VALIDATION: { status: 422 },

  // Recharge requests
  TOO_MANY_RECHARGE_REQUESTS: { status: 429 },
  ONLY_RESELLERS_CREATE_REQUESTS: { status: 403 },
  ONLY_RESELLERS_MAKE_REQUESTS: { status: 403 },
  REQUEST_AMOUNT_NOT_POSITIVE: { status: 422 },
  REQUEST_AMOUNT_TOO_HIGH: { status: 422 },
  REQUEST_STATUS_NOT_PENDING: { status: 422 },
  TOO_MANY_PENDING_REQUESTS: { status: 409 },
  REQUEST_FOR_ANOTHER: { status: 403 },
  REQUEST_NOT_FOUND: { status: 404 },
  REQUEST_PROCESSED: { status: 409 },
  APPROVE_IDS_REQUIRED: { status: 422 },
  ONLY_ADMINS_APPROVE: { status: 403 },
  REJECT_IDS_REQUIRED: { status: 422 },
  REVEAL_REASON_REQUIRED: { status: 422 },
  ONLY_ADMINS_REJECT: { status: 403 },
  CANCEL_IDS_REQUIRED: { status: 422 },
  CANCEL_NOT_OWN: { status: 403 },
  CANCEL_NOT_PENDING: { status: 409 },
  PROOF_FORMAT: { status: 422 },
  PROOF_TOO_MANY_PIXELS: { status: 422 },
  PROOF_SENT: { status: 409 },
  PROOF_NOT_FOUND: { status: 404 },
  TOO_MANY_PROOFS: { status: 429 },

  // Catalogue and codes
  PRODUCT_NAME_REQUIRED: { status: 422 },
  GAME_REQUIRED: { status: 422 },
  OFFER_REQUIRED: { status: 422 },
  OFFER_NAME_REQUIRED: { status: 422 },
  OFFER_VALUE_REQUIRED: { status: 422 },
  OFFER_PRICE_NOT_POSITIVE: { status: 422 },
  IMAGE_URL_INVALID: { status: 422 },
  PICTURE_GONE: { status: 422 },
  PICTURE_FORMAT: { status: 422 },
  PICTURE_UNREADABLE: { status: 422 },
  PICTURE_TOO_MANY_PIXELS: { status: 422 },
  PRODUCT_NOT_FOUND: { status: 404 },
  PRODUCT_CHANGED: { status: 409 },
  OFFERS_HOLD_CODES: { status: 409, texts: ['offers'] },
  OFFER_NOT_FOUND: { status: 404 },
  CODES_MISSING: { status: 422 },
  CODES_INVALID: { status: 422 },
  CODES_ALREADY_KNOWN: { status: 422, figures: ['inOffer', 'inOtherOffers', 'sold'] },
  CODES_BEING_CHECKED: { status: 409 },
  TOO_MANY_CODES: { status: 422 },
  NO_CODES_TO_EXPORT: { status: 404 },
  WITHHELD_CODE_NOT_FOUND: { status: 404 },
  WITHHELD_CODE_DECIDED: { status: 409 },
  WITHHELD_CODE_STILL_DUPLICATE: { status: 409 },
  WITHHELD_CODE_UNREADABLE: { status: 409 },
  TOO_MANY_EXPORTS: { status: 429 },

  // Purchases
  QUANTITY_INVALID: { status: 422 },
  ONLY_RESELLERS_BUY: { status: 403 },
  TOO_MANY_PURCHASES: { status: 429 },
  TOO_MANY_DISCLOSURES: { status: 429 },
  PRODUCT_NOT_AVAILABLE: { status: 409 },
  STOCK_SHORT: { status: 409, figures: ['available'] },
  OFFER_CHANGED: { status: 409 },
  PRICE_INVALID: { status: 409 },
  PRICE_CHANGED: { status: 409, figures: ['price'] },
  PURCHASE_BALANCE_SHORT: { status: 409, figures: ['available', 'required'] },
  NO_CODE_FOR_PRODUCT: { status: 409 },
  NO_CODE_FOR_OFFER: { status: 409 },
  CODES_SHORT: { status: 409 },
  PURCHASE_NOT_FOUND: { status: 404 },
  TOO_MANY_OUTCOMES: { status: 429 },

  // Free Fire
  FREE_FIRE_INCOMPLETE: { status: 422 },
  PLAYER_ID_REQUIRED: { status: 422 },
  PLAYER_ID_INVALID: { status: 422 },
  ONLY_RESELLERS_FREE_FIRE: { status: 403 },
  FREE_FIRE_ACCOUNT_NOT_ACTIVE: { status: 403 },
  TOO_MANY_FREE_FIRE_REQUESTS: { status: 429 },
  FREE_FIRE_OFFLINE: { status: 409 },
  FREE_FIRE_OFFER_NOT_FOUND: { status: 404 },
  FREE_FIRE_OFFER_UNAVAILABLE: { status: 409 },
  FREE_FIRE_BALANCE_SHORT: { status: 409, figures: ['balance', 'price'] },
  FREE_FIRE_PROCESSING_FAILED: { status: 503 },
  PROOF_REQUIRED: { status: 422 },
  REFUSAL_REASON_REQUIRED: { status: 422 },
  FREE_FIRE_PRICE_INVALID: { status: 422 },
  FREE_FIRE_STATUS_STATIC: { status: 409 },
  WORKING_DAY_REQUIRED: { status: 422 },

  // Notifications
  NOTIFICATION_INCOMPLETE: { status: 422 },
  NOTIFICATION_ID_REQUIRED: { status: 422 },
  NOTIFICATION_NOT_FOUND: { status: 404 },
  TOO_MANY_NOTIFICATIONS: { status: 429 },
  SUBSCRIPTION_INVALID: { status: 422 },
  TOO_MANY_SUBSCRIPTIONS: { status: 429 },
  DEAD_LETTER_NOT_FOUND: { status: 404 },

  // Extensions
  MESSAGE_REQUIRED: { status: 422 },
  TOO_MANY_MESSAGES: { status: 429 },
} as const satisfies Record<
  string,
  { status: number; figures?: readonly string[]; texts?: readonly string[] }
>;

export type ErrorCode = keyof typeof errors;

/** The figures and texts a sentence needs: amounts in DA, counts in units; `undefined` for a fixed sentence. */
export type Figures<C extends ErrorCode> = (typeof errors)[C] extends {
  readonly figures: readonly (infer Name extends string)[];
}
  ? { readonly [N in Name]: number }
  : (typeof errors)[C] extends { readonly texts: readonly (infer Name extends string)[] }
    ? { readonly [N in Name]: string }
    : undefined;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errors, value);
