import type { NextStep } from '@almas/contract/api-advice';

/** The readable page of the API. */
export const apiTexts = {
  title: 'API Almas',
  introduction:
    'JSON sur HTTP. La session est un cookie HttpOnly ouvert par POST /api/login. Les montants sont en DA, les dates en ISO 8601. Une liste répond { items, nextCursor } : passez nextCursor en cursor pour la page suivante. Un refus répond { code, message } : le code est stable, le message est la phrase à montrer.',
  idempotencyKey:
    'Une clé par geste (1 à 200 caractères ASCII visibles). La même clé et la même demande : la première réponse, rien n’est fait deux fois. Après une réponse perdue, POST /api/outcomes/{clé} dit ce qu’il en est ; ne renvoyez pas la demande. Sans clé, une demande qui déplace de l’argent est refusée (428 KEY_REQUIRED).',
  done: 'Fait, sans contenu',
  retryable: 'Le même appel, répété tel quel, peut réussir',
  next: 'Ce qu’il faut faire, en français',
  created: 'Fait à cet appel',
  repeated: 'Fait par un appel précédent, avec la même réponse',
  groups: {
    accounts: 'Compte et session',
    users: 'Comptes (administration)',
    wallet: 'Soldes et transactions',
    rechargeRequests: 'Demandes de recharge',
    products: 'Produits et offres',
    codes: 'Codes',
    purchases: 'Achats',
    outcomes: 'Demandes sans réponse',
    freeFire: 'Free Fire',
    notifications: 'Notifications',
    statistics: 'Statistiques',
    auditTrail: 'Journal des actions',
    live: 'Événements en direct',
    contact: 'Contact',
    settings: 'Paramètres',
    configuration: 'Configuration',
    apiKeys: 'Clés d’API (revendeurs)',
    resellerApi: 'API des revendeurs',
    webhooks: 'Webhooks (revendeurs)',
  } as Record<string, string>,
  access: {
    public: 'tout le monde',
    'signed-in': 'toute session',
    active: 'compte actif',
    reseller: 'revendeur actif',
    admin: 'administrateur',
    key: 'clé d’API d’un revendeur actif',
  },
  parameter: 'Paramètre',
  place: 'Où',
  required: 'Requis',
  yes: 'oui',
  no: 'non',
  body: 'Corps',
  answer: 'Réponse',
  refusals: 'Refus',
  document: 'Document OpenAPI',
} as const;

/** What a test key sees. */
export const sandboxTexts = {
  product: 'Bac à sable',
  value: 'Code d’essai',
  offers: {
    success: 'Livrée aussitôt',
    refused: 'Refusée : stock insuffisant',
    delayed: 'Livrée après 10 secondes',
    partial: 'Livrée en partie',
  },
} as const;

/** What a program does after a refusal of the API of resellers. */
export const nextSteps: Readonly<Record<NextStep, string>> = {
  repeat: 'Répétez le même appel, avec la même référence, après quelques secondes.',
  wait: 'Attendez le temps de Retry-After, puis répétez le même appel, avec la même référence.',
  stock: 'Commandez moins de codes, ou attendez que le catalogue montre du stock.',
  price: 'Lisez le prix dans le catalogue, puis commandez avec un autre maxUnitPrice.',
  recharge: 'Rechargez votre solde, puis répétez le même appel.',
  catalogue: 'Relisez le catalogue : cette offre n’est pas en vente.',
  reference: 'Prenez une nouvelle référence pour une autre commande.',
  order: 'Envoyez la commande : la même référence n’achète qu’une fois.',
  key: 'Utilisez une autre clé : les clés sont dans les paramètres du compte.',
  network: 'Appelez depuis une adresse de la clé, ou créez une clé pour cette adresse.',
  account: 'Adressez-vous à votre fournisseur : ce compte ne peut pas acheter.',
  off: 'Adressez-vous à votre fournisseur : l’API est désactivée.',
  correct: 'Corrigez l’appel avant de l’envoyer à nouveau.',
};
