import { formatAmount, formatDateTime } from '../formats.ts';
import { alertTexts } from '../shared-texts.ts';

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
  export: {
    action: 'Exporter (CSV)',
    busy: 'Export en cours…',
    done: 'Export terminé',
    failed: "Erreur d'export",
  },
  sort: { label: 'Trier par', asc: 'croissant', desc: 'décroissant' },
  /** What waits for a decision. */
  queue: {
    label: 'Ordre',
    orders: { asc: 'Plus anciennes', desc: 'Plus récentes' },
  },
  messages: 'Messages',
  required: 'obligatoire',
  /** Also what the server answers: the sign-in says it without loading its other sentences. */
  requiredFields: 'Veuillez remplir tous les champs obligatoires',
  optional: 'facultatif',
  none: '-',
  newTab: 'nouvel onglet',
  loadFailed: 'Erreur de chargement',
  loadFailedText: 'Impossible de charger les informations',
  address: {
    copy: 'Copier le lien',
    copied: 'Lien copié',
    copyFailed: 'Le lien n’a pas pu être copié',
    opening: 'Ouverture…',
    unknown: 'Introuvable',
    unknownText: 'Vérifiez le lien : ce qu’il désigne n’existe pas ou n’existe plus.',
  },
  part: {
    missing: 'Cette page n’a pas pu être chargée. Vérifiez votre connexion internet.',
    dialogMissing: 'La fenêtre n’a pas pu être chargée',
  },
  version: {
    available: 'Nouvelle version disponible',
    unsaved: 'enregistrez ou annulez d’abord votre saisie',
    openCall: 'une opération est en cours, réessayez dans un instant',
  },
  unsaved: {
    title: 'Quitter sans enregistrer ?',
    text: 'Ce que vous avez saisi ne sera pas conservé.',
    leave: 'Quitter sans enregistrer',
    stay: 'Continuer la saisie',
  },
  network: {
    lost: 'Connexion au serveur impossible. Vérifiez votre connexion internet.',
    timeout: 'Le serveur met trop de temps à répondre. Veuillez réessayer.',
    offline: 'Vous êtes hors ligne.',
    unreachable: 'Le serveur ne répond pas.',
    mayBeOld: 'Les informations affichées peuvent dater.',
    lastKnown: (moment: string) => `Dernières informations connues : ${formatDateTime(moment)}.`,
    /** An error of the server with the id that the operator finds in the log. */
    withReference: (sentence: string, id: string) => `${sentence} (référence ${id})`,
    back: 'Connexion rétablie',
  },
  moneyCall: {
    verifying: 'Vérification en cours…',
    purchased: 'Achat effectué avec succès !',
    requested: 'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
    lost: 'La connexion a été coupée avant la réponse. Nous vérifions votre demande : ne la refaites pas.',
    offline: 'Vous êtes hors ligne : rien n’a été envoyé. Réessayez une fois la connexion revenue.',
    closed: 'La demande n’est pas passée : rien n’a été débité. Vous pouvez recommencer.',
    unresolved: 'Votre demande n’a pas pu être vérifiée. Consultez vos opérations avant de recommencer.',
    list: {
      title: 'Demandes sans réponse',
      kinds: {
        'purchases.create': 'Achat',
        'freeFire.createRequest': 'Recharge Free Fire',
        'rechargeRequests.create': 'Demande de recharge',
      },
      states: {
        lost: 'Réponse perdue : nous demandons au serveur ce qu’il en est. Ne refaites pas cette demande.',
        executed: 'Achat effectué : le code est dans « Mes cartes ».',
        closed: 'Non effectuée : rien n’a été débité. Vous pouvez recommencer.',
        expired: 'Trop ancienne pour être vérifiée : consultez vos opérations avant de recommencer.',
      },
      cards: 'Voir mes cartes',
      operations: 'Voir mes opérations',
      dismiss: 'Retirer de la liste',
    },
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
    database: { title: alertTexts.databaseTitle, message: alertTexts.loadMessage },
    payment: { title: alertTexts.paymentTitle, message: alertTexts.paymentMessage },
  },
  contact: { phone: 'Téléphone', email: 'Email' },
  theme: { label: 'Apparence', auto: 'Système', light: 'Clair', dark: 'Sombre' },
  accountStatus: { pending: 'En attente', active: 'Actif', inactive: 'Inactif' },
} as const;
