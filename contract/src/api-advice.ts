import type { ErrorCode } from './errors.ts';

/** What a program does after a refusal; locale/ has a sentence for each. */
export type NextStep =
  | 'repeat'
  | 'wait'
  | 'stock'
  | 'price'
  | 'recharge'
  | 'ceiling'
  | 'catalogue'
  | 'reference'
  | 'order'
  | 'key'
  | 'network'
  | 'account'
  | 'off'
  | 'correct';

const nextSteps: Partial<Record<ErrorCode, NextStep>> = {
  UNAVAILABLE: 'repeat',
  INTERNAL: 'repeat',
  CONFLICT: 'repeat',
  CODES_SHORT: 'repeat',
  TOO_MANY_ORDERS: 'wait',
  TOO_MANY_CALLS: 'wait',
  STOCK_SHORT: 'stock',
  NO_CODE_FOR_OFFER: 'stock',
  NO_CODE_FOR_PRODUCT: 'stock',
  PRICE_CHANGED: 'price',
  PURCHASE_BALANCE_SHORT: 'recharge',
  DAILY_CEILING: 'ceiling',
  OFFER_NOT_FOUND: 'catalogue',
  PRODUCT_NOT_FOUND: 'catalogue',
  PRODUCT_NOT_AVAILABLE: 'catalogue',
  PRICE_INVALID: 'catalogue',
  REFERENCE_REUSED: 'reference',
  ORDER_NOT_FOUND: 'order',
  UNAUTHENTICATED: 'key',
  KEY_REVOKED: 'key',
  SCOPE_MISSING: 'key',
  ADDRESS_NOT_ALLOWED: 'network',
  FORBIDDEN: 'account',
  ACCOUNT_NOT_ACTIVE: 'account',
  ACCOUNT_FROZEN: 'account',
  FEATURE_OFF: 'off',
};

/** What a program does after this refusal, and whether the same call may succeed when it is repeated as it is. */
export function adviceFor(code: ErrorCode): { readonly retryable: boolean; readonly step: NextStep } {
  const step = nextSteps[code] ?? 'correct';
  return { retryable: step === 'repeat' || step === 'wait', step };
}
