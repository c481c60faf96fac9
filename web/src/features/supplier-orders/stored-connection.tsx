import type { SupplierArticle, SupplierTopUp } from '@almas/contract/forms';
import type { SupplierConnection } from '@almas/contract/supplier-orders';
import { editableAmount } from '@almas/locale/formats';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import type * as z from 'zod';
import { Money } from '../../ui/figures.tsx';
import { keepTyped, StoredMeanwhile } from '../../ui/stale-form.tsx';
import { differs } from '../../ui/use-form.ts';
import { useFreeFireOffers } from './connection-top-ups.tsx';
import { namesWith, useOfferNames } from './offer-lines.tsx';

const words = supplierOrders.connections;

/** What a connection says of its supplier, as it is sent. */
interface ConnectionSettings {
  address: string;
  articles: z.output<typeof SupplierArticle>[];
  topUps: z.output<typeof SupplierTopUp>[];
}
/** What the form was opened on, or has taken over since. */
export interface OpenedConnection {
  readonly dailyCap: number;
  readonly settings: ConnectionSettings;
}

export const openedOn = ({ dailyCap, address, articles, topUps }: SupplierConnection): OpenedConnection => ({
  dailyCap,
  settings: {
    address,
    articles: articles.map(({ offerName: _name, ...article }) => article),
    topUps: topUps.map(({ offerName: _name, ...topUp }) => topUp),
  },
});

type Typed = ConnectionSettings & { dailyCap: string };
export const typedOf = (opened: OpenedConnection | null): Typed => ({
  dailyCap: opened ? editableAmount(opened.dailyCap) : '',
  ...(opened?.settings ?? { address: '', articles: [], topUps: [] }),
});

interface OfOffer {
  readonly offerId: string;
}
const ofOffer = <Line extends OfOffer>(lines: readonly Line[], id: string): Line | undefined =>
  lines.find(({ offerId }) => offerId === id);
const offersOf = (...lists: readonly (readonly OfOffer[])[]): ReadonlySet<string> =>
  new Set(lists.flat().map(({ offerId }) => offerId));

/** The lines that were typed, and those that are stored now where nothing was typed. */
const mergedLines = <Line extends OfOffer>(
  typed: readonly Line[],
  opened: readonly Line[],
  stored: readonly Line[],
): Line[] =>
  [...offersOf(stored, typed)].flatMap((id) => {
    const mine = ofOffer(typed, id);
    return (differs(mine, ofOffer(opened, id)) ? mine : ofOffer(stored, id)) ?? [];
  });

/** What was typed in a form that was opened on `from`, and what is stored now for the rest. */
export function mergedWith(typed: Typed, from: OpenedConnection, to: OpenedConnection): Typed {
  const [opened, stored] = [typedOf(from), typedOf(to)];
  return {
    ...keepTyped(typed, opened, stored),
    articles: mergedLines(typed.articles, opened.articles, stored.articles),
    topUps: mergedLines(typed.topUps, opened.topUps, stored.topUps),
  };
}

interface StoredConnectionProps {
  readonly from: OpenedConnection;
  readonly to: OpenedConnection;
  /** The connection as it was read, before and now. */
  readonly read: readonly SupplierConnection[];
}

/** What a colleague has saved of a connection since its form was opened. */
export function StoredConnection({ from, to, read }: StoredConnectionProps) {
  const offers = namesWith(
    read.flatMap(({ articles }) => articles),
    useOfferNames(),
  );
  const freeFireOffers = namesWith(
    read.flatMap(({ topUps }) => topUps),
    useFreeFireOffers(),
  );
  const changed = <Line extends OfOffer>(
    before: readonly Line[],
    now: readonly Line[],
    names: ReadonlyMap<string, string>,
    text: (line: Line) => string,
  ) =>
    [...offersOf(before, now)].flatMap((id) => {
      const line = ofOffer(now, id);
      return differs(line, ofOffer(before, id))
        ? [[names.get(id) ?? id, line ? text(line) : words.lineRemoved] as const]
        : [];
    });
  return (
    <StoredMeanwhile
      reading={to}
      items={[
        from.settings.address === to.settings.address ? null : [words.address, to.settings.address],
        from.dailyCap === to.dailyCap ? null : [words.dailyCap, <Money key="cap" amount={to.dailyCap} />],
        ...changed(
          from.settings.articles,
          to.settings.articles,
          offers,
          ({ article, restock, maxUnitCost }) => words.article(article, restock, maxUnitCost),
        ),
        ...changed(from.settings.topUps, to.settings.topUps, freeFireOffers, ({ article, maxCost }) =>
          words.topUp(article, maxCost),
        ),
      ]}
    />
  );
}
