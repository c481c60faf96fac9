// Realistic users, products and movements for screenshots, created through the API.
import pg from 'pg';
import sharp from 'sharp';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';

const password = 'motdepasse';

const resellers = [
  ['Amine', 'Benali', 'Cyber Sétif', '0550 12 34 56', 'Sétif', 45_000],
  ['Yasmine', 'Haddad', 'Phone City', '0661 88 20 14', 'Oran', 12_500],
  ['Karim', 'Meziane', 'Top Games Béjaïa', '0770 45 90 33', 'Béjaïa', 3_000],
  ['Nadia', 'Cherif', 'Espace Multimédia El Bahdja', '0555 61 07 72', 'Alger', 87_250.5],
];
const waiting = [
  ['Sofiane', 'Brahimi', 'Brahimi Télécom', '0698 14 55 02', 'Blida'],
  ['Lina', 'Saadi', 'Saadi Informatique', '0540 73 19 88', 'Annaba'],
];

const products = [
  [
    'Diamants Free Fire',
    'Free Fire',
    'Codes livrés aussitôt, région Algérie.',
    [
      ['100 + 10', '110 Diamants', 150, 24],
      ['310 + 31', '341 Diamants', 450, 12],
      ['520 + 52', '572 Diamants', 750, 8],
      ['1060 + 106', '1166 Diamants', 1500, 0],
      ['2180 + 218', '2398 Diamants', 3000, 3],
    ],
  ],
  ['Pass Booyah Free Fire', 'Free Fire', '', [['Pass mensuel', '1 mois', 900, 6]]],
  [
    'UC PUBG Mobile',
    'PUBG Mobile',
    'Valable sur tous les serveurs.',
    [
      ['60 UC', '60 UC', 120, 40],
      ['300 + 25 UC', '325 UC', 600, 18],
      ['600 + 60 UC', '660 UC', 1200, 9],
    ],
  ],
  [
    'Robux',
    'Roblox',
    'Cartes à utiliser sur roblox.com.',
    [
      ['400 Robux', '400 Robux', 600, 15, 'INT'],
      ['800 Robux', '800 Robux', 1200, 7, 'INT'],
      ['4500 Robux', '4500 Robux', 6000, 2, 'INT'],
    ],
  ],
  [
    'Diamants Mobile Legends',
    'Mobile Legends',
    '',
    [
      ['86 Diamants', '86 Diamants', 150, 20],
      ['878 + 122', '1000 Diamants', 1500, 4],
    ],
  ],
  [
    'Minecoins',
    'Minecraft',
    'Carte cadeau officielle.',
    [['1720 Minecoins', '1720 Minecoins', 1900, 11, 'INT']],
  ],
  [
    'Points Valorant',
    'Valorant',
    '',
    [
      ['1000 VP', '1000 VP', 1700, 0],
      ['2050 VP', '2050 VP', 3300, 5],
    ],
  ],
];

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const code = () =>
  Array.from({ length: 16 }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join('');

/** A user of the API; a refused call is printed, and the script continues. */
function person(baseURL, enrolled = '') {
  let cookie = '';
  /** Of an enrolled device, which cashiers sign in on. */
  let device = enrolled;
  const call = async (method, path, body) => {
    const response = await fetch(`${baseURL}${path}`, {
      method,
      headers: {
        cookie: [cookie, device].filter(Boolean).join('; '),
        origin: baseURL,
        ...(body && { 'content-type': 'application/json' }),
        'idempotency-key': crypto.randomUUID(),
      },
      body: body ? JSON.stringify(body) : undefined,
    });
    const session = /almas_session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '');
    if (session) cookie = session[0];
    const till = /almas_till=([^;]*)/.exec(response.headers.get('set-cookie') ?? '');
    if (till) device = till[0];
    const answer = await response.json().catch(() => null);
    if (!response.ok) console.error(`${method} ${path}: ${response.status} ${answer?.message ?? ''}`);
    return answer;
  };
  /** Uploads a photo like the phone. */
  const send = async (path, jpeg) => {
    const headers = { cookie, origin: baseURL, 'content-type': 'image/jpeg' };
    const response = await fetch(`${baseURL}${path}`, { method: 'PUT', headers, body: jpeg });
    if (!response.ok) console.error(`PUT ${path}: ${response.status}`);
  };
  const cookies = () => [{ name: 'almas_session', value: cookie.split('=')[1], url: baseURL }];
  const tillCookies = () => [
    {
      name: 'almas_till',
      value: device.split('=')[1],
      domain: new URL(baseURL).hostname,
      path: '/api/login',
    },
  ];
  /** Another person on the same device. */
  const onSameDevice = () => {
    const other = person(baseURL, device);
    return { ...other, tillCookies };
  };
  return { call, send, cookies, tillCookies, onSameDevice };
}

const receipt = async (reference, amount) =>
  sharp(
    await receiptPicture({
      layout: 1,
      lines: ['23/11/2026', reference, '00799999001', `${amount},00`, '09:41'],
    }),
  )
    .jpeg({ quality: 82 })
    .toBuffer();

/** How the codes of a product are used, where it says so. */
const redeem = {
  'UC PUBG Mobile': {
    redeemText: 'Ouvrez le site, entrez votre ID de joueur, puis ce code.',
    redeemLink: 'https://www.pubgmobile.com/redeem/',
  },
};

async function register(baseURL, [firstName, lastName, company, phone, city]) {
  const someone = person(baseURL);
  const email = `${firstName}.${lastName}@${company.split(' ')[0]}.dz`
    .normalize('NFD')
    .replace(/[^\w.@]/g, '')
    .toLowerCase();
  const user = await someone.call('POST', '/api/register', {
    email,
    password,
    firstName,
    lastName,
    company,
    phone,
    city,
  });
  return { ...someone, id: user?.id };
}

async function stockCatalogue(admin) {
  const offers = [];
  for (const [name, game, description, list] of products) {
    const product = await admin.call('POST', '/api/products', {
      name,
      game,
      description,
      ...redeem[name],
      offers: list.map(([offer, value, price, , region]) => ({ name: offer, value, price, region })),
    });
    for (const [index, offer] of (product?.offers ?? []).entries()) {
      const stock = list[index][3];
      offers.push({ productId: product.id, offerId: offer.id, stock });
      const path = `/api/products/${product.id}/offers/${offer.id}/codes`;
      const codes = Array.from({ length: stock }, code);
      // The first offer came in two files with serials, of which one was the wrong one.
      const isFirst = offers.length === 1;
      const serials = isFirst ? codes.map((_, line) => String(980_077_450_001 + line)) : undefined;
      const source = isFirst ? 'livraison-octobre.xlsx' : '';
      if (stock > 0) await admin.call('POST', path, { codes, serials, source });
      if (!isFirst) continue;
      const wrong = { codes: Array.from({ length: 3 }, code), source: 'codes-de-test.txt' };
      const { id: supplierId } = await admin.call('POST', '/api/suppliers', {
        name: 'Grossiste Oran',
        contact: '0550 12 34 56',
      });
      const { items } = await admin.call('GET', `/api/batches?offerId=${offer.id}`);
      await admin.call('PATCH', `/api/batches/${items[0].id}`, {
        supplierId,
        unitCost: 95,
        expiresOn: '2099-12-31',
        label: 'Livraison d’octobre',
      });
      const { batchId } = await admin.call('POST', path, wrong);
      await admin.call('POST', `/api/batches/${batchId}/recall`, { reason: 'Mauvais fichier' });
    }
  }
  await admin.call('POST', '/api/products', {
    name: 'Jetons Genshin',
    game: 'Genshin Impact',
    status: 'draft',
  });
  return offers.filter(({ stock }) => stock > 4);
}

async function trade(users, admin, offers) {
  const [first, second, third, fourth] = users;
  for (const [index, quantity] of [1, 2, 1, 5, 1, 1].entries()) {
    const { productId, offerId } = offers[(index * 2) % offers.length];
    await first.call('POST', '/api/purchases', { productId, offerId, quantity });
  }
  await second.call('POST', '/api/purchases', { ...offers[3], stock: undefined, quantity: 1 });
  const requests = [];
  for (const [who, offerId, amount, freeFireId] of [
    [first, 'ff_100_10', 150, '2847105563'],
    [first, 'ff_310_31', 450, '1930572846'],
    [first, 'ff_520_52', 750, '77420195'],
    [second, 'ff_1060_106', 1500, '5501837264'],
  ]) {
    requests.push(
      (await who.call('POST', '/api/free-fire/requests', { offerId, amount, freeFireId }))?.requestId,
    );
  }
  await admin.call('POST', `/api/free-fire/requests/${requests[0]}/validate`, {
    imageUrl: 'https://exemple.dz/preuves/2847105563.png',
    note: 'Diamants reçus',
  });
  await admin.call('POST', `/api/free-fire/requests/${requests[1]}/refuse`, {
    note: 'ID joueur introuvable',
  });
  const withReceipt = await first.call('POST', '/api/recharge-requests', {
    amount: 10_000,
    method: 'baridimob',
    reference: 'BM 7712 0554',
  });
  await first.send(`/api/recharge-requests/${withReceipt?.id}/proof`, await receipt('0077120554', 10_000));
  await second.call('POST', '/api/recharge-requests', {
    amount: 5_000,
    method: 'ccp',
    reference: 'bm-77120554',
  });
  await requestWithCreditedReceipt(third, fourth, admin);
  await fourth.call('POST', '/api/recharge-requests', { amount: 3_000, method: 'ccp', photoAnnounced: true });
  await first.call('PUT', '/api/shop', {
    name: 'متجر الأمل Sétif',
    phone: '0550 12 34 56',
    footer: 'شكرا لزيارتكم',
    paperWidth: '58',
    showPrice: false,
  });
}

/** A level with its prices, a reseller of it who has own ones too. */
async function setPrices(user, admin) {
  const { items } = await admin.call('GET', '/api/products');
  const { offers } = items.find(({ name }) => name === 'UC PUBG Mobile');
  const [small, medium] = offers.map(({ id }) => id);
  const { id: levelId } = await admin.call('POST', '/api/price-levels', { name: 'Grossistes' });
  await admin.call('PUT', `/api/price-levels/${levelId}/prices`, {
    prices: [
      { offerId: small, minQuantity: 1, price: 115 },
      { offerId: small, minQuantity: 20, price: 110 },
      { offerId: medium, minQuantity: 1, price: 580 },
    ],
  });
  await admin.call('PATCH', `/api/users/${user.id}/price-level`, { levelId });
  await admin.call('PUT', `/api/users/${user.id}/prices`, {
    prices: [
      { offerId: small, minQuantity: 1, price: 112 },
      { offerId: medium, minQuantity: 10, price: 570 },
    ],
  });
}

/** A statement of which one line is of a request, one is nearly, and one of none. */
async function importStatement(admin) {
  const { id: account } = await admin.call('POST', '/api/bank-accounts', {
    name: 'CCP de la boutique',
    method: 'baridimob',
  });
  const day = new Date().toLocaleDateString('sv', { timeZone: 'Africa/Algiers' });
  await admin.call('POST', '/api/bank-lines/import', {
    account,
    lines: [
      { day, amount: 8_000, reference: 'VIREMENT BM55401187 HADDAD' },
      { day, amount: 10_000, reference: 'VERSEMENT AGENCE SETIF' },
      { day, amount: 4_750.5, reference: 'VIR 00215478 MEZIANE' },
    ],
  });
}

/** Two resellers send the same receipt; the first one was credited. */
async function requestWithCreditedReceipt(one, other, admin) {
  const photo = await receipt('0055401187', 8_000);
  for (const [who, reference] of [
    [one, 'BM 5540 1187'],
    [other, 'bm55401187'],
  ]) {
    const body = { amount: 8_000, method: 'baridimob', reference };
    const request = await who.call('POST', '/api/recharge-requests', body);
    await who.send(`/api/recharge-requests/${request?.id}/proof`, photo);
    if (who === one) await admin.call('POST', `/api/recharge-requests/${request?.id}/approve`, {});
  }
}

/** The server reads its switches at most five times a second: goes on when it has read this one. */
async function turnOn(name, admin) {
  await admin.call('PATCH', `/api/features/${name}`, { enabled: true });
  while (!(await admin.call('GET', '/api/configuration'))?.extensions.includes(name));
}

/** Resellers who owe, one of whom has paid a part in cash. */
async function lend([, second, third, fourth], admin) {
  await turnOn('credit', admin);
  for (const [who, limit, amount] of [
    [second, 20_000, 8_000],
    [third, 10_000, 6_000],
    [fourth, 50_000, 42_500],
  ]) {
    await admin.call('PUT', `/api/users/${who.id}/credit-terms`, { limit, days: 7, suspended: false });
    await who.call('POST', '/api/advances', { amount });
  }
  await admin.call('POST', `/api/users/${second.id}/payments`, { amount: 3_000, note: 'Caisse du samedi' });
}

/** The keys and a webhook of a reseller's own site; what was sent to it is made up by the screens. */
async function connectSite(who, admin) {
  await turnOn('reseller-api', admin);
  const scopes = ['catalogue', 'balance', 'orders'];
  const networks = ['41.100.1.0/24'];
  await who.call('POST', '/api/keys', { name: 'Site de la boutique', scopes, networks });
  await who.call('POST', '/api/keys', { name: 'Essais du développeur', scopes, test: true });
  const former = await who.call('POST', '/api/keys', { name: 'Ancien site', scopes: ['catalogue'] });
  await who.call('DELETE', `/api/keys/${former?.id}`);
  await who.call('POST', '/api/webhooks', {
    url: 'https://boutique.exemple.dz/almas/evenements',
    events: ['order.completed', 'stock.low'],
  });
}

/** Orders with every outcome from the simulated supplier, and a Free Fire request at a supplier who does not answer. */
async function order(admin, offers) {
  await turnOn('suppliers', admin);
  const { id: supplierId } = await admin.call('POST', '/api/suppliers', {
    name: 'Diamants du Sud',
    contact: '0550 65 43 21',
  });
  const connection = await admin.call('POST', '/api/supplier-connections', {
    supplierId,
    kind: 'idempotent',
    settings: {
      address: 'https://api.diamants-du-sud.example',
      articles: [{ offerId: offers[0].offerId, article: 'FF-110', restock: 50, maxUnitCost: 140 }],
      topUps: [
        { offerId: 'ff_520_52', article: 'TOPUP-520', maxCost: 690 },
        { offerId: 'ff_1060_106', article: 'TOPUP-1060', maxCost: 1_380 },
      ],
    },
    secret: 'cle-de-demonstration',
    dailyCap: 250_000,
  });
  const { items } = await admin.call('GET', '/api/free-fire/requests?status=pending&order=desc');
  await admin.call('POST', '/api/supplier-top-ups', {
    connectionId: connection?.id,
    requestId: items[0]?.id,
  });
  await admin.call('POST', '/api/supplier-rehearsals');
}

/** The reseller's cashiers, one of whom has counted a drawer and sold again. @returns that cashier, on an enrolled device */
async function employ(owner, offers) {
  const staff = [];
  for (const [name, pin, dailyCap] of [
    ['Amine', '2580', 30_000],
    ['Yasmine', '1357', 20_000],
    ['Mohamed', '2468', 15_000],
  ])
    staff.push(await owner.call('POST', '/api/staff', { name, pin, dailyCap }));
  await owner.call('PATCH', `/api/staff/${staff[2]?.id}`, { isActive: false });
  await owner.call('POST', '/api/devices', { label: 'Téléphone du comptoir' });
  const cashier = owner.onSameDevice();
  await cashier.call('POST', '/api/login/cashier', { staffId: staff[0]?.id, pin: '2580' });
  const [{ productId, offerId }] = offers;
  for (const quantity of [1, 2])
    await cashier.call('POST', '/api/purchases', { productId, offerId, quantity });
  await cashier.call('POST', '/api/till-closes', { counted: 400 });
  await cashier.call('POST', '/api/purchases', { productId, offerId, quantity: 1 });
  return cashier;
}

/** A code that a reseller claims, and an employee who may do little. */
async function claimAndEmploy([first], admin, baseURL, databaseUrl) {
  for (const name of ['claims', 'admin-scopes']) await turnOn(name, admin);
  const { items } = await first.call('GET', '/api/purchases?limit=1');
  const { codes } = await first.call('GET', `/api/purchases/${items[0].id}`);
  await first.call('POST', `/api/purchases/${items[0].id}/claims`, {
    codeIds: [codes[0].id],
    reason: 'used',
    note: 'Refusé à 14 h',
  });
  const employee = await register(baseURL, ['Samir', 'Ould', 'Almas', '0550 98 76 54', 'Alger']);
  await admin.call('POST', `/api/users/${employee.id}/activate`);
  // No call makes an administrator.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [employee.id]);
  await client.end();
  await admin.call('PATCH', `/api/users/${employee.id}/scopes`, {
    scopes: ['requests', 'stock'],
    creditThreshold: 20_000,
  });
}

/**
 * With the address of the database also what the switches bring: resellers who owe, a claim, an employee, cashiers, a reseller's own
 * site, orders to suppliers.
 * @returns the session cookies of each kind of user
 */
export async function prepareSampleData(baseURL, adminAccount, { databaseUrl = '', arabic = false } = {}) {
  const admin = person(baseURL);
  await admin.call('POST', '/api/login', adminAccount);
  await admin.call('PATCH', '/api/free-fire/service', { startHour: 0, endHour: 23 });
  // Long before its first call: a server reads the switches five times a second.
  if (databaseUrl) await admin.call('PATCH', '/api/features/cashiers', { enabled: true });
  const offers = await stockCatalogue(admin);
  const users = [];
  for (const details of resellers) {
    const someone = await register(baseURL, details);
    await admin.call('POST', `/api/users/${someone.id}/activate`);
    await admin.call('POST', `/api/users/${someone.id}/recharge`, {
      amount: details[5],
      note: 'Versement en espèces',
    });
    users.push(someone);
  }
  const fresh = await register(baseURL, ['Rania', 'Kaci', 'Kaci Store', '0560 20 41 17', 'Tizi Ouzou']);
  await admin.call('POST', `/api/users/${fresh.id}/activate`);
  const pending = [];
  for (const details of waiting) pending.push(await register(baseURL, details));
  await trade(users, admin, offers);
  await setPrices(users[3], admin);
  await importStatement(admin);
  if (databaseUrl) {
    await lend(users, admin);
    await connectSite(users[0], admin);
    await claimAndEmploy(users, admin, baseURL, databaseUrl);
    await order(admin, offers);
  }
  const cashier = databaseUrl && (await employ(users[0], offers));
  if (arabic) await turnOn('arabic', admin);
  return {
    admin: admin.cookies(),
    reseller: users[0].cookies(),
    debtor: users[1].cookies(),
    empty: fresh.cookies(),
    pending: pending[0].cookies(),
    ...(cashier && {
      till: cashier.tillCookies(),
      cashier: [...cashier.cookies(), ...cashier.tillCookies()],
    }),
  };
}
