import { formatAmount, formatCount } from '../formats.ts';

const codes = (count: number) => `${formatCount(count)} code${count > 1 ? 's' : ''}`;

/** Orders that the server sends to suppliers. */
export const supplierOrders = {
  title: 'Commandes aux fournisseurs',
  panel: {
    open: 'Commandes aux fournisseurs',
    unknown: (orders: number) =>
      orders > 1
        ? `${formatCount(orders)} commandes au résultat inconnu attendent une réponse`
        : 'Une commande au résultat inconnu attend une réponse',
    nothing: 'Aucune commande au résultat inconnu',
  },
  tabs: { label: 'Vue', orders: 'Commandes', connections: 'Connexions' },
  failed: 'Impossible de charger les commandes',
  which: { label: 'Commandes', all: 'Toutes', open: 'En cours', delivered: 'Livrées', failed: 'Sans effet' },
  empty: 'Aucune commande',
  emptyText: 'Connectez un fournisseur, ou lancez une répétition : elle ne coûte rien.',
  statuses: {
    planned: 'Prévue',
    sending: 'Envoi en cours',
    accepted: 'Acceptée',
    delivered: 'Livrée',
    partial: 'Livrée en partie',
    failed: 'Sans effet',
    unknown: 'Résultat inconnu',
  },
  unknownTitle: 'Résultat inconnu : payée ou non ?',
  unknownSearched:
    'Le serveur demande au fournisseur, et ne renvoie jamais la commande. Vous pouvez aussi regarder son site et décider.',
  unknownPerson:
    'Ce fournisseur ne répond pas aux recherches : regardez son site ou écrivez-lui, puis dites ce qu’est devenue la commande.',
  nextCheck: 'Prochaine recherche',
  line: (quantity: number, delivered: number) =>
    delivered > 0 ? `${formatCount(delivered)} sur ${codes(quantity)} en stock` : codes(quantity),
  cost: (cost: number | null, maxCost: number) =>
    cost === null ? `au plus ${formatAmount(maxCost)}` : `coût ${formatAmount(cost)}`,
  restock: 'Sous le seuil',
  reference: (reference: string, number: string) =>
    number === '' ? `Référence ${reference}` : `Référence ${reference}, n° ${number} chez le fournisseur`,
  by: (name: string) => `par ${name}`,
  resolve: 'Décider',
  resolveTitle: (reference: string) => `Commande ${reference}`,
  resolveText: 'Regardez chez le fournisseur avant de décider : une réponse fausse coûte une commande.',
  outcome: 'Ce qu’elle est devenue',
  outcomes: { failed: 'Rien n’a été pris', delivered: 'Elle est payée' },
  evidence: 'Preuve',
  evidenceHint: 'Qui l’a dit : un reçu, un message, un numéro',
  paid: 'Coût total (DA)',
  codes: 'Codes reçus',
  codesHint: 'Un par ligne ; laissez vide si aucun n’est arrivé',
  save: 'Enregistrer',
  resolved: 'Commande tranchée',
  resolveFailed: 'La commande n’a pas été tranchée',
  resolveLost: 'La réponse s’est perdue : la commande va dire ce qu’elle est devenue',
  order: {
    open: 'Commander',
    title: (supplier: string) => `Commander à ${supplier}`,
    offer: 'Offre',
    quantity: 'Nombre de codes',
    maxCost: 'Coût maximal de la commande (DA)',
    send: 'Commander',
    done: 'Commande prévue : elle part dans quelques secondes',
    failed: 'La commande n’a pas été enregistrée',
    lost: 'La réponse s’est perdue : regardez les commandes avant de recommencer',
  },
  rehearsal: {
    run: 'Lancer une répétition',
    text: 'Un fournisseur simulé reçoit une commande par panne possible. Aucun argent ne part, et ses codes vont à un produit brouillon que personne ne voit.',
    done: (orders: number) => `Répétition lancée : ${formatCount(orders)} commande${orders > 1 ? 's' : ''}`,
    failed: 'La répétition n’a pas commencé',
  },
  connections: {
    failed: 'Impossible de charger les connexions',
    empty: 'Aucune connexion',
    emptyText:
      'Une connexion dit au serveur comment commander à un fournisseur, et combien il peut dépenser par jour.',
    add: 'Ajouter une connexion',
    edit: 'Modifier',
    editTitle: (supplier: string) => `Connexion à ${supplier}`,
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    paused: 'En pause',
    balance: 'Solde chez le fournisseur',
    noBalance: 'inconnu',
    spent: (spent: number, cap: number) => `${formatAmount(spent)} sur ${formatAmount(cap)} aujourd’hui`,
    counts: (open: number, unknown: number) =>
      `${formatCount(open)} en cours · ${formatCount(unknown)} au résultat inconnu`,
    supplier: 'Fournisseur',
    choose: 'Choisissez',
    kind: 'Type',
    kinds: {
      idempotent: 'Par référence (la référence est la clé)',
      searchable: 'Par recherche (la référence est une note)',
      simulator: 'Simulé',
    } as Readonly<Record<string, string>>,
    address: 'Adresse de l’API',
    secret: 'Clé de l’API',
    secretKept: 'Une clé est enregistrée ; laissez vide pour la garder',
    secretHint: 'Enregistrée chiffrée, jamais affichée',
    dailyCap: 'Plafond par jour (DA)',
    articles: 'Articles',
    noArticles: 'Aucun article : rien ne peut être commandé.',
    article: (article: string, restock: number, maxUnitCost: number) =>
      `${article}, ${restock === 0 ? 'sans rachat automatique' : `${codes(restock)} sous le seuil`}, au plus ${formatAmount(maxUnitCost)} le code`,
    removeArticle: 'Retirer',
    addArticle: 'Ajouter cet article',
    offer: 'Offre',
    articleName: 'Nom de l’article chez le fournisseur',
    restock: 'Codes à racheter sous le seuil',
    restockHint: '0 : jamais tout seul. Le seuil est celui de l’offre.',
    maxUnitCost: 'Prix maximal d’un code (DA)',
    save: 'Enregistrer',
    saved: 'Connexion enregistrée',
    saveFailed: 'La connexion n’a pas été enregistrée',
  },
} as const;
