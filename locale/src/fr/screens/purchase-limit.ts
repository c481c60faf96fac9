import { formatCount, formatDateTime } from '../formats.ts';

const perHour = (count: number) => `${formatCount(count)} achat${count > 1 ? 's' : ''} par heure`;
const counted = (count: number) => `${formatCount(count)} compté${count > 1 ? 's' : ''} dans l’heure`;

/** How many purchases an hour a reseller may make: account details, profile, and where the limit is met. */
export const purchaseLimit = {
  label: 'Achats par heure',
  /** `60 (12 comptés dans l’heure)`, `20 par défaut`. */
  value: (count: number, isOwn: boolean, attempts: number) =>
    `${formatCount(count)}${isOwn ? '' : ' par défaut'}${attempts > 0 ? ` (${counted(attempts)})` : ''}`,
  met: (count: number) => `Votre limite est de ${perHour(count)}`,
  until: (moment: string) => `prochain achat possible le ${formatDateTime(moment)}`,
  free: 'vous pouvez acheter de nouveau',
  action: 'Limite d’achats',
  title: (name: string) => `Limite d’achats de ${name}`,
  hint: (min: number, max: number, byDefault: number) =>
    `De ${formatCount(min)} à ${formatCount(max)}. Par défaut ${formatCount(byDefault)}.`,
  apiOrders: (perMinute: number) =>
    `Les commandes par l’API n’y comptent pas : chaque clé peut en faire ${formatCount(perMinute)} par minute. Le plafond du jour les compte.`,
  invalid: (min: number, max: number) =>
    `La limite est un nombre entier de ${formatCount(min)} à ${formatCount(max)}`,
  save: 'Enregistrer',
  reset: (byDefault: number) => `Revenir à ${formatCount(byDefault)}`,
  done: 'Limite enregistrée',
  failed: 'Erreur de mise à jour',
} as const;
