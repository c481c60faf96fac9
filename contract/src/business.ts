import * as z from 'zod';
import { BusinessContact, PaymentAccount, RefusalReasons } from './forms.ts';
import { limits } from './limits.ts';
import { route } from './route.ts';

const PaymentAccounts = z.object({ items: z.array(PaymentAccount).max(limits.paymentAccounts) });

/** What the owner sets about the business: whom resellers call, where they pay, why requests are refused. */
export const business = {
  contact: route({
    method: 'GET',
    path: '/api/business/contact',
    summary: 'Téléphone et horaires réglés, et le téléphone par défaut de l’installation',
    access: 'admin',
    scope: 'settings',
    response: z.object({
      phone: z.string(),
      hours: z.string(),
      /** CONTACT_PHONE, which is shown while none is set. */
      defaultPhone: z.string().nullable(),
    }),
  }),
  changeContact: route({
    method: 'PUT',
    path: '/api/business/contact',
    summary: 'Régler le téléphone et les horaires que voient les revendeurs',
    access: 'admin',
    scope: 'settings',
    body: BusinessContact,
    errors: ['CONTACT_PHONE_INVALID'],
  }),
  paymentAccounts: route({
    method: 'GET',
    path: '/api/business/payment-accounts',
    summary: 'Les comptes sur lesquels les revendeurs paient leurs recharges',
    access: 'active',
    response: PaymentAccounts,
  }),
  changePaymentAccounts: route({
    method: 'PUT',
    path: '/api/business/payment-accounts',
    summary: 'Remplacer les comptes de paiement',
    access: 'admin',
    scope: 'owner',
    body: PaymentAccounts.extend({
      /** The accounts that the caller read: with other ones by now nothing is changed (PAYMENT_ACCOUNTS_CHANGED). */
      expected: PaymentAccounts.shape.items.optional(),
    }),
    response: PaymentAccounts,
    errors: [
      'PAYMENT_ACCOUNTS_CHANGED',
      'PAYMENT_ACCOUNT_REPEATED',
      'PAYMENT_ACCOUNT_HOLDER_REQUIRED',
      'PAYMENT_ACCOUNT_NUMBER_REQUIRED',
      'IMAGE_URL_INVALID',
      'PICTURE_GONE',
      'STEP_UP_REQUIRED',
    ],
  }),
  refusalReasons: route({
    method: 'GET',
    path: '/api/business/refusal-reasons',
    summary: 'Raisons de refus à choisir',
    access: 'admin',
    scope: 'requests',
    response: RefusalReasons,
  }),
  changeRefusalReasons: route({
    method: 'PUT',
    path: '/api/business/refusal-reasons',
    summary: 'Remplacer les raisons de refus à choisir',
    access: 'admin',
    scope: 'settings',
    body: RefusalReasons,
    response: RefusalReasons,
    errors: ['REFUSAL_REASON_REQUIRED'],
  }),
} as const;
