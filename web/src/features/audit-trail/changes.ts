import { formatAmount, formatCount } from '@almas/locale/formats';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';

type Figures = Readonly<Record<string, unknown>> | null;

export interface Change {
  readonly label: string;
  /** Absent when the action only says what there is afterwards. */
  readonly before?: string;
  readonly after: string;
}

/** Written in DA by the server. */
const amounts = new Set(['balance', 'amount', 'refunded', 'price']);

const textOf = (name: string, value: unknown): string | null => {
  if (Array.isArray(value)) return listOf(name, value);
  if (typeof value === 'number') return amounts.has(name) ? formatAmount(value) : formatCount(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'string' || value === '') return null;
  return Object.hasOwn(words.values, value) ? words.values[value as keyof typeof words.values] : value;
};

/** Days of the week by their names, offers by name and price, anything else as it is. */
function listOf(name: string, values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (name === 'workingDays') return words.days[Number(value)] ?? String(value);
    if (typeof value !== 'object' || value === null) return String(value);
    const { name: offer = '', price } = value as { name?: string; price?: number };
    return words.offer(offer, typeof price === 'number' ? formatAmount(price) : null);
  });
  return texts.length > 0 ? texts.join(', ') : words.noneLeft;
}

/** What an action changed, in words; figures without a label stay out. */
export function changesOf(before: Figures, after: Figures): Change[] {
  return Object.entries(words.figures).flatMap(([name, label]) => {
    const now = textOf(name, after?.[name]);
    const then = textOf(name, before?.[name]);
    if (now === null || now === then) return [];
    return [then === null ? { label, after: now } : { label, before: then, after: now }];
  });
}
