import { formatAmount } from '../formats.ts';

/** Of every field that holds an amount of money. */
export const amounts = {
  read: (dinars: number) => `Montant lu : ${formatAmount(dinars)}`,
  between: (min: number, max: number) => `De ${formatAmount(min)} à ${formatAmount(max)}`,
  whole: (min: number, max: number) => `Dinars entiers, de ${formatAmount(min)} à ${formatAmount(max)}`,
  atMost: (max: number) => `${formatAmount(max)} au plus`,
  /** Why a typed amount was not read. */
  ambiguous: (text: string) =>
    `Deux lectures possibles : écrivez ${text.replace(/[^\d-]/g, '')} pour des milliers, ou deux décimales au plus`,
  decimals: 'Deux décimales au plus',
  text: 'Écrivez un nombre, par exemple 1500 ou 1500,75',
  price: 'Prix (DA)',
  priceSaved: 'Prix mis à jour',
  check: 'Vérifiez le montant',
  checkText: (limit: number) => `Il dépasse ${formatAmount(limit)}.`,
  changeMuch: 'Ce prix change de plus de 20 %.',
  became: 'devient',
  change: 'Modifier',
} as const;
