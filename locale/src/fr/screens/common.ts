import { formatAmount, formatDateTime } from '../formats.ts';
import { stored } from '../stored.ts';

/** Words that every screen shares. */
export const common = {
  product: 'Almas',
  tagline: 'Codes de jeux et recharges pour revendeurs',
  loading: 'Chargement…',
  loadingProfile: 'Chargement du profil...',
  retry: 'Réessayer',
  cancel: 'Annuler',
  confirm: 'Confirmer',
  close: 'Fermer',
  save: 'Enregistrer',
  search: 'Rechercher',
  clear: 'Effacer',
  copy: 'Copier',
  copied: 'Copié',
  seeAll: 'Voir tout',
  back: 'Retour',
  refresh: 'Actualiser',
  showMore: 'Afficher plus',
  messages: 'Messages',
  required: 'obligatoire',
  optional: 'facultatif',
  none: '-',
  newTab: 'nouvel onglet',
  loadFailed: 'Erreur de chargement',
  part: {
    missing: "Cette page n'a pas pu être chargée. Vérifiez votre connexion internet.",
    dialogMissing: "La fenêtre n'a pas pu être chargée",
  },
  network: {
    lost: 'Connexion au serveur impossible. Vérifiez votre connexion internet.',
    timeout: 'Le serveur met trop de temps à répondre. Veuillez réessayer.',
    offline: 'Vous êtes hors ligne.',
    unreachable: 'Le serveur ne répond pas.',
    mayBeOld: 'Les informations affichées peuvent dater.',
    lastKnown: (moment: string) => `Dernières informations connues : ${formatDateTime(moment)}.`,
    back: 'Connexion rétablie',
  },
  moneyCall: {
    verifying: 'Vérification en cours…',
    purchased: 'Achat effectué avec succès !',
    requested: 'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
    lostTitle: 'Réponse perdue',
    lost: 'La connexion a été coupée avant la réponse. Nous vérifions votre demande : ne la refaites pas.',
    unresolved: 'Votre demande n’a pas pu être vérifiée. Consultez vos opérations avant de recommencer.',
  },
  amount: {
    read: (dinars: number) => `Montant lu : ${formatAmount(dinars)}`,
    between: (min: number, max: number) => `De ${formatAmount(min)} à ${formatAmount(max)}`,
    atMost: (max: number) => `${formatAmount(max)} au plus`,
    /** Why a typed amount was not read. */
    ambiguous: (text: string) =>
      `Deux lectures possibles : écrivez ${text.replace(/[^\d-]/g, '')} pour des milliers, ou deux décimales au plus`,
    decimals: 'Deux décimales au plus',
    text: 'Écrivez un nombre, par exemple 1500 ou 1500,75',
    check: 'Vérifiez le montant',
    checkText: (limit: number) => `Il dépasse ${formatAmount(limit)}.`,
    change: 'Modifier',
  },
  alerts: {
    database: { title: stored.alerts.databaseTitle, message: stored.alerts.loadMessage },
    payment: { title: stored.alerts.paymentTitle, message: stored.alerts.paymentMessage },
  },
  theme: { label: 'Apparence', auto: 'Auto', light: 'Clair', dark: 'Sombre' },
  accountStatus: { pending: 'En attente', active: 'Actif', inactive: 'Inactif' },
} as const;
