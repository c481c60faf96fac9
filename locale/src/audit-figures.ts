type Figures = Readonly<Record<string, unknown>>;

/** Written in DA by the server. */
const amounts = new Set([
  'balance',
  'amount',
  'refunded',
  'price',
  'creditCap',
  'creditThreshold',
  'dailyCeiling',
  'debt',
  'limit',
  'held',
  'ceiling',
  'unitCost',
  'maxCost',
  'cost',
  'dailyCap',
]);

/** Written as `2026-11-22` by the server. */
const days = new Set(['expiresOn', 'dueOn', 'firstDay', 'lastDay']);

interface Offer {
  readonly name?: string;
  readonly value?: string;
  readonly price?: number;
  readonly region?: string;
}

interface Subject {
  readonly subjectType: string;
  readonly subjectName: string | null;
}

interface AuditWords {
  readonly words: {
    readonly actions: Readonly<Record<string, string>>;
    readonly figures: Readonly<Record<string, string>>;
    readonly values: Readonly<Record<string, string>>;
    readonly days: readonly string[];
    readonly noneLeft: string;
    readonly refusedAccount: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly scopes: Readonly<Record<string, string>>;
  /** The switches of the owner by their names. */
  readonly features: Readonly<Record<string, { readonly label: string }>>;
  readonly formatAmount: (dinars: number) => string;
  readonly formatCount: (count: number) => string;
  readonly formatDate: (iso: string) => string;
  /** Between the entries of a list, between a label and its value, and between figures. */
  readonly marks: { readonly list: string; readonly label: string; readonly figures: string };
}

/** What administrators did, in the words of a language: the functions that say it. */
export function auditFigures({
  words,
  scopes,
  features,
  formatAmount,
  formatCount,
  formatDate,
  marks,
}: AuditWords) {
  /** Days of the week by their names, offers by name and price, anything else as it is. */
  function listOf(name: string, values: readonly unknown[]): string {
    const texts = values.map((value) => {
      if (name === 'scopes' && Object.hasOwn(scopes, String(value)))
        return scopes[String(value)] ?? String(value);
      if (name === 'workingDays') return words.days[Number(value)] ?? String(value);
      if (typeof value !== 'object' || value === null) return String(value);
      return offerText(value);
    });
    return texts.length > 0 ? texts.join(marks.list) : words.noneLeft;
  }

  function offerText({ name = '', value = name, price, region }: Offer): string {
    const more = [value === name ? '' : value, typeof price === 'number' ? formatAmount(price) : '', region];
    const said = more.filter(Boolean).join(marks.list);
    return said === '' ? name : `${name} (${said})`;
  }

  /** What an administrator did, in words; a refused account was never active. */
  function actionText(action: string, before: Figures | null): string | null {
    if (action === 'user.deactivate' && before?.status === 'pending') return words.refusedAccount;
    return Object.hasOwn(words.actions, action) ? (words.actions[action] ?? null) : null;
  }

  /** What an action was done to: a switch by its label, anything else by the name that was recorded. */
  function subjectText({ subjectType, subjectName }: Subject): string | null {
    if (subjectType !== 'feature' || subjectName === null) return subjectName;
    return Object.hasOwn(features, subjectName) ? (features[subjectName]?.label ?? subjectName) : subjectName;
  }

  /** A figure that an action of the audit trail wrote, in words; null where it is blank or of no known kind. */
  function figureText(name: string, value: unknown): string | null {
    if (Array.isArray(value)) return listOf(name, value);
    if (typeof value === 'number') {
      if (amounts.has(name)) return formatAmount(value);
      return Number.isInteger(value) ? formatCount(value) : String(value).replace('.', ',');
    }
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value !== 'string' || value === '') return null;
    if (days.has(name)) return formatDate(value);
    return Object.hasOwn(words.values, value) ? (words.values[value] ?? value) : value;
  }

  /** Everything that an action wrote of one side, for a cell of a table; figures without a label under their own name. */
  function figuresText(figures: Figures): string {
    const labels = words.figures;
    const known = Object.keys(labels).filter((name) => Object.hasOwn(figures, name));
    const others = Object.keys(figures).filter((name) => !Object.hasOwn(labels, name));
    return [...known, ...others]
      .flatMap((name) => {
        const value = figures[name];
        const text =
          figureText(name, value) ?? (value && typeof value === 'object' ? JSON.stringify(value) : null);
        return text === null ? [] : [`${labels[name] ?? name}${marks.label}${text}`];
      })
      .join(marks.figures);
  }

  return { actionText, subjectText, figureText, figuresText };
}
