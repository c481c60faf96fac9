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
const week = 7;
/** Of the same weekday. */
const weeks = 4;

/**
 * Two ways to say what an offer sells: the mean of its last four same weekdays, or of its last fourteen days; days without stock are left
 * out. The second is taken where its error over the last four weeks is smaller.
 */
export function forecast({ age, sold, withoutStock }: SalesHistory): Forecast {
  /** By how many days ago; null where nothing can be said. */
  const known = Array.from({ length: historyDays + 1 }, (_, ago) =>
    ago < 1 || ago > age || withoutStock.has(ago) ? null : (sold.get(ago) ?? 0),
  );
  /** The mean of every `step`-th day from `first` days ago on, of those of which something can be said. */
  const meanOf = (first: number, step: number, count: number): number | null => {
    let [codes, days] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const day = known[first + index * step] ?? null;
      if (day === null) continue;
      codes += day;
      days += 1;
    }
    return days === 0 ? null : codes / days;
  };
  // `ago` is 0 for today and negative for the days after it.
  const plain = (ago: number) => meanOf(Math.max(0, ago) + 1, 1, meanDays);
  const byWeekday = (ago: number) => {
    const first = ago <= 0 ? week - (-ago % week) : ago + week;
    return meanOf(first, week, weeks) ?? plain(ago);
  };
  const error = (way: (ago: number) => number | null) => {
    let total = 0;
    for (let ago = 1; ago <= Math.min(testedDays, age); ago += 1) {
      const day = known[ago] ?? null;
      const said = day === null ? null : way(ago);
      if (day !== null && said !== null) total += Math.abs(said - day);
    }
    return total;
  };
  const method = error(plain) < error(byWeekday) ? 'mean' : 'weekday';
  const way = method === 'mean' ? plain : byWeekday;
  return { method, days: Array.from({ length: forecastDays }, (_, ahead) => way(-ahead) ?? 0) };
}
