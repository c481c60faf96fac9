import { formatAmount } from '../formats.ts';

/** A frozen account, the ceiling of its day, and what a person should look at. */
export const brakes = {
  freeze: 'Geler le compte',
  unfreeze: 'Dégeler le compte',
  frozen: 'Compte gelé : le solde est conservé',
  unfrozen: 'Compte dégelé',
  freezeFailed: 'Impossible de changer ce compte',
  badge: 'Gelé',
  frozenSince: 'Gelé depuis',
  ceiling: {
    action: 'Plafond du jour',
    title: (name: string) => `Plafond du jour de ${name}`,
    label: 'Dépense par jour (DA)',
    hint: 'Vide : sans plafond. C’est un frein : des ventes en cours au même moment peuvent le dépasser.',
    fact: 'Plafond du jour',
    value: (ceiling: number | null, spent: number) =>
      ceiling === null
        ? `sans plafond (${formatAmount(spent)} aujourd’hui)`
        : `${formatAmount(ceiling)} (${formatAmount(spent)} aujourd’hui)`,
    save: 'Enregistrer',
    saved: 'Plafond du jour enregistré',
    failed: 'Impossible de changer le plafond du jour',
  },
  flags: {
    title: 'À regarder',
    text: 'Un signalement ne bloque rien : regardez, puis appelez, gelez ou laissez.',
    kinds: { fast_hour: 'Heure inhabituelle', new_device: 'Gros achat, nouvel appareil' },
    said: (amount: number, usual: number) =>
      `${formatAmount(amount)}, au lieu de ${formatAmount(usual)} d’habitude`,
    see: 'Vu',
    seen: 'Signalement vu',
    seeFailed: 'Impossible d’enregistrer',
  },
} as const;
