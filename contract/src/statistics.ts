import * as z from 'zod';
import { Amount, Id } from './fields.ts';
import { route } from './route.ts';

/** Exact totals over all records (AMB-77); amounts in DA. */
export const statistics = {
  summary: route({
    method: 'GET',
    path: '/api/statistics',
    summary: 'Totaux du tableau de bord',
    access: 'admin',
    scope: 'reports',
    readsReplica: true,
    response: z.object({
      users: z.object({
        total: z.int(),
        admins: z.int(),
        resellers: z.int(),
        active: z.int(),
        pending: z.int(),
        inactive: z.int(),
      }),
      products: z.object({ total: z.int(), active: z.int() }),
      recharges: z.object({
        total: z.int(),
        pending: z.int(),
        approved: z.int(),
        rejected: z.int(),
        cancelled: z.int(),
        /** Of the approved ones. */
        totalAmount: Amount,
        pendingAmount: Amount,
      }),
      freeFire: z.object({ pending: z.int() }),
      unreadNotifications: z.int(),
    }),
  }),
  firstSteps: route({
    method: 'GET',
    path: '/api/statistics/first-steps',
    summary: 'Ce qui est fait d’une nouvelle installation',
    access: 'admin',
    scope: 'settings',
    response: z.object({
      product: z.boolean(),
      codes: z.boolean(),
      paymentAccounts: z.boolean(),
      resellers: z.boolean(),
      freeFire: z.boolean(),
      /** Of the calling account. */
      secondFactor: z.boolean(),
      backup: z.boolean(),
      /** A code was sold: the installation is in use. */
      sold: z.boolean(),
    }),
  }),
  today: route({
    method: 'GET',
    path: '/api/statistics/today',
    summary: 'Chiffres du jour et des six jours précédents (Alger), et soldes détenus par les revendeurs',
    access: 'admin',
    scope: 'reports',
    response: z.object({
      sales: Amount,
      codes: z.int(),
      recharges: Amount,
      freeFire: Amount,
      /** All balances of resellers, whatever the state of their accounts. */
      held: Amount,
      /** The last seven days, today last. */
      days: z.array(z.object({ day: z.iso.date(), sales: Amount, recharges: Amount, freeFire: Amount })),
    }),
  }),
  activity: route({
    method: 'GET',
    path: '/api/statistics/activity',
    summary: 'Ventes et recharges par jour, meilleures offres, stocks bas',
    access: 'admin',
    scope: 'reports',
    readsReplica: true,
    query: z.object({ days: z.coerce.number().int().min(7).max(90).default(30) }),
    response: z.object({
      days: z.array(
        z.object({
          day: z.iso.date(),
          sales: Amount,
          codes: z.int(),
          recharges: Amount,
          freeFire: Amount,
        }),
      ),
      bestOffers: z.array(
        z.object({
          offerId: Id,
          productName: z.string(),
          offerName: z.string(),
          codes: z.int(),
          amount: Amount,
        }),
      ),
      lowStock: z.array(
        z.object({
          productId: Id,
          offerId: Id,
          productName: z.string(),
          offerName: z.string(),
          stock: z.int(),
        }),
      ),
    }),
  }),
} as const;
