/** The believable business that `npm run demo` puts into an empty database. */
export const demoTexts = {
  notEmpty:
    'La base contient déjà des revendeurs ou des produits : la démonstration ne remplit qu’une base vide, et n’a rien modifié. Si elle a été interrompue, supprimez cette base, ou choisissez un autre DATA_DIR, et relancez-la.',
  interrupted:
    'Démonstration interrompue : cette base n’en contient qu’une partie. Supprimez-la, ou choisissez un autre DATA_DIR, avant de relancer la commande.',
  interruptedBefore: 'Démonstration interrompue avant son début. Relancez la commande.',
  products: 'Produits et codes…',
  resellers: 'Revendeurs…',
  prices: 'Niveaux de prix…',
  earlierMonths: 'Les onze mois d’avant…',
  earlier: 'Lot des mois passés',
  trade: 'Une année d’activité…',
  counters: 'Tickets, prix de vente et clients…',
  ticketFooter: 'Merci et à bientôt !',
  spread: 'Répartition sur les douze derniers mois…',
  ready: 'La démonstration est prête.',
  administrator: (email: string) => `Administrateur : ${email}`,
  agent: (email: string, password: string) => `Agent qui encaisse : ${email} / ${password}`,
  reseller: (email: string, password: string) =>
    `Revendeur : ${email} / ${password} (même mot de passe pour tous)`,
} as const;

/** Levels of prices, as parts of the base price; `shareOfTen` from ten codes on. */
export const demoLevels = [
  { name: 'Gros', share: 0.97, shareOfTen: 0.96 },
  { name: 'Demi-gros', share: 0.98, shareOfTen: 0.97 },
  { name: 'Détail', share: 0.99, shareOfTen: 0.98 },
] as const;

/** Where resellers of the demonstration pay, and whom they call. */
export const demoBusiness = {
  contact: { phone: '0550 12 34 56', hours: 'Samedi à jeudi, 9 h à 18 h' },
  accounts: [
    { method: 'ccp', holder: 'Almas Démonstration', number: '0012345678 clé 12', bank: '', qrCode: '' },
    {
      method: 'baridimob',
      holder: 'Almas Démonstration',
      number: '00799999001234567812',
      bank: '',
      qrCode: '',
    },
    {
      method: 'bank_transfer',
      holder: 'Almas Démonstration',
      number: '004 00123 4001234567 89',
      bank: 'CPA, agence de Sétif',
      qrCode: '',
    },
  ],
} as const;

export const demoAnnouncement = {
  kind: 'prices',
  title: 'UC PUBG Mobile : nouveaux prix par quantité',
  message: 'Dès 10 codes, chaque code coûte moins. Votre prix est sur chaque offre du catalogue.',
} as const;

/** Collects in cash what resellers owe. */
export const demoAgent = {
  firstName: 'Riad',
  lastName: 'Slimani',
  company: 'Almas',
  phone: '0550 12 34 90',
} as const;

/** The cashiers of the first reseller. */
export const demoCashiers = [
  { name: 'Yasmine', pin: '2580', dailyCap: 200_000 },
  { name: 'Mohamed', pin: '1357', dailyCap: 150_000 },
] as const;

interface DemoProduct {
  readonly name: string;
  readonly game: string;
  readonly category: string;
  readonly description: string;
  readonly status: 'active' | 'inactive' | 'draft';
  /** name, value, price in DA, codes in stock */
  readonly offers: readonly (readonly [string, string, number, number])[];
}

export const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Diamants Free Fire',
    game: 'Free Fire',
    category: 'Diamants',
    status: 'active',
    description: 'Codes à saisir sur le site officiel, crédités aussitôt.',
    offers: [
      ['100+10 Diamants', '110 Diamants', 150, 120],
      ['200+20 Diamants', '220 Diamants', 300, 90],
      ['500+50 Diamants', '550 Diamants', 750, 60],
      ['1000+100 Diamants', '1100 Diamants', 1500, 40],
      ['2000+200 Diamants', '2200 Diamants', 3000, 8],
    ],
  },
  {
    name: 'UC PUBG Mobile',
    game: 'PUBG Mobile',
    category: 'UC',
    status: 'active',
    description: 'Codes à saisir sur le site officiel du jeu.',
    offers: [
      ['60 UC', '60 UC', 120, 100],
      ['300+25 UC', '325 UC', 600, 70],
      ['600+60 UC', '660 UC', 1200, 35],
      ['1500+300 UC', '1800 UC', 3000, 3],
    ],
  },
  {
    name: 'Diamants Mobile Legends',
    game: 'Mobile Legends',
    category: 'Diamants',
    status: 'active',
    description: '',
    offers: [
      ['86 Diamants', '86 Diamants', 150, 60],
      ['172 Diamants', '172 Diamants', 300, 45],
      ['429+71 Diamants', '500 Diamants', 750, 0],
    ],
  },
  {
    name: 'Cartes Roblox',
    game: 'Roblox',
    category: 'Robux',
    status: 'active',
    description: 'Cartes cadeaux, sans date limite.',
    offers: [
      ['400 Robux', '400 Robux', 600, 50],
      ['800 Robux', '800 Robux', 1200, 30],
      ['1700 Robux', '1700 Robux', 2400, 12],
    ],
  },
  {
    name: 'Points Valorant',
    game: 'Valorant',
    category: 'Points',
    status: 'active',
    description: '',
    offers: [
      ['475 VP', '475 VP', 850, 25],
      ['1000 VP', '1000 VP', 1700, 20],
    ],
  },
  {
    name: 'V-Bucks Fortnite',
    game: 'Fortnite',
    category: 'V-Bucks',
    status: 'inactive',
    description: 'En attente de réapprovisionnement.',
    offers: [['1000 V-Bucks', '1000 V-Bucks', 1900, 10]],
  },
  {
    name: 'Minecoins',
    game: 'Minecraft',
    category: 'Minecoins',
    status: 'draft',
    description: '',
    offers: [['1720 Minecoins', '1720 Minecoins', 2100, 0]],
  },
];

interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly city: string;
  readonly status: 'active' | 'pending' | 'inactive';
}

export const demoUsers: readonly DemoPerson[] = [
  { firstName: 'Amine', lastName: 'Benali', company: 'Cyber Étoile', city: 'Sétif', status: 'active' },
  { firstName: 'Nadia', lastName: 'Haddad', company: 'Game Zone Oran', city: 'Oran', status: 'active' },
  { firstName: 'Yacine', lastName: 'Brahimi', company: 'Taxiphone El Feth', city: 'Alger', status: 'active' },
  { firstName: 'Samir', lastName: 'Mansouri', company: 'Micro Plus', city: 'Constantine', status: 'active' },
  { firstName: 'Lina', lastName: 'Cherif', company: 'Phone Center', city: 'Annaba', status: 'active' },
  { firstName: 'Karim', lastName: 'Ziani', company: 'Espace Jeux', city: 'Béjaïa', status: 'active' },
  { firstName: 'Sonia', lastName: 'Meziane', company: 'Boutique Médéa', city: 'Médéa', status: 'active' },
  { firstName: 'Walid', lastName: 'Khelifi', company: 'Cyber Horizon', city: 'Tlemcen', status: 'active' },
  { firstName: 'Rania', lastName: 'Saadi', company: 'Top Recharge', city: 'Blida', status: 'pending' },
  { firstName: 'Mehdi', lastName: 'Boudiaf', company: 'Net Express', city: 'Batna', status: 'pending' },
  { firstName: 'Imane', lastName: 'Gherbi', company: 'Allo Mobile', city: 'Biskra', status: 'pending' },
  { firstName: 'Tarek', lastName: 'Lounis', company: 'Cyber Palmier', city: 'Ghardaïa', status: 'inactive' },
];

export const demoReasons = {
  deactivation: 'Boutique fermée',
  refusal: 'ID joueur introuvable',
  rejection: 'Reçu illisible',
  note: 'Crédité ce matin',
  cash: 'Espèces reçues en boutique',
} as const;

/** What resellers say of refused codes, by reason, and why one of them was refused. */
export const demoClaims = {
  invalid: 'Le jeu répond « code invalide »',
  used: 'Le client dit que le code est déjà utilisé',
  wrong_region: 'Refusé sur un compte Europe',
  other: 'Le site de recharge ne répond pas',
  refusal: 'La région est écrite sur l’offre',
} as const;

/** A reseller's own site. */
export const demoApi = {
  key: 'Site de la boutique',
  testKey: 'Essais du développeur',
  reference: 'commande-',
  url: 'https://boutique.exemple.dz/almas',
} as const;

/** Customers of Free Fire as resellers name them. */
export const demoCustomers = ['Sami (lycée)', 'Mme Benali', 'Karim, voisin', 'Yanis 2e étage'] as const;

/** From whom the demonstration's codes come. */
export const demoSuppliers = [
  { name: 'Grossiste Alger Centre', contact: '0550 10 20 30', note: 'Livre par message, le matin' },
  { name: 'Oran Digital', contact: 'ventes@oran-digital.example', note: '' },
  { name: 'Gulf Codes', contact: '@gulfcodes', note: 'Payé en dollars' },
] as const;

export const demoBatches = {
  recalled: 'Lot refusé par le jeu',
  expired: 'Promotion, dates courtes',
  reason: 'Le fournisseur a annulé ces codes',
} as const;
