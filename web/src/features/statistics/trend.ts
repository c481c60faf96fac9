import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';

/** What the pictures show: sales and recharges of each day, the offers that sell, the stock that runs out. */
export type Trend = Output<typeof statistics.activity>;
