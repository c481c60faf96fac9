import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';

/** The data of the charts: sales and recharges per day, best-selling offers, low stock. */
export type Trend = Output<typeof statistics.activity>;
