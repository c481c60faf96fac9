import { dayMilliseconds } from '@almas/contract/algiers';
import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import { formatChartDay } from '@almas/locale/formats';
import { owner as words } from '@almas/locale/screens/owner';
import { axisX, axisY, barY, cell, lineY, type PlotOptions, ruleY } from '@observablehq/plot';

/* The three kinds of charts: bars, lines, and a heat map of hour and day. */

export type OwnerView = Output<typeof reports.owner>;

const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });
const edges = { marginLeft: 44, marginRight: 6, marginTop: 10, marginBottom: 26 };

/** Every so many names fit under a chart. */
function shownNames(names: readonly string[], width: number): string[] {
  const every = Math.max(1, Math.ceil(names.length / Math.max(1, Math.floor(width / 56))));
  return names.filter((_, index) => (names.length - 1 - index) % every === 0);
}
const dayAxis = (days: readonly string[], width: number) =>
  axisX(shownNames(days, width), { tickFormat: formatChartDay, tickSize: 0, label: null });
const amountAxis = () =>
  axisY({ ticks: 4, tickSize: 0, tickFormat: (amount: number) => compact.format(amount), label: null });

/** The scale of amounts; of nothing but 0 it has a height, so that no bar fills it. */
const amountScale = (amounts: readonly number[]) => ({
  nice: true,
  zero: true,
  ...(amounts.every((amount) => amount === 0) && { domain: [0, 1] }),
});

type SoldDay = OwnerView['earned']['days'][number];
/** Longer periods are drawn by weeks. */
const mostDays = 92;

/** The days as they are drawn: of a long period the sums of its weeks, which end with its last day, under their first days. */
export function drawnDays(days: readonly SoldDay[]): readonly SoldDay[] {
  if (days.length <= mostDays) return days;
  const weeks: SoldDay[] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const sum = (of: (day: SoldDay) => number) => week.reduce((total, day) => total + of(day), 0);
    weeks.unshift({
      day: week[0]?.day ?? '',
      codes: sum(({ codes }) => codes),
      amount: sum(({ amount }) => amount),
      cost: sum(({ cost }) => cost),
      margin: sum(({ margin }) => margin),
      unknownCodes: sum(({ unknownCodes }) => unknownCodes),
      unknownAmount: sum(({ unknownAmount }) => unknownAmount),
    });
  }
  return weeks;
}

/** The margin of each day. */
export function marginBars(given: readonly SoldDay[]) {
  const days = drawnDays(given);
  return (width: number): PlotOptions => ({
    ...edges,
    x: { domain: days.map(({ day }) => day), padding: 0.3 },
    y: amountScale(days.map(({ margin }) => margin)),
    marks: [
      ruleY([0], { stroke: 'var(--slate-text)' }),
      dayAxis(
        days.map(({ day }) => day),
        width,
      ),
      amountAxis(),
      barY(days, {
        x: 'day',
        y: 'margin',
        fill: 'var(--brand)',
        title: ({ day, margin, unknownAmount }) => words.earned.label(day, margin, unknownAmount),
      }),
    ],
  });
}

/** What is forecast, for a period that the forecast goes on from: it ends on the day before its first day or later. */
export function forecastAfter(to: string, forecast: OwnerView['forecast']['days']) {
  const first = forecast[0];
  return first && Date.parse(to) >= Date.parse(first.day) - dayMilliseconds ? forecast : [];
}

/** Sales of each day as a line, and what the next days are expected to sell as a dashed one that goes on from it. */
export function salesLines(given: readonly SoldDay[], forecast: OwnerView['forecast']['days']) {
  const sold = drawnDays(given);
  const past = sold.map(({ day, amount, unknownAmount }) => ({ day, amount: amount + unknownAmount }));
  // Today still runs: the line of the past ends before it. Of weeks, the next one is a sum too.
  const today = forecast[0]?.day;
  const isByDay = sold === given;
  const lastPast = isByDay && today ? past.filter(({ day }) => day < today) : past;
  const next =
    isByDay || !today
      ? forecast
      : [{ day: today, amount: forecast.reduce((total, { amount }) => total + amount, 0) }];
  const ahead = [...lastPast.slice(-1), ...next];
  const days = [...new Set([...past, ...next].map(({ day }) => day))].sort();
  const title = ({ day, amount }: { readonly day: string; readonly amount: number }) =>
    words.earned.saleLabel(day, amount);
  return (width: number): PlotOptions => ({
    ...edges,
    x: { type: 'point', domain: days, padding: 0 },
    y: { ...amountScale([...past, ...next].map(({ amount }) => amount)), grid: true, ticks: 4 },
    marks: [
      ruleY([0], { stroke: 'var(--slate-text)' }),
      dayAxis(days, width),
      amountAxis(),
      lineY(lastPast, { x: 'day', y: 'amount', stroke: 'var(--brand)', strokeWidth: 2, title }),
      lineY(ahead, {
        x: 'day',
        y: 'amount',
        stroke: 'var(--slate-text)',
        strokeWidth: 2,
        strokeDasharray: '5 4',
        title,
      }),
    ],
  });
}

/** Each hour of each weekday, the darker the more was sold. */
export const hourMap =
  (hours: OwnerView['hours']) =>
  (width: number): PlotOptions => ({
    marginLeft: 40,
    marginRight: 2,
    marginTop: 4,
    marginBottom: 24,
    x: { domain: Array.from({ length: 24 }, (_, hour) => hour), padding: 0.08 },
    y: { domain: [1, 2, 3, 4, 5, 6, 7], padding: 0.1 },
    opacity: { domain: [0, Math.max(1, ...hours.map(({ amount }) => amount))], range: [0.06, 1] },
    marks: [
      axisX(
        Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour % (width < 500 ? 6 : 3) === 0),
        { tickSize: 0, label: null, tickFormat: (hour: number) => `${hour} h` },
      ),
      axisY({
        tickSize: 0,
        label: null,
        tickFormat: (weekday: number) => words.hours.short[weekday - 1] ?? '',
      }),
      cell(hours, {
        x: 'hour',
        y: 'weekday',
        fill: 'var(--brand)',
        fillOpacity: 'amount',
        rx: 2,
        title: ({ weekday, hour, codes, amount }) =>
          words.hours.label(words.hours.weekdays[weekday - 1] ?? '', hour, codes, amount),
      }),
    ],
  });
