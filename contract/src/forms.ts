/*
 * The rules of the inputs that forms send, apart from the calls: a browser loads these with its first form, and no call. The message of
 * a broken rule is an error code.
 */
import * as z from 'zod';
import {
  Day,
  emailText,
  isPictureAddress,
  line,
  optionalLine,
  optionalLink,
  optionalPicture,
  optionalText,
  proofLink,
  requiredLine,
  requiredText,
  secureLink,
} from './fields.ts';
import {
  apiLimits,
  claimLimits,
  limits,
  ownPurchaseLimit,
  proofLimits,
  redeemLimits,
  staffLimits,
  supplierLimits,
} from './limits.ts';
import { keyScopes } from './route.ts';
import { typedDigits, withoutInvisible } from './typed-text.ts';

// The content security policy of the pages forbids the code that zod generates, and reports the attempt.
if ('document' in globalThis) z.config({ jitless: true });

// Accounts
export const Email = emailText('INVALID_EMAIL').pipe(z.email({ error: 'INVALID_EMAIL' }));
export const Password = z
  .string({ error: 'REQUIRED_FIELDS' })
  .min(1, { error: 'REQUIRED_FIELDS' })
  .max(limits.passwordMaxLength, { error: 'INVALID_INPUT' });
/** Six digits, or a recovery code. */
export const SecondFactorCode = requiredLine('CODE_WRONG', 40, typedDigits, 'CODE_WRONG');

export const Registration = z.object({
  email: Email,
  password: Password,
  confirmation: z.string().max(limits.passwordMaxLength).optional(),
  firstName: requiredLine('REQUIRED_FIELDS', 100),
  lastName: requiredLine('REQUIRED_FIELDS', 100),
  company: requiredLine('REQUIRED_FIELDS', 200),
  phone: requiredLine('REQUIRED_FIELDS', 50, typedDigits),
  address: optionalLine(300),
  city: optionalLine(100),
  postalCode: optionalLine(20, typedDigits),
});

/** Absent fields keep their value; blank is accepted (PRF-08). Anything else in the body is dropped (PRF-07). */
export const ProfileUpdate = z.object({
  firstName: line(100).optional(),
  lastName: line(100).optional(),
  phone: line(50, typedDigits).optional(),
  company: line(200).optional(),
  address: line(300).optional(),
  city: line(100).optional(),
  postalCode: line(20, typedDigits).optional(),
});

export const PurchasesPerHour = z
  .int({ error: 'PURCHASE_LIMIT_INVALID' })
  .min(ownPurchaseLimit.min, { error: 'PURCHASE_LIMIT_INVALID' })
  .max(ownPurchaseLimit.max, { error: 'PURCHASE_LIMIT_INVALID' });

export const ContactMessage = z.object({
  message: requiredText('MESSAGE_REQUIRED', limits.contactMessageLength),
});

// Money
export const RechargeAmount = z
  .number({ error: 'RECHARGE_AMOUNT_INVALID' })
  .positive({ error: 'RECHARGE_AMOUNT_INVALID' })
  .max(limits.rechargeMax, { error: 'RECHARGE_TOO_HIGH' });
export const DebitAmount = z
  .number({ error: 'DEBIT_AMOUNT_INVALID' })
  .positive({ error: 'DEBIT_AMOUNT_INVALID' });
/** Of a recharge request. The server judges it in its own order, after the parameters and the role. */
export const RequestedAmount = z
  .number({ error: 'REQUEST_AMOUNT_NOT_POSITIVE' })
  // Half a centime is rounded up, less is nothing.
  .min(0.005, { error: 'REQUEST_AMOUNT_NOT_POSITIVE' })
  .max(limits.rechargeRequestMax, { error: 'REQUEST_AMOUNT_TOO_HIGH' });
export const PaymentMethod = z.enum(['ccp', 'baridimob', 'bank_transfer']);
export const requestTexts = {
  phoneNumber: line(50, typedDigits).nullish(),
  notes: z.string().trim().max(1_000).nullish(),
  reference: line(proofLimits.referenceLength, typedDigits).nullish(),
};

export const NewBankAccount = z.object({
  name: requiredLine('BANK_ACCOUNT_NAME_REQUIRED', limits.bankAccountNameLength),
  method: PaymentMethod,
});
export type NewBankAccount = z.output<typeof NewBankAccount>;

// Credit
/** In DA. Half a centime is rounded up, less is nothing. */
export const AdvanceAmount = z
  .number({ error: 'ADVANCE_AMOUNT_INVALID' })
  .min(0.005, { error: 'ADVANCE_AMOUNT_INVALID' })
  .max(limits.rechargeMax, { error: 'RECHARGE_TOO_HIGH' });
/** Of a payment, a write-off or cash that is handed over. */
export const DebtAmount = z
  .number({ error: 'DEBT_AMOUNT_INVALID' })
  .min(0.005, { error: 'DEBT_AMOUNT_INVALID' })
  .max(limits.cashCeilingMax, { error: 'DEBT_AMOUNT_INVALID' });
/** How a debt was paid: only cash is held by its collector. */
export const DebtPaymentMethod = z.enum(['cash', ...PaymentMethod.options]);
export type DebtPaymentMethod = z.output<typeof DebtPaymentMethod>;
export const CreditReason = requiredText('CREDIT_REASON_REQUIRED', limits.creditNoteLength);
export const CreditTermsInput = z.object({
  limit: z
    .number({ error: 'CREDIT_TERMS_INVALID' })
    .min(0, { error: 'CREDIT_TERMS_INVALID' })
    .max(limits.balanceMax, { error: 'CREDIT_TERMS_INVALID' }),
  days: z
    .int({ error: 'CREDIT_TERMS_INVALID' })
    .min(1, { error: 'CREDIT_TERMS_INVALID' })
    .max(limits.creditDaysMax, { error: 'CREDIT_TERMS_INVALID' }),
  suspended: z.boolean(),
});
export const CashCeiling = z
  .number({ error: 'CASH_CEILING_INVALID' })
  .min(0, { error: 'CASH_CEILING_INVALID' })
  .max(limits.cashCeilingMax, { error: 'CASH_CEILING_INVALID' });

// Claims
export const ClaimReason = z.enum(['used', 'invalid', 'wrong_region', 'other'], {
  error: 'CLAIM_REASON_REQUIRED',
});
export type ClaimReason = z.output<typeof ClaimReason>;
export const ClaimInput = z.object({
  codeIds: z
    .array(z.string().max(100), { error: 'CLAIM_CODES_REQUIRED' })
    .min(1, { error: 'CLAIM_CODES_REQUIRED' })
    .max(claimLimits.openPerAccount, { error: 'TOO_MANY_CLAIMS' }),
  reason: ClaimReason,
  note: optionalText(limits.claimNoteLength),
  /** What the upload of the photo answered. */
  pictureId: z.string().max(100).nullish(),
});
export const ClaimOutcome = z.enum(['replace', 'credit', 'refuse'], { error: 'CLAIM_OUTCOME_REQUIRED' });
export type ClaimOutcome = z.output<typeof ClaimOutcome>;

/** In DA a day, or the amount above which a second person decides. */
export const ManualCreditLimit = z
  .number({ error: 'CREDIT_CAP_INVALID' })
  .min(0, { error: 'CREDIT_CAP_INVALID' })
  .max(limits.balanceMax, { error: 'CREDIT_CAP_INVALID' });

/** In DA: what a reseller may spend in a day. */
export const DailyCeilingAmount = z
  .number({ error: 'DAILY_CEILING_INVALID' })
  .min(0.01, { error: 'DAILY_CEILING_INVALID' })
  .max(limits.balanceMax, { error: 'DAILY_CEILING_INVALID' });

// API of resellers
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'NETWORK_INVALID' });
export const ApiKeyInput = z.object({
  name: requiredLine('API_KEY_NAME_REQUIRED', apiLimits.keyNameLength),
  scopes: z
    .array(z.enum(keyScopes), { error: 'API_KEY_SCOPES_REQUIRED' })
    .min(1, { error: 'API_KEY_SCOPES_REQUIRED' })
    .max(keyScopes.length),
  /** Addresses and networks that may use it, `41.100.1.20` or `41.100.1.0/24`; none: all. */
  networks: z
    .array(Network, { error: 'NETWORK_INVALID' })
    .max(apiLimits.networksPerKey, { error: 'NETWORK_INVALID' })
    .default([]),
  /** It sees the sandbox alone. */
  test: z.boolean().default(false),
});

export const WebhookEvent = z.enum(['order.completed', 'balance.changed', 'price.changed', 'stock.low']);
export type WebhookEvent = z.output<typeof WebhookEvent>;
const WebhookUrl = secureLink('WEBHOOK_URL_INVALID', 2_000);
const WebhookEvents = z
  .array(WebhookEvent, { error: 'WEBHOOK_EVENTS_REQUIRED' })
  .min(1, { error: 'WEBHOOK_EVENTS_REQUIRED' })
  .max(WebhookEvent.options.length);
export const WebhookInput = z.object({ url: WebhookUrl, events: WebhookEvents });
/** What is left out stays as it is. */
export const WebhookChange = z.object({
  url: WebhookUrl.optional(),
  events: WebhookEvents.optional(),
  enabled: z.boolean().optional(),
});

// Cashiers
export const StaffName = requiredLine('STAFF_NAME_REQUIRED', staffLimits.nameLength);
/** Four digits; those of other scripts are written as they are typed on an Arabic keyboard. */
export const Pin = requiredLine('PIN_INVALID', 20, typedDigits, 'PIN_INVALID').refine(
  (pin) => /^\d{4}$/.test(pin),
  { error: 'PIN_INVALID' },
);
/** In DA: what a cashier may sell in a day. */
export const StaffCap = z
  .number({ error: 'STAFF_CAP_INVALID' })
  .min(0, { error: 'STAFF_CAP_INVALID' })
  .max(limits.balanceMax, { error: 'STAFF_CAP_INVALID' });
export const DeviceLabel = requiredLine('DEVICE_LABEL_REQUIRED', staffLimits.labelLength);
/** In DA: what is in a drawer. */
export const TillCount = z
  .number({ error: 'TILL_COUNT_INVALID' })
  .min(0, { error: 'TILL_COUNT_INVALID' })
  .max(limits.balanceMax, { error: 'TILL_COUNT_INVALID' });

// Products and codes
/** Largest price of one code, so that 100 of them still fit an exact amount. */
const priceMax = limits.balanceMax;
export const OfferPrice = z
  .number({ error: 'OFFER_PRICE_NOT_POSITIVE' })
  .min(0.01, { error: 'OFFER_PRICE_NOT_POSITIVE' })
  .max(priceMax, { error: 'OFFER_PRICE_NOT_POSITIVE' });

/** Of a balance, in DA. */
export const BalanceBound = z
  .number({ error: 'BALANCE_BOUND_INVALID' })
  .min(0.01, { error: 'BALANCE_BOUND_INVALID' })
  .max(limits.balanceMax, { error: 'BALANCE_BOUND_INVALID' });

export const OfferInput = z.object({
  /** A known id keeps its offer and its stock; an unknown or absent one makes a new offer with stock 0 (AMB-10). */
  id: z.string().max(100).nullish(),
  name: requiredLine('OFFER_NAME_REQUIRED', 200),
  value: requiredLine('OFFER_VALUE_REQUIRED', 200),
  price: OfferPrice,
  region: line(50)
    .nullish()
    .transform((region) => region || 'DZ'),
  /** Whether case tells two codes apart (AMB-100); fixed by the offer's first import. Left out, it stays, at first false. */
  caseSignificant: z.boolean().optional(),
  /** Accepted and ignored: stock is what was imported and not yet sold (AMB-10). */
  stock: z.unknown().optional(),
});

export const ProductStatus = z.enum(['active', 'inactive', 'draft']);
export const ProductInfo = z.object({
  name: requiredLine('PRODUCT_NAME_REQUIRED', 200),
  game: requiredLine('GAME_REQUIRED', 100),
  category: optionalLine(100),
  imageUrl: optionalPicture('IMAGE_URL_INVALID'),
  description: optionalText(2_000),
  redeemText: optionalText(redeemLimits.textLength),
  redeemLink: optionalLink('REDEEM_LINK_INVALID', redeemLimits.linkLength),
  status: ProductStatus.default('active'),
});

export const ClaimHours = z
  .int({ error: 'CLAIM_HOURS_INVALID' })
  .min(1, { error: 'CLAIM_HOURS_INVALID' })
  .max(claimLimits.supplierHoursMax, { error: 'CLAIM_HOURS_INVALID' });
export const SupplierInput = z.object({
  name: requiredLine('SUPPLIER_NAME_REQUIRED', limits.supplierNameLength),
  contact: optionalLine(limits.supplierContactLength),
  note: optionalText(limits.supplierNoteLength),
  /** How long after a sale it takes a code back; null: as long as everybody else. */
  claimHours: ClaimHours.nullish(),
});

// Orders to suppliers
const supplierCap = { error: 'SUPPLIER_CAP_INVALID' } as const;
const supplierCost = { error: 'SUPPLIER_COST_INVALID' } as const;
const supplierQuantity = { error: 'SUPPLIER_QUANTITY_INVALID' } as const;
const supplierArticle = { error: 'SUPPLIER_ARTICLE_INVALID' } as const;
/** What the supplier calls an offer, and how many are bought when its stock is below its threshold; 0: none. */
export const SupplierArticle = z.object({
  offerId: z.string(supplierArticle).max(100, supplierArticle),
  article: requiredLine('SUPPLIER_ARTICLE_INVALID', supplierLimits.articleLength),
  restock: z.int(supplierArticle).min(0, supplierArticle).max(supplierLimits.quantity.max, supplierArticle),
  /** In DA, of one code. */
  maxUnitCost: z.number(supplierArticle).min(0.01, supplierArticle).max(limits.balanceMax, supplierArticle),
});
/** What the supplier calls a Free Fire offer, and the most that one top-up may cost. */
export const SupplierTopUp = z.object({
  offerId: z.string(supplierArticle).max(100, supplierArticle),
  article: requiredLine('SUPPLIER_ARTICLE_INVALID', supplierLimits.articleLength),
  /** In DA. */
  maxCost: z.number(supplierArticle).min(0.01, supplierArticle).max(limits.balanceMax, supplierArticle),
});
export const SupplierConnectionInput = z.object({
  supplierId: z.string().max(100),
  kind: z.string({ error: 'SUPPLIER_KIND_UNKNOWN' }).max(40, { error: 'SUPPLIER_KIND_UNKNOWN' }),
  settings: z.object({
    /** Of the supplier's API; the simulator has none. */
    address: line(500),
    articles: z.array(SupplierArticle, supplierArticle).max(supplierLimits.articles, supplierArticle),
    topUps: z.array(SupplierTopUp, supplierArticle).max(supplierLimits.topUps, supplierArticle).default([]),
  }),
  /** The key of the supplier's API, of characters that a header can hold. It is sealed, and never answered. */
  secret: line(supplierLimits.secretLength, withoutInvisible)
    .regex(/^[\x20-\x7e]*$/, { error: 'SUPPLIER_SECRET_INVALID' })
    .nullish(),
  dailyCap: z.number(supplierCap).min(0.01, supplierCap).max(supplierLimits.dailyCapMax, supplierCap),
  paused: z.boolean().default(false),
});
export const SupplierQuantity = z
  .int(supplierQuantity)
  .min(supplierLimits.quantity.min, supplierQuantity)
  .max(supplierLimits.quantity.max, supplierQuantity);
export const SupplierCost = z
  .number(supplierCost)
  .min(0.01, supplierCost)
  .max(supplierLimits.dailyCapMax, supplierCost);
export const SupplierOrderInput = z.object({
  connectionId: z.string().max(100),
  offerId: z.string().max(100),
  quantity: SupplierQuantity,
  /** In DA, of the whole order. */
  maxCost: SupplierCost,
});
export const SupplierTopUpOrder = z.object({
  connectionId: z.string().max(100),
  requestId: z.string().max(100),
  /** The most that it may cost, as the caller read it: with another one by now nothing is sent (SUPPLIER_COST_CHANGED). */
  expectedMaxCost: SupplierCost.optional(),
});
export const SupplierOutcome = z.enum(['failed', 'delivered'], { error: 'SUPPLIER_OUTCOME_REQUIRED' });
export type SupplierOutcome = z.output<typeof SupplierOutcome>;
export const SupplierResolution = z.object({
  outcome: SupplierOutcome,
  /** Who said so: a receipt, a message of the supplier. */
  evidence: requiredText('SUPPLIER_EVIDENCE_REQUIRED', supplierLimits.evidenceLength),
  /** Of a delivered order: what it cost, in DA, and the codes that came, none or fewer than were ordered included. */
  cost: SupplierCost.nullish(),
  codes: z
    .array(z.string().max(500))
    .max(supplierLimits.quantity.max, { error: 'TOO_MANY_CODES' })
    .default([]),
  /** The serial of each of `codes`, '' for none. */
  serials: z
    .array(z.string().max(limits.codeLength, { error: 'CODES_INVALID' }))
    .max(supplierLimits.quantity.max, { error: 'TOO_MANY_CODES' })
    .optional(),
  /** The last day on which the codes are good. */
  expiresOn: Day.optional(),
});

export const AnnouncementKind = z.enum(['prices', 'stock', 'maintenance']);
export const AnnouncementInput = z.object({
  kind: AnnouncementKind,
  title: requiredLine('ANNOUNCEMENT_TITLE_REQUIRED', limits.announcementTitleLength),
  message: requiredText('ANNOUNCEMENT_MESSAGE_REQUIRED', limits.announcementLength),
});
export type AnnouncementInput = z.output<typeof AnnouncementInput>;

export const PriceLevelInput = z.object({
  name: requiredLine('PRICE_LEVEL_NAME_REQUIRED', limits.priceLevelNameLength),
  /** Where it stands among the levels; left out, a new one is the last. */
  position: z.int().min(0).max(10_000).optional(),
});

export const FindOwnCode = z.object({ code: requiredText('CODE_REQUIRED', limits.codeLength) });
export const FindCode = FindOwnCode.extend({
  reason: requiredText('FIND_REASON_REQUIRED', limits.revealReasonLength),
});
export const RevealReason = z.object({
  reason: requiredText('REVEAL_REASON_REQUIRED', limits.revealReasonLength),
});

// Free Fire
export const PlayerId = z
  .string({ error: 'FREE_FIRE_INCOMPLETE' })
  .overwrite(typedDigits)
  .trim()
  .min(1, { error: 'PLAYER_ID_REQUIRED' })
  .regex(new RegExp(`^[0-9]{${limits.playerIdDigits.min},${limits.playerIdDigits.max}}$`), {
    error: 'PLAYER_ID_INVALID',
  });
export const FreeFirePrice = z
  .number({ error: 'FREE_FIRE_PRICE_INVALID' })
  .min(0.01, { error: 'FREE_FIRE_PRICE_INVALID' })
  .max(limits.balanceMax, { error: 'FREE_FIRE_PRICE_INVALID' });
export const FreeFireProof = z.object({ imageUrl: proofLink('PROOF_REQUIRED'), note: optionalText(1_000) });

// What the owner sets: whom resellers call, where they pay, why a request is refused
/** 6 to 15 digits, as they are dialled; spaces, points, hyphens and brackets group them. Empty: the one of the environment. */
const isPhoneOrNone = (text: string): boolean =>
  text === '' || (/^\+?[\d .()-]{6,30}$/.test(text) && /^\d{6,15}$/.test(text.replace(/\D/g, '')));
export const BusinessContact = z.object({
  phone: optionalLine(50, typedDigits).refine(isPhoneOrNone, { error: 'CONTACT_PHONE_INVALID' }),
  hours: optionalLine(limits.contactHoursLength),
});
export const PaymentAccount = z.object({
  method: PaymentMethod,
  holder: requiredLine('PAYMENT_ACCOUNT_HOLDER_REQUIRED', 120),
  number: requiredLine('PAYMENT_ACCOUNT_NUMBER_REQUIRED', 60, typedDigits),
  bank: optionalLine(120),
  /** An uploaded picture that a banking application scans. */
  qrCode: optionalPicture('IMAGE_URL_INVALID').refine((text) => text === '' || isPictureAddress(text), {
    error: 'IMAGE_URL_INVALID',
  }),
});
const Reasons = z
  .array(requiredLine('REFUSAL_REASON_REQUIRED', limits.refusalReasonLength))
  .max(limits.refusalReasons);
export const RefusalReasons = z.object({ recharge: Reasons, freeFire: Reasons });
export type PaymentAccount = z.output<typeof PaymentAccount>;
export type RefusalReasons = z.output<typeof RefusalReasons>;
