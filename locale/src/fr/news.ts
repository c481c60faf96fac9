import { type LowStock, type News, newsIn, partNames } from '../news.ts';

export type { LowStock, News };

const healthParts: Readonly<Record<string, string>> = {
  database: 'la base de données',
  disk: 'le disque (presque plein)',
  backup: 'la sauvegarde (en échec ou trop ancienne)',
  audit: 'le contrôle des comptes (écarts, incomplet ou trop ancien)',
  archive: 'l’archivage (en retard)',
};

/** The words for a type of news; undefined for a type that is not sent. */
export const news = newsIn({
  balance_credited: {
    title: 'Solde crédité',
    text: 'Votre solde a été crédité. Le détail est dans vos opérations.',
  },
  balance_debited: {
    title: 'Solde débité',
    text: 'Votre solde a été débité. Le détail est dans vos opérations.',
  },
  debt_due: {
    title: 'Échéance',
    text: 'Une partie de votre dette est à payer. Le détail est sur votre tableau de bord.',
  },
  debt_paid: {
    title: 'Encaissement',
    text: 'Un paiement de votre dette a été reçu. Le reçu est sur votre tableau de bord.',
  },
  debt_payment_taken_back: {
    title: 'Encaissement annulé',
    text: 'Un paiement de votre dette n’est plus compté. Le détail est sur votre tableau de bord.',
  },
  claim_decided: {
    title: 'Réclamation traitée',
    text: 'Une de vos réclamations a reçu une réponse. Elle est dans vos achats.',
  },
  webhook_off: {
    title: 'Webhook arrêté',
    text: 'Votre site n’accepte plus les envois : un webhook est arrêté. Il se relance dans vos paramètres.',
  },
  code_claim: {
    title: 'Nouvelle réclamation',
    text: 'Un revendeur attend une décision.',
  },
  recharge_request: {
    title: 'Nouvelle demande de recharge',
    text: 'Un revendeur attend une décision.',
  },
  free_fire_request: {
    title: 'Nouvelle demande Free Fire',
    text: 'Un revendeur attend une décision.',
  },
  account_registered: {
    title: 'Nouvelle inscription',
    text: 'Un compte attend son activation.',
  },
  password_known: {
    title: 'Mot de passe connu d’un autre ?',
    text: 'Quelqu’un a saisi votre mot de passe, puis des codes incorrects. Si ce n’était pas vous, changez-le.',
  },
  announcement: {
    title: 'Nouvelle annonce',
    text: 'Votre fournisseur a publié une annonce. Elle est sous la cloche.',
  },
  low_stock: (offers) => ({ title: 'Stock bas', text: offers }),
  health_failed: (parts) => ({
    title: 'État du système',
    text: `En panne ou à vérifier : ${partNames(healthParts, parts).join(', ')}.`,
  }),
  alert: (title) => ({ title: 'Alerte Almas', text: title }),
});

/** `Free Fire, 110 Diamants`, and how many more there are. */
export const lowStockOffers = ({ first, more }: LowStock): string => {
  const shown = first.map(({ product, offer }) => `${product}, ${offer}`);
  return `${shown.join(' ; ')}${more > 0 ? ` et ${more} ${more > 1 ? 'autres offres' : 'autre offre'}` : ''}`;
};

/** For a chat: the address is given where the installation has one, and the number is the same when it is sent again. */
export const chatMessage = ({ title, text, path }: News, id: number, publicUrl: string | undefined): string =>
  [title, text, ...(publicUrl === undefined ? [] : [`${publicUrl}${path}`]), `Message n° ${id}`].join('\n');
