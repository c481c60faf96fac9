import { formatAmount, formatChartDay, formatCount, formatDate, formatTenths } from '../formats.ts';
import { rechargeMethodNames } from '../shared-texts.ts';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count > 1 ? many : one}`;
const methods: Readonly<Record<string, string>> = {
  ...rechargeMethodNames,
  manual_admin: 'Par un administrateur',
};
const sources: Readonly<Record<string, string>> = {
  admin_recharge: 'Recharge',
  advance: 'Avances',
  purchase: 'Codes vendus',
  freefire_request: 'Free Fire',
  freefire_refund: 'Remboursements Free Fire',
  claim_refund: 'Avoirs sur réclamation',
  admin_debit: 'Corrections',
};

/** The page that the owner opens each morning: five questions, the margin, a day. */
export const owner = {
  open: 'Vue du propriétaire',
  title: 'Vue du propriétaire',
  tabs: { label: 'Afficher', view: 'Vue', margin: 'Marge', day: 'Journée', stock: 'Stock' },
  failed: 'Impossible de charger ces chiffres',
  table: 'Voir les chiffres',
  openList: 'Voir la liste',
  period: 'Période',
  periods: {
    '7': '7 j',
    '30': '30 j',
    '90': '90 j',
    '365': '1 an',
    lastMonth: 'Mois dernier',
    lastYear: 'Année dernière',
    dates: 'Autres dates',
  },
  codes: (count: number) => counted(count, 'code', 'codes'),
  marginOf: (margin: number) => `marge ${formatAmount(margin)}`,
  heads: {
    day: 'Jour',
    codes: 'Codes',
    amount: 'Vendu pour',
    cost: 'Coût',
    margin: 'Marge',
    unknown: 'Coût inconnu',
    weekday: 'Jour',
    hour: 'Heure',
    name: 'Nom',
    debt: 'Dette',
    stock: 'Stock',
    cover: 'Couverture',
    missed: 'Ventes manquées',
    forecast: 'Prévu sur 7 jours',
    overdue: 'En retard',
    dueOn: 'Échéance',
    lastPurchase: 'Dernier achat',
    balance: 'Solde',
  },

  earned: {
    title: 'Qu’avons-nous gagné ?',
    margin: 'Marge',
    sold: 'Vendu',
    unknown: 'Vendu au coût inconnu',
    unknownNote: (codes: number) => `${counted(codes, 'code', 'codes')} sans marge connue`,
    claims: 'Rendu pour des codes refusés',
    claimsNote: ({ codes, unknownCodes, regained }: RefusedCodes) =>
      `${counted(codes, 'code crédité ou remplacé', 'codes crédités ou remplacés')}${unknownCodes > 0 ? `, dont ${counted(unknownCodes, 'remplaçant', 'remplaçants')} au coût inconnu` : ''}, hors de la marge et de ce que le fournisseur reprend${regained > 0 ? ` : ${formatAmount(regained)} sur la période` : ''}`,
    rate: (rate: number) => `${formatTenths(rate)} % des ventes au coût connu`,
    noRate: 'aucune vente au coût connu',
    before: (change: number) =>
      change === 0
        ? 'comme la période d’avant'
        : `${change > 0 ? '+' : '−'}${formatAmount(Math.abs(change))} sur la période d’avant`,
    chart: 'Marge par jour',
    chartText: (margin: number, from: string, to: string, isByWeek: boolean) =>
      `${formatAmount(margin)} de marge du ${formatDate(from)} au ${formatDate(to)}, hors recharges Free Fire.${isByWeek ? ' Une barre par semaine.' : ''}`,
    label: (day: string, margin: number, unknown: number) =>
      `${formatChartDay(day)} : ${formatAmount(margin)} de marge${unknown > 0 ? `, ${formatAmount(unknown)} vendus au coût inconnu` : ''}`,
    sales: 'Ventes et prévision',
    salesText: (codes: number) =>
      `Ventes par jour, et ${counted(Math.round(codes), 'code attendu', 'codes attendus')} sur les 7 prochains jours.`,
    pastSalesText: 'Ventes par jour.',
    forecastLabel: 'Prévision',
    salesLabel: 'Ventes',
    saleLabel: (day: string, amount: number) => `${formatChartDay(day)} : ${formatAmount(amount)}`,
  },
  hours: {
    title: 'Qu’est-ce qui se vend, et quand ?',
    chart: 'Ventes par jour et heure',
    text: (weekday: string, hour: number) => `Le plus fort : ${weekday.toLowerCase()} à ${hour} h.`,
    none: 'Aucune vente sur la période',
    weekdays: ['Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi', 'Dimanche'],
    short: ['lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.', 'dim.'],
    label: (weekday: string, hour: number, codes: number, amount: number) =>
      `${weekday} à ${hour} h : ${counted(codes, 'code', 'codes')}, ${formatAmount(amount)}`,
    games: 'Ventes par jeu',
    gamesText: 'Ce que chaque jeu a rapporté, le plus vendu d’abord.',
  },
  sellers: {
    title: 'Qui vend ?',
    chart: 'Meilleurs revendeurs',
    text: (hasDebts: boolean) =>
      `Les plus gros acheteurs de la période, avec leur marge${hasDebts ? ' et leur dette' : ''}.`,
    none: 'Aucun achat sur la période',
    note: (margin: number, debt: number | null) =>
      `marge ${formatAmount(margin)}${debt ? ` · dette ${formatAmount(debt)}` : ''}`,
    dormant: 'Boutiques endormies',
    dormantText: (count: number) =>
      count === 0
        ? 'Aucune boutique qui a acheté ces 90 derniers jours ne s’est arrêtée depuis plus de sept jours.'
        : `${counted(count, 'boutique en activité n’a', 'boutiques en activité n’ont')} rien acheté ni demandé depuis plus de sept jours.`,
    since: (moment: string) => `dernier achat le ${formatDate(moment)}`,
  },
  short: {
    title: 'Qu’est-ce qui manque ?',
    chart: 'À commander',
    text: 'Sous leur seuil, ou bientôt vides. La prévision couvre les sept prochains jours.',
    none: 'Aucune offre à commander',
    missed: 'Ventes manquées',
    missedText: 'Ventes refusées sur la période parce que les codes manquaient.',
    noMissed: 'Aucune vente manquée',
    missedFigure: (sales: number) => counted(sales, 'vente manquée', 'ventes manquées'),
    forecast: (codes: number) => `${formatTenths(codes)} codes attendus en 7 jours`,
  },
  late: {
    title: 'Qui est en retard ?',
    debts: 'Dettes en retard',
    debtsText: (overdue: number, accounts: number) =>
      accounts === 0
        ? 'Aucune dette en retard.'
        : `${formatAmount(overdue)} en retard chez ${counted(accounts, 'compte', 'comptes')}.`,
    since: (dueOn: string) => `échéance le ${formatDate(dueOn)}`,
    requests: 'Demandes de recharge en attente',
    requestsText: (count: number, amount: number) =>
      count === 0
        ? 'Aucune demande n’attend.'
        : `${counted(count, 'demande', 'demandes')} pour ${formatAmount(amount)}.`,
    oldest: 'La plus ancienne :',
  },
  margin: {
    by: 'Par',
    groups: { game: 'Jeu', offer: 'Offre', reseller: 'Revendeur', day: 'Jour' },
    caption: 'Marge',
    empty: 'Aucune vente sur la période',
    unknown: 'Coût inconnu',
    total: 'Marge totale',
    gameNames: 'Les jeux sont ceux d’aujourd’hui : un produit qui a changé de jeu compte pour le nouveau.',
    freeFire: 'Free Fire, hors de cette marge',
    freeFireSold: (amount: number) => `${formatAmount(amount)} vendus`,
  },
  stock: {
    label: 'À la fin du',
    text: 'Les codes non vendus ce jour-là, au coût de leur lot. Un coût noté après coup compte aussi pour les jours d’avant.',
    value: 'Valeur au coût',
    unknown: 'Coût inconnu',
    caption: 'Stock par offre',
    empty: 'Aucun code en stock ce jour-là',
  },
  day: {
    label: 'Jour',
    opening: 'Soldes au début',
    closing: 'Soldes à la fin',
    closingNow: 'Soldes maintenant',
    open: 'Journée en cours',
    credits: 'Crédits',
    debits: 'Débits',
    lines: 'Mouvements de la journée',
    total: 'Total',
    empty: 'Aucun mouvement ce jour-là',
    entries: (count: number) => counted(count, 'mouvement', 'mouvements'),
    line: (source: string, method: string | null): string =>
      [sources[source] ?? 'Autres mouvements', method && (methods[method] ?? method)]
        .filter(Boolean)
        .join(' · '),
    movements: 'Tous les mouvements, un par ligne',
    spans: { day: 'Ce jour', month: 'Ce mois', year: 'Cette année' },
    previous: 'Jour précédent',
    next: 'Jour suivant',
  },
  mine: {
    title: 'Ma journée',
    empty: 'Aucune vente aujourd’hui',
    sold: 'Codes vendus aujourd’hui',
    paid: 'Payés',
    retail: 'Vendus à vos prix',
    topUps: 'Recharges Free Fire',
    asked: (requests: number) => counted(requests, 'demande', 'demandes'),
    without: (codes: number) => `sans ${counted(codes, 'code', 'codes')} sans prix de vente`,
    caption: 'Vendus aujourd’hui, par offre',
    offer: 'Offre',
    failed: 'Impossible de charger la journée',
  },
} as const;

interface RefusedCodes {
  readonly codes: number;
  readonly unknownCodes: number;
  readonly regained: number;
}
