import * as z from 'zod';
import { Amount, actingId, Day, Id, listOf, optionalText, page, pathId, Timestamp } from './fields.ts';
import {
  AdvanceAmount,
  CashCeiling,
  CreditReason,
  CreditTermsInput,
  DebtAmount,
  DebtPaymentMethod,
} from './forms.ts';
import { limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** What is not settled of the advances, by their age in days. */
export const Ageing = z.object({ days7: Amount, days15: Amount, days30: Amount, older: Amount });
export type Ageing = z.output<typeof Ageing>;

/** What an account may owe and owes. */
export const CreditAccount = z.object({
  /** Null without terms: the account gets no advance. */
  terms: z.object({ limit: Amount, days: z.int(), suspended: z.boolean() }).nullable(),
  debt: Amount,
  /** What an advance may be now: 0 while the account is frozen or not active, its credit is suspended, or a part of the debt is overdue. */
  available: Amount,
  /** The first day on which a part of the debt is due. */
  dueOn: Day.nullable(),
  /** The part of the debt that was due before today. */
  overdue: Amount,
  ageing: Ageing,
});
export type CreditAccount = z.output<typeof CreditAccount>;

export const ReceivableKind = z.enum(['advance', 'payment', 'write_off', 'correction']);
export type ReceivableKind = z.output<typeof ReceivableKind>;

/** A movement of a debt. */
export const ReceivableEntry = z.object({
  id: Id,
  userId: Id,
  kind: ReceivableKind,
  amount: Amount,
  /** Of an advance. */
  dueOn: Day.nullable(),
  /** Of a payment: when the rest was due then. */
  restDueOn: Day.nullable(),
  transactionId: Id.nullable(),
  /** Of a payment; of a correction that of the payment which it takes back. */
  receiptNumber: z.int().nullable(),
  collectedByName: z.string().nullable(),
  /** Of a payment, and of a correction that takes one back: how it was paid. */
  method: DebtPaymentMethod.nullable(),
  /** A payment that a correction took back. */
  isTakenBack: z.boolean(),
  note: z.string(),
  recordedByName: z.string(),
  debtBefore: Amount,
  debtAfter: Amount,
  createdAt: Timestamp,
});
export type ReceivableEntry = z.output<typeof ReceivableEntry>;

/** What a movement is called: a correction takes a payment back, and raises the debt, or corrects an advance, and lowers it. */
export const movementOf = ({
  kind,
  debtBefore,
  debtAfter,
}: Pick<ReceivableEntry, 'kind' | 'debtBefore' | 'debtAfter'>): ReceivableKind | 'corrected_advance' =>
  kind === 'correction' && debtAfter < debtBefore ? 'corrected_advance' : kind;

/** An advance that was given. */
export const Advance = z.object({
  transactionId: Id,
  amount: Amount,
  newBalance: Amount,
  debt: Amount,
  dueOn: Day,
});
export type Advance = z.output<typeof Advance>;

/** What a receipt says: numbered from 1 for each account, without a gap. */
export const PaymentReceipt = z.object({
  id: Id,
  receiptNumber: z.int(),
  userId: Id,
  userName: z.string(),
  company: z.string(),
  amount: Amount,
  debtBefore: Amount,
  debtAfter: Amount,
  /** When the rest is due. */
  dueOn: Day.nullable(),
  collectedByName: z.string(),
  /** Answers of before have none: cash. */
  method: DebtPaymentMethod.optional(),
  note: z.string(),
  createdAt: Timestamp,
});
export type PaymentReceipt = z.output<typeof PaymentReceipt>;

/** An account that owes. */
export const Receivable = z.object({
  userId: Id,
  userName: z.string(),
  company: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  limit: Amount,
  suspended: z.boolean(),
  debt: Amount,
  dueOn: Day,
  overdue: Amount,
  ageing: Ageing,
});
export type Receivable = z.output<typeof Receivable>;

export const Remittance = z.object({
  id: Id,
  collectorId: Id,
  collectorName: z.string(),
  amount: Amount,
  note: z.string(),
  /** `lost`: the owner has recorded that it will not be handed over; `note` says why. */
  state: z.enum(['open', 'confirmed', 'withdrawn', 'lost']),
  createdAt: Timestamp,
  confirmedByName: z.string().nullable(),
  confirmedAt: Timestamp.nullable(),
});
export type Remittance = z.output<typeof Remittance>;

/** An administrator who takes cash from resellers. */
export const Collector = z.object({
  id: Id,
  name: z.string(),
  held: Amount,
  ceiling: Amount,
  /** What waits for the confirmation of another person. */
  openRemittance: Remittance.nullable(),
  /** False: deactivated, or without the right to collect by now. The person who receives the cash records it (`credit.receive`). */
  mayRemit: z.boolean(),
});
export type Collector = z.output<typeof Collector>;

const feature = 'credit';
const account = z.object({ id: pathId('USER_ID_REQUIRED') });
const note = optionalText(limits.creditNoteLength);

export const credit = {
  setTerms: route({
    method: 'PUT',
    path: '/api/users/:id/credit-terms',
    summary: 'Conditions de crédit d’un revendeur : plafond, délai en jours, suspension',
    access: 'admin',
    scope: 'accounts',
    feature,
    params: account,
    body: CreditTermsInput.extend({
      /** The terms that the caller read, null for none: with other ones by now nothing is changed (CREDIT_TERMS_CHANGED). */
      expected: CreditTermsInput.nullable().optional(),
    }),
    response: CreditAccount,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'ONLY_RESELLERS_OWE',
      'CREDIT_TERMS_INVALID',
      'CREDIT_TERMS_CHANGED',
      'CREDIT_TERMS_CAPPED',
    ],
  }),
  account: route({
    method: 'GET',
    path: '/api/users/:id/credit',
    summary: 'Conditions, dette et échéance d’un revendeur',
    access: 'admin',
    scope: 'collect',
    feature,
    params: account,
    response: CreditAccount,
    errors: ['USER_ID_REQUIRED', 'USER_NOT_FOUND'],
  }),
  mine: route({
    method: 'GET',
    path: '/api/me/credit',
    summary: 'Ses propres conditions de crédit, sa dette et son échéance',
    access: 'reseller',
    feature,
    response: CreditAccount,
  }),
  advance: route({
    method: 'POST',
    path: '/api/advances',
    summary: 'Avance dans la limite du plafond : pour soi ; pour un administrateur, à `userId`',
    access: 'active',
    scope: 'accounts',
    feature,
    idempotent: true,
    movesMoney: true,
    body: z.object({ amount: AdvanceAmount, userId: actingId('USER_ID_REQUIRED') }),
    response: Advance,
    errors: [
      'ACCOUNT_FROZEN',
      'CREDIT_CAP_REACHED',
      'SECOND_PERSON_REQUIRED',
      'ADVANCE_AMOUNT_INVALID',
      'RECHARGE_TOO_HIGH',
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'FORBIDDEN',
      'ONLY_RESELLERS_OWE',
      'ACCOUNT_NOT_ACTIVE',
      'CREDIT_SUSPENDED',
      'CREDIT_OVERDUE',
      'CREDIT_LIMIT',
      'BALANCE_LIMIT',
      'STEP_UP_REQUIRED',
      'TOO_MANY_ADVANCES',
    ],
  }),
  pay: route({
    method: 'POST',
    path: '/api/users/:id/payments',
    summary:
      'Encaissement d’une dette, en espèces ou par un autre moyen (`method`) ; répond le numéro du reçu',
    access: 'admin',
    scope: 'collect',
    feature,
    idempotent: true,
    movesMoney: true,
    params: account,
    body: z.object({ amount: DebtAmount, method: DebtPaymentMethod.default('cash'), note }),
    response: PaymentReceipt,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'DEBT_AMOUNT_INVALID',
      'PAYMENT_EXCEEDS_DEBT',
      'CASH_CEILING',
    ],
  }),
  takePaymentBack: route({
    method: 'POST',
    path: '/api/users/:id/payments/:receiptNumber/take-back',
    summary:
      'Annuler un encaissement saisi par erreur ; en espèces, tant que l’encaisseur détient au moins son montant',
    access: 'admin',
    scope: 'accounts',
    feature,
    idempotent: true,
    movesMoney: true,
    params: account.extend({ receiptNumber: pathId('RECEIPT_NOT_FOUND') }),
    body: z.object({ reason: CreditReason }),
    response: CreditAccount,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'RECEIPT_NOT_FOUND',
      'CREDIT_REASON_REQUIRED',
      'PAYMENT_TAKEN_BACK',
      'PAYMENT_REMITTED',
      'PAYMENT_OWN',
    ],
  }),
  writeOff: route({
    method: 'POST',
    path: '/api/users/:id/write-offs',
    summary: 'Passer en perte une partie d’une dette',
    access: 'admin',
    scope: 'owner',
    feature,
    idempotent: true,
    movesMoney: true,
    params: account,
    body: z.object({
      amount: DebtAmount,
      reason: CreditReason,
      /** As it was shown: the loss that a colleague recorded meanwhile is not recorded again unseen. */
      debt: Amount.optional(),
    }),
    response: CreditAccount,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'DEBT_AMOUNT_INVALID',
      'DEBT_CHANGED',
      'CREDIT_REASON_REQUIRED',
      'PAYMENT_EXCEEDS_DEBT',
    ],
  }),
  receivables: route({
    method: 'GET',
    path: '/api/receivables',
    summary: 'Comptes qui doivent, avec l’ancienneté de leur dette',
    access: 'admin',
    scope: 'collect',
    feature,
    query: z.object({
      search: z.string().max(200).optional(),
      /** `today`: due today or before; `late`: before today. */
      due: z.enum(['all', 'today', 'late']).default('all'),
      sort: z.enum(['due', 'debt', 'city']).default('due'),
      /** What was owed at the end of this day of Algiers, whatever was paid since; terms are those of today. */
      asOf: Day.optional(),
      ...page(pages.receivables),
    }),
    response: listOf(Receivable).extend({
      /** Of all accounts at the end of the day `asOf`. */
      totals: z.object({ accounts: z.int(), debt: Amount, overdue: Amount }).optional(),
    }),
    errors: ['DAY_NOT_BEGUN'],
  }),
  summary: route({
    method: 'GET',
    path: '/api/receivables/summary',
    summary: 'Total dû, en retard, par ancienneté, et détenu par les agents',
    access: 'admin',
    scope: 'reports',
    feature,
    response: z.object({
      accounts: z.int(),
      debt: Amount,
      lateAccounts: z.int(),
      overdue: Amount,
      ageing: Ageing,
      held: Amount,
      /** Handed over, and not confirmed yet. */
      unconfirmed: Amount,
    }),
  }),
  entries: route({
    method: 'GET',
    path: '/api/receivable-entries',
    summary: 'Mouvements d’une dette : la sienne ; pour un administrateur, celle de `userId`',
    access: 'active',
    scope: 'collect',
    feature,
    query: z.object({ userId: z.string().max(100).optional(), ...page(pages.receivableEntries) }),
    response: listOf(ReceivableEntry),
    errors: ['FORBIDDEN'],
  }),
  collectors: route({
    method: 'GET',
    path: '/api/collectors',
    summary: 'Qui encaisse, ce qu’il détient et son plafond ; soi-même d’abord',
    access: 'admin',
    scope: 'collect',
    feature,
    query: z.object(page(pages.collectors)),
    response: listOf(Collector),
  }),
  setCeiling: route({
    method: 'PUT',
    path: '/api/collectors/:id/ceiling',
    summary: 'Plafond des espèces qu’un administrateur peut détenir',
    access: 'admin',
    scope: 'owner',
    feature,
    params: account,
    body: z.object({ ceiling: CashCeiling }),
    response: Collector,
    errors: ['USER_ID_REQUIRED', 'USER_NOT_FOUND', 'ONLY_ADMINS_COLLECT', 'CASH_CEILING_INVALID'],
  }),
  remit: route({
    method: 'POST',
    path: '/api/cash-remittances',
    summary: 'Versement des espèces que l’on détient, à confirmer par une autre personne',
    access: 'admin',
    scope: 'collect',
    feature,
    idempotent: true,
    movesMoney: true,
    body: z.object({ amount: DebtAmount, note }),
    response: Remittance,
    errors: ['DEBT_AMOUNT_INVALID', 'REMITTANCE_EXCEEDS_HELD', 'REMITTANCE_OPEN'],
  }),
  receive: route({
    method: 'POST',
    path: '/api/collectors/:id/remittances',
    summary:
      'Versement reçu de qui ne peut plus l’annoncer (compte désactivé, ou sans le droit d’encaisser) ; compte aussitôt',
    access: 'admin',
    scope: 'collect',
    feature,
    idempotent: true,
    movesMoney: true,
    params: account,
    body: z.object({
      amount: DebtAmount,
      note,
      /** As it was shown: cash that a colleague recorded or confirmed meanwhile is not recorded again unseen. */
      held: Amount.optional(),
    }),
    response: Remittance,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'CASH_CHANGED',
      'ONLY_ADMINS_COLLECT',
      'DEBT_AMOUNT_INVALID',
      'COLLECTOR_MAY_REMIT',
      'REMITTANCE_EXCEEDS_HELD',
    ],
  }),
  lose: route({
    method: 'POST',
    path: '/api/collectors/:id/losses',
    summary: 'Constater la perte d’espèces qu’un autre détient ; les dettes et les reçus restent',
    access: 'admin',
    scope: 'owner',
    feature,
    idempotent: true,
    movesMoney: true,
    params: account,
    body: z.object({
      amount: DebtAmount,
      reason: CreditReason,
      /** As it was shown, as for `receive`. */
      held: Amount.optional(),
    }),
    response: Remittance,
    errors: [
      'USER_ID_REQUIRED',
      'USER_NOT_FOUND',
      'CASH_CHANGED',
      'CREDIT_REASON_REQUIRED',
      'DEBT_AMOUNT_INVALID',
      'LOSS_EXCEEDS_HELD',
      'LOSS_OWN',
      'ONLY_ADMINS_COLLECT',
      'STEP_UP_REQUIRED',
    ],
  }),
  remittances: route({
    method: 'GET',
    path: '/api/cash-remittances',
    summary: 'Versements et pertes constatées, les récents d’abord',
    access: 'admin',
    scope: 'collect',
    feature,
    query: z.object({
      state: z.enum(['all', ...Remittance.shape.state.options]).default('all'),
      ...page(pages.remittances),
    }),
    response: listOf(Remittance),
  }),
  confirmRemittance: route({
    method: 'POST',
    path: '/api/cash-remittances/:id/confirm',
    summary: 'Confirmer avoir reçu le versement d’un autre',
    access: 'admin',
    scope: 'collect',
    feature,
    idempotent: true,
    movesMoney: true,
    params: z.object({ id: pathId('REMITTANCE_NOT_FOUND') }),
    response: Remittance,
    errors: ['REMITTANCE_NOT_FOUND', 'REMITTANCE_OWN', 'REMITTANCE_DECIDED', 'REMITTANCE_EXCEEDS_HELD'],
  }),
  withdrawRemittance: route({
    method: 'DELETE',
    path: '/api/cash-remittances/:id',
    summary: 'Retirer son propre versement, qui n’est pas encore confirmé',
    access: 'admin',
    scope: 'collect',
    feature,
    params: z.object({ id: pathId('REMITTANCE_NOT_FOUND') }),
    response: Remittance,
    errors: ['REMITTANCE_NOT_FOUND', 'REMITTANCE_DECIDED'],
  }),
} as const;
