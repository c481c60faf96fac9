/** The readable page of the API. */
export const apiTexts = {
  title: 'API Almas',
  introduction:
    'JSON sur HTTP. La session est un cookie HttpOnly ouvert par POST /api/login. Les montants sont en DA, les dates en ISO 8601. Une liste répond { items, nextCursor } : passez nextCursor en cursor pour la page suivante. Un refus répond { code, message } : le code est stable, le message est la phrase à montrer.',
  idempotencyKey:
    'Une clé par geste (1 à 200 caractères ASCII visibles). La même clé et la même demande : la première réponse, rien n’est fait deux fois. Après une réponse perdue, POST /api/outcomes/{clé} dit ce qu’il en est ; ne renvoyez pas la demande. Sans clé, une demande qui déplace de l’argent est refusée (428 KEY_REQUIRED).',
  done: 'Fait, sans contenu',
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
