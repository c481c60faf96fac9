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

const readable = (name: string, value: unknown): string | null => {
  if (typeof value === 'number') return amounts.has(name) ? formatAmount(value) : formatCount(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'string' || value === '') return null;
  return Object.hasOwn(words.values, value) ? words.values[value as keyof typeof words.values] : value;
};

/** What an action changed, in words; figures without a label and lists stay out. */
export function changesOf(before: Figures, after: Figures): Change[] {
  return Object.entries(words.figures).flatMap(([name, label]) => {
    const now = readable(name, after?.[name]);
    const then = readable(name, before?.[name]);
    if (now === null || now === then) return [];
    return [then === null ? { label, after: now } : { label, before: then, after: now }];
  });
}
