import { foldText } from '@almas/contract/fold-text';
import type { PriceLevel, PriceListInput } from '@almas/contract/prices';
import { readTypedAmount } from '@almas/contract/typed-amount';
import type { SourceGrid } from '../codes/reader/grid.ts';

type Level = Pick<PriceLevel, 'id' | 'name'>;

/** Which column holds what; -1: none. */
export interface PriceColumns {
  readonly product: number;
  readonly offer: number;
  readonly base: number;
  /** By the id of the level. */
  readonly levels: Readonly<Record<string, number>>;
}

export interface PriceListReading {
  readonly lines: PriceListInput['lines'];
  /** Numbers of rows without an offer or any price, or with a price that cannot be read. */
  readonly unreadable: readonly number[];
}

const names = {
  product: /^(produit|jeu|carte|article|product|game)/i,
  offer: /offre|d[ée]signation|d[ée]nomination|libell[ée]|nom|offer|name|العرض/i,
  base: /prix|tarif|montant|price|da\b|السعر/i,
  /** What the owner pays, which no reseller does. */
  cost: /achat|co[ûu]t|\bcost|الشراء|التكلفة/i,
};

const priceOf = (cell: string | undefined): number | null => {
  const typed = readTypedAmount((cell ?? '').replace(/\s*(da|dzd|دج)\.?\s*$/i, ''));
  return typed.kind === 'amount' && typed.amount > 0 ? typed.amount : null;
};

/** A cell that says that there is no price. */
const isBlank = (cell: string | undefined): boolean => /^\s*[-–—]?\s*$/.test(cell ?? '');

const rowsOf = (grid: SourceGrid) => grid.rows.filter(({ isNote }) => !isNote);

/** Guesses the columns by their names, then by what they hold: the longest texts are the offers, the first amounts the prices. */
export function guessPriceColumns(grid: SourceGrid, levels: readonly Level[]): PriceColumns {
  const rows = rowsOf(grid).slice(0, 50);
  const columns = grid.heads.map((head, column) => {
    const cells = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);
    const prices = cells.filter((cell) => priceOf(cell) !== null).length / Math.max(1, cells.length);
    const length = cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length);
    return { head, column, isPrice: cells.length > 0 && prices > 0.6, length };
  });
  const ofLevels = Object.fromEntries(
    levels.map(({ id, name }) => [
      id,
      columns.find(({ head, isPrice }) => isPrice && foldText(head).trim() === foldText(name).trim())
        ?.column ?? -1,
    ]),
  );
  const taken = new Set(Object.values(ofLevels));
  const amounts = columns.filter(
    ({ head, isPrice, column }) => isPrice && !taken.has(column) && !names.cost.test(head),
  );
  const base = (amounts.find(({ head }) => names.base.test(head)) ?? amounts[0])?.column ?? -1;
  const texts = columns.filter(({ isPrice }) => !isPrice);
  const product = texts.find(({ head }) => names.product.test(head))?.column ?? -1;
  const others = texts.filter(({ column }) => column !== product);
  const longest = others.toSorted((a, b) => b.length - a.length)[0];
  const offer = (others.find(({ head }) => names.offer.test(head)) ?? longest)?.column ?? -1;
  return offer < 0 && product >= 0
    ? { product: -1, offer: product, base, levels: ofLevels }
    : { product, offer, base, levels: ofLevels };
}

/** The lines of a list: an offer and at least one price. A row with a price that cannot be read changes none of its prices. */
export function readPriceList(grid: SourceGrid, columns: PriceColumns): PriceListReading {
  const lines: PriceListInput['lines'] = [];
  const unreadable: number[] = [];
  const wanted = [
    ...(columns.base >= 0 ? [{ levelId: null, column: columns.base }] : []),
    ...Object.entries(columns.levels)
      .filter(([, column]) => column >= 0)
      .map(([levelId, column]) => ({ levelId, column })),
  ];
  for (const { cells, line } of rowsOf(grid)) {
    const offer = [columns.product, columns.offer]
      .map((column) => cells[column] ?? '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 400);
    const prices = wanted.flatMap(({ levelId, column }) => {
      const price = priceOf(cells[column]);
      return price === null ? [] : [{ levelId, price }];
    });
    const isUnclear = wanted.some(({ column }) => !isBlank(cells[column]) && priceOf(cells[column]) === null);
    if (offer === '' || prices.length === 0 || isUnclear) unreadable.push(line);
    else lines.push({ offer, prices });
  }
  return { lines, unreadable };
}
