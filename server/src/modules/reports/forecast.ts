/** What is known of an offer's last 56 days, by how many days ago: 1 is yesterday. */
export interface SalesHistory {
  /** The days since the offer is there, at most 56. */
  readonly age: number;
  /** Codes sold; a day that is not in it sold none. */
  readonly sold: ReadonlyMap<number, number>;
  readonly withoutStock: ReadonlySet<number>;
}

export interface Forecast {
  /** Codes of each of the next seven days, from today on. */
  readonly days: readonly number[];
  readonly method: 'weekday' | 'mean';
}

/** Days that are read, tested and forecast, and over which the plain mean goes. */
export const historyDays = 56;
const testedDays = 28;
const forecastDays = 7;
const meanDays = 14;
const sameWeekdays = [7, 14, 21, 28];
/** The days of the plain mean, for today and each tested day. */
const daysBefore = Array.from({ length: testedDays + 1 }, (_, ago) =>
  Array.from({ length: meanDays }, (_, index) => ago + index + 1),
);

/**
 * Two ways to say what an offer sells: the mean of its last four same weekdays, or of its last fourteen days; days without stock are left
 * out. The second is taken where its error over the last four weeks is smaller.
 */
export function forecast({ age, sold, withoutStock }: SalesHistory): Forecast {
  const meanOf = (days: readonly number[]): number | null => {
    const known = days.filter((ago) => ago >= 1 && ago <= age && !withoutStock.has(ago));
    if (known.length === 0) return null;
    return known.reduce((sum, ago) => sum + (sold.get(ago) ?? 0), 0) / known.length;
  };
  // `ago` is 0 for today and negative for the days after it.
  const plain = (ago: number) => meanOf(daysBefore[Math.max(0, ago)] ?? []);
  const byWeekday = (ago: number) => {
    const weekdays =
      ago <= 0 ? sameWeekdays.map((days) => days - (-ago % 7)) : sameWeekdays.map((days) => ago + days);
    return meanOf(weekdays) ?? plain(ago);
  };
  const error = (way: (ago: number) => number | null) => {
    let total = 0;
    for (let ago = 1; ago <= Math.min(testedDays, age); ago += 1) {
      const said = withoutStock.has(ago) ? null : way(ago);
      if (said !== null) total += Math.abs(said - (sold.get(ago) ?? 0));
    }
    return total;
  };
  const method = error(plain) < error(byWeekday) ? 'mean' : 'weekday';
  const way = method === 'mean' ? plain : byWeekday;
  return { method, days: Array.from({ length: forecastDays }, (_, ahead) => way(-ahead) ?? 0) };
}
