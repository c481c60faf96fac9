/** What a message outside the application says: no amount, no code and no person's name, since any lock screen shows it. */
export interface News {
  readonly title: string;
  readonly text: string;
  /** The screen that it opens. */
  readonly path: string;
}

/** Offers that ran low: the first ones by name, and how many more. */
export interface LowStock {
  readonly first: readonly { readonly product: string; readonly offer: string }[];
  readonly more: number;
}

/** The screen that each type opens; `?name` takes the id of what happened. */
const screens = {
  balance_credited: '/operations',
  balance_debited: '/operations',
  debt_due: '/dashboard',
  debt_paid: '/dashboard',
  debt_payment_taken_back: '/dashboard',
  claim_decided: '/dashboard',
  webhook_off: '/settings',
  code_claim: '/admin',
  recharge_request: '/admin/recharge?request',
  free_fire_request: '/admin/freefire?request',
  account_registered: '/admin/users?account',
  password_known: '/',
  announcement: '/dashboard',
  low_stock: '/admin/products',
  health_failed: '/admin',
  alert: '/admin',
} as const;
export type NewsType = keyof typeof screens;

type Words = Pick<News, 'title' | 'text'>;
/** The words of a language: of every type, and where they name the subject, from it. */
type NewsWords = Readonly<Record<NewsType, Words | ((subject: string) => Words)>>;

const isNewsType = (type: string): type is NewsType => Object.hasOwn(screens, type);

/** @returns the words for a type of news with its subject (an id or a text); undefined for a type that is not sent */
export const newsIn =
  (words: NewsWords) =>
  (type: string, subject = ''): News | undefined => {
    if (!isNewsType(type)) return undefined;
    const [path, name] = screens[type].split('?');
    const said = words[type];
    return {
      ...(typeof said === 'function' ? said(subject) : said),
      path: `${path}${name && subject ? `?${name}=${encodeURIComponent(subject)}` : ''}`,
    };
  };

/** The names of parts of the system that `subject` lists with commas; a part without a name stays as it is. */
export const partNames = (names: Readonly<Record<string, string>>, subject: string): readonly string[] =>
  subject.split(',').map((part) => names[part] ?? part);
