import * as z from 'zod';
import { Amount, Day, Id, listOf, page, Timestamp } from './fields.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';
import { OfferCover } from './stock.ts';

/** What codes brought. Codes without a known cost are counted apart: they have no margin. Amounts in DA. */
const MarginFigures = z.object({
  /** Codes with a known cost, what they were sold for, what they cost, and the difference. */
  codes: z.int(),
  amount: Amount,
  cost: Amount,
  margin: Amount,
  unknownCodes: z.int(),
  unknownAmount: Amount,
});
export type MarginFigures = z.output<typeof MarginFigures>;

export const Margin = MarginFigures.extend({
  /** Of the game (its name), the offer, the reseller or the day. */
  id: Id,
  name: z.string(),
});
export type Margin = z.output<typeof Margin>;

export const marginGroups = ['game', 'offer', 'reseller', 'day'] as const;

/** Days of Algiers, both included; without them the last thirty. */
const period = { from: Day.optional(), to: Day.optional() };

/** A line of a day: the movements of all balances from one source. */
const DayLine = z.object({
  source: z.string(),
  /** Of a recharge. */
  method: z.string().nullable(),
  entries: z.int(),
  credits: Amount,
  debits: Amount,
});

/** The unsold codes of an offer at the end of a day, at the cost of their batch. */
export const StockValue = z.object({
  offerId: Id,
  game: z.string(),
  productName: z.string(),
  offerName: z.string(),
  /** Codes with a known cost, and what they cost together. */
  codes: z.int(),
  cost: Amount,
  unknownCodes: z.int(),
});
export type StockValue = z.output<typeof StockValue>;

const ForecastDay = z.object({ day: Day, codes: z.number(), amount: Amount });

export const reports = {
  margins: route({
    method: 'GET',
    path: '/api/margins',
    summary: 'Marge des codes vendus, par jeu, offre, revendeur ou jour',
    access: 'admin',
    scope: 'reports',
    query: z.object({ by: z.enum(marginGroups).default('game'), ...period, ...page(pages.margins) }),
    response: listOf(Margin).extend({
      totals: MarginFigures,
      /** What Free Fire sold in the period, less its refunds, of which no cost is known. Absent from an older server. */
      freeFire: Amount.optional(),
    }),
  }),
  day: route({
    method: 'GET',
    path: '/api/days/:date',
    summary:
      'Une journée : soldes détenus au début, crédits par méthode, ventes, remboursements, soldes détenus à la fin',
    access: 'admin',
    scope: 'reports',
    params: z.object({ date: Day }),
    response: z.object({
      day: Day,
      /** The day still runs. */
      isOpen: z.boolean(),
      /** All balances together when it began, and at its end or now. */
      opening: Amount,
      closing: Amount,
      credits: Amount,
      debits: Amount,
      lines: z.array(DayLine),
      /** Codes sold. */
      codes: z.int(),
    }),
    errors: ['DAY_NOT_BEGUN'],
  }),
  stockValue: route({
    method: 'GET',
    path: '/api/statistics/stock-value',
    summary: 'Le stock à la fin d’un jour, par offre, au coût de ses lots',
    access: 'admin',
    scope: 'reports',
    /** A day of Algiers; without it today. */
    query: z.object({ day: Day.optional() }),
    response: z.object({
      items: z.array(StockValue),
      totals: StockValue.pick({ codes: true, cost: true, unknownCodes: true }),
    }),
    errors: ['DAY_NOT_BEGUN'],
  }),
  owner: route({
    method: 'GET',
    path: '/api/statistics/owner',
    summary: 'Ce que l’on gagne, quand cela se vend, qui vend, ce qui manque, qui est en retard',
    access: 'admin',
    scope: 'reports',
    query: z.object(period),
    response: z.object({
      from: Day,
      to: Day,
      earned: z.object({
        days: z.array(MarginFigures.extend({ day: Day })),
        totals: MarginFigures,
        /** Of as many days before. */
        before: MarginFigures,
        /** What refused codes of the period cost, before a supplier takes them back: no margin above is lowered by it. */
        claims: z.object({
          /** Credited or replaced. */
          codes: z.int(),
          credited: Amount,
          /** The cost of the codes given instead, where it is known. */
          replaced: Amount,
          /** The codes given instead whose cost is not known. */
          unknownCodes: z.int(),
          /** What suppliers gave for refused codes in the period, whenever these were decided. */
          regained: Amount,
        }),
      }),
      hours: z.array(
        z.object({
          /** 1: Monday. */
          weekday: z.int(),
          hour: z.int(),
          codes: z.int(),
          amount: Amount,
        }),
      ),
      games: z.array(Margin),
      /** `debt` is null: the switch `credit` is off. */
      resellers: z.array(Margin.extend({ debt: Amount.nullable() })),
      /** Active resellers that bought in the last 90 days, and in the last seven neither bought nor asked for Free Fire. */
      dormant: z.object({
        count: z.int(),
        items: z.array(
          z.object({ userId: Id, userName: z.string(), lastPurchase: Timestamp, balance: Amount }),
        ),
      }),
      short: z.object({
        reorder: z.array(OfferCover),
        /** Sales refused in the period because codes were missing. */
        missed: z.array(
          z.object({ offerId: Id, productName: z.string(), offerName: z.string(), sales: z.int() }),
        ),
      }),
      late: z.object({
        /** null: the switch `credit` is off. */
        debts: z
          .object({
            overdue: Amount,
            accounts: z.int(),
            items: z.array(
              z.object({ userId: Id, userName: z.string(), overdue: Amount, debt: Amount, dueOn: Day }),
            ),
          })
          .nullable(),
        /** Recharge requests that wait for a decision. */
        requests: z.object({ count: z.int(), amount: Amount, oldest: Timestamp.nullable() }),
      }),
      forecast: z.object({
        /** The next seven days. */
        days: z.array(ForecastDay),
        offers: z.array(
          z.object({
            offerId: Id,
            productName: z.string(),
            offerName: z.string(),
            /** In seven days. */
            codes: z.number(),
            amount: Amount,
            stock: z.int(),
            /** The mean of the same weekdays, or of fourteen days where that was nearer in the last four weeks. */
            method: z.enum(['weekday', 'mean']),
          }),
        ),
      }),
      readAt: Timestamp,
    }),
  }),
  /** The reseller's own evening: what the shop sold today. */
  myDay: route({
    method: 'GET',
    path: '/api/my-day',
    summary: 'Ses ventes d’aujourd’hui, par offre',
    access: 'reseller',
    response: z.object({
      day: Day,
      codes: z.int(),
      /** What was paid for them. */
      amount: Amount,
      /** What they sell for, where the shop has its own prices; null: it has none for what was sold. */
      retailValue: Amount.nullable(),
      /** Codes of offers without such a price. */
      codesWithoutPrice: z.int(),
      /** Free Fire top-ups asked for today that were not refused; their amount is what they cost. Absent from an older server. */
      topUps: z.object({ count: z.int(), amount: Amount }).optional(),
      items: z.array(
        z.object({
          offerId: Id,
          productName: z.string(),
          offerName: z.string(),
          codes: z.int(),
          amount: Amount,
          retailPrice: Amount.nullable(),
          retailValue: Amount.nullable(),
        }),
      ),
    }),
  }),
} as const;
