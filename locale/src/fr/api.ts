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
    administrators: 'Équipe et droits',
    accountFlags: 'Comptes à surveiller',
    signIn: 'Connexion',
    security: 'Sécurité du compte',
    wallet: 'Soldes et transactions',
    statements: 'Relevés',
    rechargeRequests: 'Demandes de recharge',
    bank: 'Relevés bancaires',
    credit: 'Crédit et tournées',
    products: 'Produits et offres',
    pictures: 'Images',
    codes: 'Codes',
    codeBatches: 'Lots de codes',
    suppliers: 'Fournisseurs',
    supplierOrders: 'Commandes aux fournisseurs',
    stock: 'Couverture du stock',
    prices: 'Prix',
    purchases: 'Achats',
    claims: 'Réclamations',
    outcomes: 'Demandes sans réponse',
    freeFire: 'Free Fire',
    notifications: 'Notifications',
    announcements: 'Annonces',
    push: 'Notifications des appareils',
    statistics: 'Statistiques',
    reports: 'Rapports',
    search: 'Recherche',
    auditTrail: 'Journal des actions',
    health: 'État du système',
    live: 'Événements en direct',
    contact: 'Contact',
    business: 'Coordonnées et paiement',
    settings: 'Paramètres',
    shop: 'Boutique',
    staff: 'Vendeurs',
    configuration: 'Configuration',
    features: 'Fonctions',
    exports: 'Exports',
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
  ceiling: 'Commandez moins, attendez demain, ou demandez à votre fournisseur de relever le plafond du jour.',
  catalogue: 'Relisez le catalogue : cette offre n’est pas en vente.',
  reference:
    'Cette référence a déjà acheté : lisez sa commande. Ne prenez une nouvelle référence que pour acheter encore.',
  order: 'Envoyez la commande : la même référence n’achète qu’une fois.',
  key: 'Utilisez une autre clé : les clés sont dans les paramètres du compte.',
  network: 'Appelez depuis une adresse de la clé, ou créez une clé pour cette adresse.',
  account: 'Adressez-vous à votre fournisseur : ce compte ne peut pas acheter.',
  off: 'Adressez-vous à votre fournisseur : l’API est désactivée.',
  correct: 'Corrigez l’appel avant de l’envoyer à nouveau.',
};

interface ExampleCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, string | number>>;
}

interface IntegrationStep {
  readonly title: string;
  readonly text: string;
  /** Works with a test key as it is; a test makes each of these calls. */
  readonly call?: ExampleCall;
}

/** « Intégrer son site » of the readable page of the API, for those who write a reseller's own site. */
export const integration: {
  readonly title: string;
  readonly introduction: string;
  readonly steps: readonly IntegrationStep[];
} = {
  title: 'Intégrer son site',
  introduction:
    'Tout ce qu’il faut pour que le site d’un revendeur commande des codes. Essayez d’abord avec une clé d’essai : elle commande dans un bac à sable et ne touche ni au solde ni au stock. Pour passer en réel, remplacez la clé et lisez le catalogue.',
  steps: [
    {
      title: 'Créer une clé',
      text: 'Dans Paramètres, API, Créer une clé. Gardez-la sur votre serveur, jamais dans une page ou une application : qui la possède commande sur votre solde. Limitez-la aux adresses de votre serveur. Si elle est publiée, révoquez-la : aucune commande n’est plus acceptée avec elle dès la réponse.',
    },
    {
      title: 'Lire le catalogue',
      text: 'Vos prix et le stock. Au-delà d’une quantité, `breaks` donne un autre prix.',
      call: { method: 'GET', path: '/api/v1/catalogue' },
    },
    {
      title: 'Lire le solde',
      text: 'En DA.',
      call: { method: 'GET', path: '/api/v1/balance' },
    },
    {
      title: 'Commander',
      text: 'Enregistrez d’abord la référence chez vous, puis envoyez la commande. 201 : vendue à cet appel ; 200 : déjà vendue, avec les mêmes codes. Pas de réponse, ou `retryable: true` : envoyez exactement la même commande, avec la même référence, autant de fois qu’il faut ; elle n’achète qu’une fois, pour toujours. `retryable: false` : lisez `code` et `next`, corrigez. Rien n’est vendu au-dessus de `maxUnitPrice`. Une commande est livrée entière ou pas du tout.',
      call: {
        method: 'POST',
        path: '/api/v1/orders',
        body: {
          reference: 'commande-1001',
          offerId: '00000000-0000-4000-8000-00000000a001',
          quantity: 2,
          maxUnitPrice: 100,
        },
      },
    },
    {
      title: 'Retrouver une commande',
      text: 'Avec ses codes. 404 ORDER_NOT_FOUND : rien n’a été vendu jusqu’ici sous cette référence.',
      call: { method: 'GET', path: '/api/v1/orders/by-reference/commande-1001' },
    },
    {
      title: 'Lister les commandes',
      text: 'La dernière d’abord, sans les codes ; passez `nextCursor` en `cursor`.',
      call: { method: 'GET', path: '/api/v1/orders?limit=10' },
    },
    {
      title: 'Respecter les limites',
      text: 'Par clé et par minute : 60 commandes et 300 autres appels, dont les commandes répétées ou refusées et celles d’une clé d’essai. Au-delà, 429 avec Retry-After : attendez, puis répétez. Une clé d’essai commande 1 000 fois par jour.',
    },
    {
      title: 'Essayer les refus',
      text: 'Le bac à sable a quatre offres : …a001 est livrée aussitôt, …a002 est refusée (STOCK_SHORT), …a003 est livrée après 10 secondes (`processing`, puis `completed`), …a004 est livrée en partie (`partial`). Une commande réelle est toujours `completed` : acceptez pourtant les trois.',
      call: {
        method: 'POST',
        path: '/api/v1/orders',
        body: {
          reference: 'commande-1002',
          offerId: '00000000-0000-4000-8000-00000000a003',
          quantity: 1,
          maxUnitPrice: 100,
        },
      },
    },
    {
      title: 'Recevoir des webhooks',
      text: 'Dans Paramètres, API, Créer un webhook. Chaque événement est un POST signé selon Standard Webhooks (standardwebhooks.com) : webhook-id, webhook-timestamp, webhook-signature. Il ne contient ni code ni montant : `order.completed` donne la référence, `price.changed` et `stock.low` l’offre, `balance.changed` rien ; lisez le reste par l’API. Répondez 2xx en moins de 10 secondes. Le même événement peut arriver deux fois, sous le même webhook-id. Un refus est répété pendant 75 heures ; puis le webhook est arrêté et vous êtes prévenu. Une réponse 410 l’arrête aussitôt.',
    },
  ],
};
