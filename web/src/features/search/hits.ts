import { containsWords } from '@almas/contract/fold-text';
import type { SearchHit } from '@almas/contract/search';
import { search as words } from '@almas/locale/screens/search';
import { offerAnchor } from '../../lib/offer-anchor.ts';
import { linkTo } from '../../platform/navigation/index.ts';

/** A line of the list: a hit of the server, or a page. */
export interface SearchLine {
  readonly id: string;
  readonly kind: keyof typeof words.kinds;
  readonly title: string;
  readonly detail: string;
  readonly status: string;
  readonly amount: number | null;
  readonly at: string | null;
  readonly target: SearchTarget;
}

export interface SearchTarget {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly hash?: string;
}

/** The pages whose names have the words; all of them for an empty text. */
export const pageLines = (text: string): SearchLine[] =>
  Object.entries(words.pages)
    .filter(([, title]) => containsWords(title, text))
    .map(([address, title]) => {
      const [to = '', query = ''] = address.split('?');
      return {
        id: `page-${address.replace(/\W/g, '-')}`,
        kind: 'page',
        title,
        detail: '',
        status: '',
        amount: null,
        at: null,
        target: { to, search: Object.fromEntries(new URLSearchParams(query)) },
      };
    });

/** A code leads to who bought it, or to the offer that has it. */
function targetOf({ kind, id, offerId, buyerId }: SearchHit): SearchTarget {
  if (kind !== 'code') return linkTo(kind, id);
  if (buyerId !== null) return linkTo('account', buyerId);
  return {
    to: `/admin/products/${id}/edit`,
    ...(offerId !== null && { hash: offerAnchor(offerId) }),
  };
}

export const hitLines = (hits: readonly SearchHit[]): SearchLine[] =>
  hits.map((hit, index) => ({
    id: `${hit.kind}-${hit.id}-${index}`,
    kind: hit.kind,
    title: hit.title,
    detail: hit.kind === 'code' && hit.detail ? words.boughtBy(hit.detail) : hit.detail,
    status: (words.status[hit.kind] as Readonly<Record<string, string>>)[hit.status] ?? '',
    amount: hit.amount,
    at: hit.at,
    target: targetOf(hit),
  }));
