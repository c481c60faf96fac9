import type { ShopProfile } from '@almas/contract/shop';
import { colon, formatDateTime } from '@almas/locale/formats';
import { codeSheet } from '@almas/locale/screens/code-sheet';
import {
  countUnreadable,
  isHanded,
  type ReadableCode,
  readableCodes,
  valueBeyondName,
} from './code-format.ts';
import type { SheetPurchase } from './code-sheet.tsx';
import { type Redeem, shownLink } from './use-redeem.ts';

const words = codeSheet.ticket;

/** The print mark for this number: 1 is the original. */
export const markOf = (copyNumber: number) =>
  copyNumber > 1 ? words.duplicate(copyNumber - 1) : words.original;

/** The content of a ticket, for the screen, the browser print and the receipt printer. An empty text has no line. */
export interface TicketContent {
  readonly shop: string;
  readonly phone: string;
  /** `ORIGINAL` or `DUPLICATA n° k`; empty while it is not known. */
  readonly mark: string;
  readonly product: string;
  readonly offer: string;
  /** The value is empty where it would repeat the offer's name. */
  readonly codes: readonly ReadableCode[];
  /** How many codes of the purchase are not on the ticket, because they cannot be read. */
  readonly missing: string;
  readonly price: string;
  readonly redeem: string;
  /** `Code 3/10` on the ticket of one code of several. */
  readonly position: string;
  readonly date: string;
  readonly number: string;
  readonly footer: string;
}

interface TicketSource {
  readonly purchase: SheetPurchase;
  readonly shop: ShopProfile | undefined;
  /** The reseller's own price of a code on the day of the sale, in DA. */
  readonly price: number | null;
  readonly mark: string | undefined;
  readonly redeem: Redeem;
}

/** How a code is used, as a line of a ticket. */
const redeemText = ({ text, link }: Redeem): string =>
  [text, link && words.redeem(shownLink(link))].filter(Boolean).join(' ') || words.redeemInGame;

export function ticketContent({ purchase, shop, price, mark, redeem }: TicketSource): TicketContent {
  const codes = readableCodes(purchase.codes);
  const missing = countUnreadable(purchase.codes);
  return {
    shop: shop?.name ?? '',
    phone: shop?.phone ?? '',
    mark: mark ?? '',
    product: purchase.productName,
    offer: purchase.offerName,
    codes: codes.map((code) => ({
      ...code,
      value: valueBeyondName(code.value, purchase.offerName),
    })),
    missing: missing > 0 ? words.missing(missing) : '',
    price: shop?.showPrice && price !== null ? words.price(codes.length, price) : '',
    redeem: redeemText(redeem),
    position: '',
    date: `${words.date}${colon}${formatDateTime(purchase.createdAt)}`,
    number: `${words.number} ${purchase.id}`,
    footer: shop?.footer ?? '',
  };
}

/** The tickets of a print: one with all codes, or one for each, with its own price. */
export function ticketsOf(source: TicketSource, isPerCode: boolean): TicketContent[] {
  const all = ticketContent(source);
  const { codes } = all;
  if (!isPerCode || codes.length <= 1) return [all];
  const price = all.price && source.price !== null ? words.price(1, source.price) : '';
  const handed = source.purchase.codes.filter(isHanded);
  return codes.map((code, index) => ({
    ...all,
    codes: [code],
    missing: index === codes.length - 1 ? all.missing : '',
    price,
    position: words.position(handed.findIndex(({ id }) => id === code.id) + 1, handed.length),
  }));
}
