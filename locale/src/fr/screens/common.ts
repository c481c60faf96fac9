import { formatDateTime } from '../formats.ts';
import { alertTexts } from '../shared-texts.ts';

/** Words that every screen shares. */
export const common = {
  product: 'Almas',
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
  listEnd: 'Fin de la liste',
  messages: 'Messages',
  required: 'obligatoire',
  /** Also what the server answers: the sign-in says it without loading its other sentences. */
  requiredFields: 'Veuillez remplir tous les champs obligatoires',
  optional: 'facultatif',
  none: '-',
  newTab: 'nouvel onglet',
  loadFailed: 'Erreur de chargement',
  loadFailedText: 'Impossible de charger les informations',
  part: {
    missing: 'Cette page n’a pas pu être chargée. Vérifiez votre connexion internet.',
    dialogMissing: 'La fenêtre n’a pas pu être chargée',
  },
  network: {
    lost: 'Connexion au serveur impossible. Vérifiez votre connexion internet.',
    decisionLost:
      'Réponse du serveur perdue : votre décision a peut-être été enregistrée. Cet écran le dira.',
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
    requested: 'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
    advanced: 'Avance accordée',
    lost: 'La connexion a été coupée avant la réponse. Nous vérifions votre demande : ne la refaites pas.',
    offline: 'Vous êtes hors ligne : rien n’a été envoyé. Réessayez une fois la connexion revenue.',
    closed: 'La demande n’est pas passée : rien n’a été débité. Vous pouvez recommencer.',
    unresolved: 'Votre demande n’a pas pu être vérifiée. Cherchez-la dans vos listes avant de recommencer.',
  },
  alerts: {
    database: { title: alertTexts.databaseTitle, message: alertTexts.loadMessage },
    payment: { title: alertTexts.paymentTitle, message: alertTexts.paymentMessage },
  },
  contact: { phone: 'Téléphone', email: 'Email' },
  theme: { label: 'Apparence', auto: 'Système', light: 'Clair', dark: 'Sombre' },
  accountStatus: { pending: 'En attente', active: 'Actif', inactive: 'Inactif' },
} as const;
