import { withoutPageData } from '../../tests/journeys/support/page-data.ts';

const click =
  (name, role = 'button') =>
  (page) =>
    page.getByRole(role, { name }).first().click();

const button = (name) => (page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const rowOfReseller = (page) => page.getByRole('row').filter({ hasText: 'Cyber Sétif' }).first();
/** A button in the row of a reseller. */
const ofReseller = (name) => (page) => rowOfReseller(page).getByRole('button', { name, exact: true });
/** Waits until the dialog is open and loaded. */
const dialog = async (page) => {
  await page.getByRole('dialog').last().waitFor();
  await page
    .getByRole('dialog')
    .getByRole('status', { name: 'Chargement…' })
    .first()
    .waitFor({ state: 'detached' });
};
/** Presses a button when it is enabled, and waits for its dialog. */
const opens = (find) => async (page) => {
  const pressed = find(page);
  await pressed.waitFor();
  await pressed.and(page.locator(':not([aria-disabled])')).waitFor();
  await pressed.click();
  await dialog(page);
};
/** One of those behind « … » in the row of a reseller. */
const opensMore = (name) => async (page) => {
  await rowOfReseller(page)
    .getByRole('button', { name: /^Autres actions/ })
    .click();
  await opens(ofReseller(name))(page);
};
/** A button of the connection to a supplier. */
const ofSupplier = (name) => (page) =>
  page
    .getByTestId('supplier-connection')
    .filter({ hasText: 'Diamants du Sud' })
    .getByRole('button', { name, exact: true });
/** The orders to suppliers, once one of them is unknown. */
const unknownOrders = async (page) => {
  await dialog(page);
  await page.getByText('Résultat inconnu : payée ou non ?').first().waitFor();
};
/** Selects all rows and opens the summary of a decision. */
const batch = (decision) => async (page) => {
  await page.getByRole('button', { name: /^Tout sélectionner/ }).click();
  await opens(button(decision))(page);
};
const toEdit = async (page) => {
  await page.getByRole('article').first().getByRole('link', { name: 'Modifier' }).click();
  await page.getByLabel('Nom du produit').waitFor();
};

/** « Vendeurs » in the menu of the account. */
const toStaff = async (page) => {
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Vendeurs' }).click();
  await dialog(page);
  await page.getByTestId('cashier').first().waitFor();
};
/** The names of an enrolled device, which this browser knows to be one. */
const toTill = async (page) => {
  await page.evaluate(() => localStorage.setItem('almas.till', 'true'));
  await page.reload();
  await page.getByRole('heading', { name: 'Qui vend ?' }).waitFor();
};

const again = (reply, shown) => (calls) => async (page) => {
  await withoutPageData(page);
  await page.route(calls, reply);
  await page.reload();
  await shown(page).first().waitFor();
};
/** Reloads the screen while the server refuses these calls. */
const refused = again(
  (route) => route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: 'Données invalides' } }),
  (page) => page.getByText('Erreur de chargement', { exact: true }),
);
/** Reloads the screen while these calls get no response. */
const unanswered = again(
  () => undefined,
  (page) => page.getByRole('status', { name: 'Chargement…' }),
);
/** The first reads of a reseller's screens. */
const reads = [
  ['dashboard', '/dashboard', '**/api/{purchases,products,free-fire}**'],
  ['catalog', '/catalog', '**/api/products**'],
  ['card-history', '/card-history', '**/api/purchases**'],
  ['operations', '/operations', '**/api/operations**'],
  ['freefire', '/freefire', '**/api/free-fire/**'],
];

/** Opens the codes of a purchase in large type for the customer. */
const toSheet = async (page) => {
  await page.getByRole('button', { name: 'Voir les codes' }).nth(3).click();
  await opens(button('Plein écran'))(page);
};
/** Not the one of the dialog below. */
const printOfSheet = (page) => page.getByRole('button', { name: 'Imprimer', exact: true }).last();
const toTicket = async (page) => {
  await toSheet(page);
  await opens(printOfSheet)(page);
};
/** The ticket of a purchase of several codes, one for each. */
const toTickets = async (page) => {
  await page.getByRole('button', { name: 'Voir les codes' }).nth(1).click();
  await opens(button('Plein écran'))(page);
  await opens(printOfSheet)(page);
  await page.getByText('Un par code').click();
};
/** Approves the request whose receipt was credited before. */
const toReused = async (page) => {
  await page
    .getByRole('listitem')
    .filter({ hasText: 'bm55401187' })
    .getByRole('button', { name: 'Approuver' })
    .click();
  await page.getByRole('dialog', { name: 'Déjà crédité ?' }).getByRole('img').nth(1).waitFor();
};
/** A browser with Web Serial and WebUSB, without a printer. */
const withPrinters = async (page) => {
  await page.addInitScript(() => {
    for (const [name, ask] of [
      ['serial', 'requestPort'],
      ['usb', 'requestDevice'],
    ])
      Object.defineProperty(navigator, name, {
        value: { [ask]: () => Promise.reject(new DOMException('', 'NotFoundError')) },
      });
  });
  await page.reload();
};
/** Another administrator saves the product while the form is open. */
const toConflict = async (page) => {
  await toEdit(page);
  await page.route('**/api/products/*', async (route) => {
    if (route.request().method() === 'GET') {
      const answer = await route.fetch();
      const product = await answer.json();
      return route.fulfill({
        json: { ...product, description: 'Livraison sous dix minutes, région Algérie' },
      });
    }
    const json = { code: 'PRODUCT_CHANGED', message: 'Ce produit a été modifié entre-temps' };
    return route.fulfill({ status: 409, json });
  });
  await page.getByLabel('Nom du produit').fill('Diamants Free Fire, codes livrés par la boutique');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await dialog(page);
};

/** Withheld codes: one like a code in stock, one like a sold code, one whose duplicate was deleted. */
const withWithheld = async (page) => {
  const offers = [
    ['Diamants Free Fire', '310 + 31', { soldAt: null }],
    ['UC PUBG Mobile', '60 UC', { soldAt: '2026-10-03T10:12:00.000Z' }],
    ['Robux', '400 Robux', null],
  ];
  const items = offers.map(([productName, offerName, twin], index) => ({
    id: String(4_812 + index),
    productId: '1',
    productName,
    offerId: '1',
    offerName,
    importedAt: '2026-09-28T08:40:00.000Z',
    withheldAt: '2026-11-02T03:10:00.000Z',
    twin: twin && { productName, offerName, ...twin },
  }));
  await page.route('**/api/withheld-codes?*', (route) =>
    route.fulfill({ json: { items, nextCursor: null } }),
  );
  await page.route('**/api/withheld-codes', (route) => route.fulfill({ json: { items, nextCursor: null } }));
  await page.reload();
  await opens(button('Décider'))(page);
};

/** The batches of an offer whose codes came with serials; one of them was recalled. */
const toBatches = async (page) => {
  await toEdit(page);
  await page.getByTestId('offer').first().getByRole('button', { name: 'Lots' }).click();
  await page.getByTestId('batch').first().waitFor();
};
const toUnsold = async (page) => {
  await toBatches(page);
  await page.getByTestId('batch').getByRole('button', { name: 'Codes non vendus' }).first().click();
  await page
    .getByRole('button', { name: /^Retirer / })
    .first()
    .waitFor();
};
const toImportPreview = async (page) => {
  await toEdit(page);
  await opens(button('Importer des codes'))(page);
  await page.getByLabel('Choisir un fichier').setInputFiles({
    name: 'livraison-novembre.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'N° de série;Code PIN;Date de péremption;Prix',
        ...Array.from(
          { length: 30 },
          (_, line) => `9800771234${line + 10};7K2M-${4_100 + line * 37}-PQ${line + 10};31/12/2029;150`,
        ),
        '980077123499;1,23457E+15;31/12/2029;150',
        '980077123498;7K2M-9981-PQ77;31/12/2024;150',
        '980077123497;7K2M-99;31/12/2029;150',
        'Total;;;4500',
      ].join('\n'),
    ),
  });
  await page.getByTestId('import-counts').waitFor();
};
const find = (code) => async (page) => {
  await opens(button('Retrouver un code'))(page);
  const form = page.getByRole('dialog');
  await form.getByLabel('Code ou numéro de série').fill(code);
  const reason = form.getByLabel('Raison');
  if (await reason.isVisible()) await reason.fill('Réclamation d’un client');
  await form.getByRole('button', { name: 'Rechercher' }).click();
  await form
    .getByText(/^(Vendu le|Aucun code trouvé|Voir les codes)/)
    .first()
    .waitFor();
};
/** The serial of the first code that the sample data sells. */
const soldSerial = '980077450001';

/** Fills in a quick recharge up to the last button. */
const toQuickRecharge = async (page) => {
  await page.getByRole('heading', { name: 'Recharge rapide' }).scrollIntoViewIfNeeded();
  await page.getByRole('combobox', { name: 'Rechercher' }).fill('benali');
  await page.getByRole('option').first().click();
  await page.getByLabel('Montant (DA)').fill('12 500');
};
const toEnrolment = async (page, { password }) => {
  await security(page);
  await page.getByRole('dialog').getByText('Double authentification', { exact: true }).click();
  await page.getByLabel('Mot de passe actuel').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Activer' }).click();
  await page.getByRole('img', { name: 'Code QR de la double authentification' }).waitFor();
};
const toTrends = async (page) => {
  await page.getByRole('heading', { name: 'Tendances' }).scrollIntoViewIfNeeded();
  await page.getByRole('heading', { name: 'Stocks bas' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
};
/** The round of an agent, with everybody who owes. */
const toRound = async (page) => {
  await dialog(page);
  await page.getByRole('dialog').getByText('Tous', { exact: true }).click();
  await page.getByTestId('visit').first().waitFor();
};
/** The credit of a reseller who has paid a part of the debt. */
const toCreditAccount = async (page) => {
  await dialog(page);
  const debt = page.getByTestId('debt').filter({ hasText: 'Phone City' });
  await opens(() => debt.getByRole('button', { name: 'Détails' }))(page);
  await page.getByTestId('debt-entry').first().waitFor();
};
/** A button of the credit of a reseller, and its dialog. */
const inCreditAccount = (name) => async (page) => {
  await toCreditAccount(page);
  await opens(() => page.getByRole('dialog').last().getByRole('button', { name, exact: true }).first())(page);
};
const toKey = async (page) => {
  await opens(button('Créer une clé'))(page);
  await page.getByLabel('Nom').fill('Site de la boutique');
};
/** The only look at a new key. */
const toMadeKey = async (page) => {
  const key = `alm_live_12_${'q7Xw'.repeat(10)}R2m4f09c1aa`;
  await page.route('**/api/keys', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { id: '12', key } }) : route.fallback(),
  );
  await toKey(page);
  await page.getByRole('button', { name: 'Créer', exact: true }).click();
  await page.getByTestId('shown-secret').waitFor();
};
/** Events that arrived, wait for another try and were given up. */
const toDeliveries = async (page) => {
  const items = [
    ['webhook.test', 'delivered', 1, null],
    ['order.completed', 'waiting', 2, 'HTTP 503'],
    ['stock.low', 'failed', 10, 'no public address'],
    ['order.completed', 'delivered', 1, null],
  ].map(([type, status, attempts, error], index) => ({
    id: String(90 - index),
    type,
    object: type === 'order.completed' ? 'order commande-1042' : 'test',
    status,
    attempts,
    error,
    createdAt: new Date(Date.now() - (index + 1) * 600_000).toISOString(),
    nextAttemptAt: status === 'waiting' ? new Date(Date.now() + 240_000).toISOString() : null,
    deliveredAt: null,
  }));
  await page.route('**/api/webhooks/*/deliveries**', (route) =>
    route.fulfill({ json: { items, nextCursor: null } }),
  );
  await opens(button('Voir les envois'))(page);
  await page.getByTestId('delivery').first().waitFor();
};
const security = async (page) => {
  await page.getByRole('button', { name: 'Menu du compte' }).click();
  await page.getByRole('menuitem', { name: 'Sécurité' }).click();
  await dialog(page);
};

/** Answers the writes of these paths as if a colleague had saved something else meanwhile. */
const changedMeanwhile = async (page, path, code, change) => {
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET')
      return route.fulfill({ status: 409, json: { code, message: 'Modifié entre-temps' } });
    const response = await route.fetch();
    return route.fulfill({ json: change(await response.json()) });
  });
};
/** « Prix » of the products, at one of its parts. */
const toPrices = (part) => async (page) => {
  await opens(button('Prix'))(page);
  await page.getByRole('dialog').getByText(part, { exact: true }).click();
  await dialog(page);
};
/** The own prices of a reseller for a product. */
const toOwnPrices = async (page) => {
  await page
    .getByRole('row')
    .filter({ hasText: 'El Bahdja' })
    .getByRole('button', { name: /^Autres actions/ })
    .click();
  await opens(() =>
    page
      .getByRole('row')
      .filter({ hasText: 'El Bahdja' })
      .getByRole('button', { name: 'Détails', exact: true }),
  )(page);
  await opens(button('Niveau et prix propres'))(page);
  await page.getByLabel('Produit', { exact: true }).selectOption('UC PUBG Mobile');
  await page.getByRole('button', { name: 'Enregistrer les prix' }).waitFor();
};
/** « Rapprochement bancaire », at one of its parts. */
const toBank = (part) => async (page) => {
  await opens(button('Rapprochement bancaire'))(page);
  await page.getByRole('dialog').getByText(part, { exact: true }).click();
  await dialog(page);
};

/** Every route, and the dialogs: `as` is the user, `act` the steps before the picture. */
export const shots = [
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('amine@exemple.dz');
      await page.getByLabel('Mot de passe').fill('oublie');
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'register', path: '/register' },
  {
    name: 'register-2',
    path: '/register',
    full: true,
    act: async (page) => {
      await page.getByLabel('Email').fill('amine@exemple.dz');
      await page.getByLabel('Mot de passe', { exact: true }).fill('motdepasse');
      await page.getByLabel('Confirmer le mot de passe').fill('motdepasse');
      await page.getByRole('button', { name: 'Continuer' }).click();
      await page.getByRole('button', { name: 'Créer mon compte' }).click();
    },
  },
  { name: 'waiting', path: '/dashboard', as: 'pending' },
  { name: 'forbidden', path: '/admin', as: 'reseller' },
  { name: 'not-found', path: '/nulle-part' },
  { name: 'dashboard', path: '/dashboard', as: 'reseller', full: true },
  { name: 'dashboard-empty', path: '/dashboard', as: 'empty', full: true },
  { name: 'dashboard-menu', path: '/dashboard', as: 'reseller', act: click('Menu du compte') },
  { name: 'dashboard-bell', path: '/dashboard', as: 'reseller', act: click(/^Notifications/) },
  { name: 'dashboard-contact', path: '/dashboard', as: 'reseller', act: click(/Contacter l’admin/) },
  {
    name: 'drawer',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Compte', exact: true });
      if (!(await menu.isVisible())) return;
      await menu.click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(300);
    },
  },
  { name: 'catalog', path: '/catalog', as: 'reseller', full: true },
  { name: 'catalog-game', path: '/catalog?game=Free+Fire', as: 'reseller', full: true },
  { name: 'catalog-short', path: '/catalog?game=Roblox', as: 'empty', full: true },
  {
    name: 'catalog-bought',
    path: '/catalog?game=PUBG+Mobile',
    as: 'reseller',
    act: async (page) => {
      await page.getByRole('button', { name: 'Acheter 1 code' }).first().click();
      await page.getByRole('dialog').waitFor();
      // Until then the codes count as not shown, and the next screen would show them again.
      await page.waitForTimeout(2_000);
    },
  },
  {
    name: 'catalog-quantity',
    path: '/catalog?game=PUBG+Mobile',
    as: 'reseller',
    act: opens(button(/^Qté, plusieurs codes/)),
  },
  { name: 'card-history', path: '/card-history', as: 'reseller', full: true },
  { name: 'card-history-empty', path: '/card-history', as: 'empty' },
  {
    name: 'card-history-codes',
    path: '/card-history',
    as: 'reseller',
    act: async (page) => {
      await page.getByRole('button', { name: 'Voir les codes' }).nth(3).click();
      await page.getByTestId('code').first().waitFor();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'card-history-replaced',
    path: '/card-history',
    as: 'reseller',
    act: async (page) => {
      await page.route('**/api/purchases/*', async (route) => {
        const answer = await (await route.fetch()).json();
        const [first, ...others] = answer.codes;
        return route.fulfill({
          json: {
            ...answer,
            codes: [{ ...first, replaced: true }, ...others, { ...first, id: '0', code: 'NB4K-7721-PQ02' }],
          },
        });
      });
      await page.getByRole('button', { name: 'Voir les codes' }).nth(2).click();
      await page.getByTestId('code').first().waitFor();
      await page.waitForTimeout(300);
    },
  },
  { name: 'card-history-find', path: '/card-history', as: 'reseller', act: find(soldSerial) },
  { name: 'card-history-find-nothing', path: '/card-history', as: 'reseller', act: find('INCONNU-1') },
  { name: 'counter-sheet', path: '/card-history', as: 'reseller', act: toSheet },
  { name: 'counter-ticket', path: '/card-history', as: 'reseller', act: toTicket },
  { name: 'counter-tickets', path: '/card-history', as: 'reseller', act: toTickets },
  {
    name: 'counter-printer',
    path: '/card-history',
    as: 'reseller',
    act: async (page) => {
      await withPrinters(page);
      await toTicket(page);
      await opens(button('Imprimante de tickets'))(page);
    },
  },
  {
    name: 'counter-shop',
    path: '/profile',
    as: 'reseller',
    act: opens(button('Ticket de la boutique')),
  },
  { name: 'operations', path: '/operations', as: 'reseller', full: true },
  {
    name: 'operations-detail',
    path: '/operations',
    as: 'reseller',
    act: async (page) => {
      await page.getByTestId('operation').filter({ hasText: 'Achat' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'operations-freefire',
    path: '/operations',
    as: 'reseller',
    act: async (page) => {
      await page.getByTestId('operation').filter({ hasText: '2847105563' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'operations-refund',
    path: '/operations',
    as: 'reseller',
    act: async (page) => {
      await page.getByTestId('operation').filter({ hasText: 'Remboursé' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'freefire', path: '/freefire', as: 'reseller', full: true },
  {
    name: 'freefire-short',
    path: '/freefire',
    as: 'empty',
    full: true,
    act: async (page) => {
      await page.getByLabel('ID Free Fire').fill('123456789');
      await page.getByRole('radio', { name: /2180 \+ 218/ }).check({ force: true });
    },
  },
  {
    name: 'freefire-player',
    path: '/freefire',
    as: 'reseller',
    act: async (page) => {
      await page.getByLabel('ID Free Fire').fill('123456789012');
      await page.getByRole('button', { name: 'Vérifier le nom' }).click();
      await page.getByTestId('player-name').filter({ hasText: /./ }).waitFor();
      await page.getByRole('button', { name: 'Envoyer la demande' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'freefire-customers', path: '/freefire', as: 'reseller', act: opens(button('Mes clients')) },
  { name: 'statement', path: '/operations', as: 'reseller', act: opens(button('Relevé')) },
  { name: 'my-day', path: '/operations', as: 'reseller', act: opens(button('Ma journée')) },
  { name: 'profile', path: '/profile', as: 'reseller', full: true },
  { name: 'settings', path: '/settings', as: 'reseller', full: true },
  { name: 'settings-key', path: '/settings', as: 'reseller', act: toKey },
  { name: 'settings-key-made', path: '/settings', as: 'reseller', act: toMadeKey },
  { name: 'settings-key-revoke', path: '/settings', as: 'reseller', act: opens(button('Révoquer')) },
  {
    name: 'settings-webhook',
    path: '/settings',
    as: 'reseller',
    act: opens(button('Créer un webhook')),
  },
  { name: 'settings-deliveries', path: '/settings', as: 'reseller', act: toDeliveries },
  { name: 'security', path: '/dashboard', as: 'reseller', act: security },
  { name: 'test-notifications', path: '/test-notifications', as: 'reseller' },
  { name: 'recharge', path: '/recharge', as: 'reseller' },
  { name: 'history', path: '/history', as: 'reseller' },
  {
    name: 'recharge-requests',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await page.locator('button:visible[title="Ouvrir mes demandes de recharge"]').first().click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(400);
    },
  },
  ...reads.flatMap(([name, path, calls]) => [
    { name: `${name}-loading`, path, as: 'reseller', full: true, act: unanswered(calls) },
    { name: `${name}-failed`, path, as: 'reseller', full: true, act: refused(calls) },
  ]),
  { name: 'admin', path: '/admin', as: 'admin', full: true },
  { name: 'admin-users', path: '/admin/users', as: 'admin', full: true },
  { name: 'admin-products', path: '/admin/products', as: 'admin', full: true },
  {
    name: 'admin-offers',
    path: '/admin/products?view=offers',
    as: 'admin',
    act: (page) => page.getByRole('textbox', { name: /^Prix/ }).first().fill('99'),
  },
  {
    name: 'admin-users-menu',
    path: '/admin/users',
    as: 'admin',
    act: (page) =>
      rowOfReseller(page)
        .getByRole('button', { name: /^Autres actions/ })
        .click(),
  },
  { name: 'admin-product-new', path: '/admin/products/new', as: 'admin', full: true },
  { name: 'admin-transactions', path: '/admin/transactions', as: 'admin', full: true },
  { name: 'admin-recharge', path: '/admin/recharge', as: 'admin', full: true },
  { name: 'admin-recharges', path: '/admin/recharges', as: 'admin', full: true },
  { name: 'admin-freefire', path: '/admin/freefire', as: 'admin', full: true },
  { name: 'admin-bell', path: '/admin', as: 'admin', act: click(/^Notifications/) },
  {
    name: 'admin-search',
    path: '/admin',
    as: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Rechercher partout' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('sétif');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'admin-menu', path: '/admin', as: 'admin', act: click('Menu du compte') },
  { name: 'admin-journal', path: '/admin?journal=1', as: 'admin', act: dialog },
  { name: 'admin-health', path: '/admin', as: 'admin', act: opens(button('État du système')) },
  { name: 'admin-users-pending', path: '/admin/users?status=pending', as: 'admin', full: true },
  { name: 'admin-users-details', path: '/admin/users', as: 'admin', act: opensMore('Détails') },
  {
    name: 'admin-users-email',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Détails')(page);
      await opens(button('Changer l’adresse email'))(page);
    },
  },
  { name: 'admin-users-recharge', path: '/admin/users', as: 'admin', act: opens(ofReseller('Recharger')) },
  { name: 'admin-users-deactivate', path: '/admin/users', as: 'admin', act: opensMore('Désactiver') },
  {
    name: 'admin-users-transactions',
    path: '/admin/users',
    as: 'admin',
    act: opensMore('Transactions'),
  },
  {
    name: 'admin-users-ledger',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Transactions')(page);
      await page.getByRole('dialog').getByText('Grand livre', { exact: true }).click();
      await page.getByRole('columnheader', { name: 'Solde avant et après' }).waitFor({ state: 'attached' });
    },
  },
  {
    name: 'admin-users-limit',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Détails')(page);
      await opens(button('Limite d’achats'))(page);
      await page.getByLabel('Achats par heure').waitFor();
    },
  },
  {
    name: 'admin-users-password',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Détails')(page);
      await opens(button('Mot de passe temporaire'))(page);
      await page.getByRole('dialog').nth(1).waitFor();
    },
  },
  {
    name: 'admin-users-sessions',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Détails')(page);
      await opens(button('Fermer les sessions'))(page);
      await page.getByRole('dialog').nth(1).waitFor();
    },
  },
  { name: 'admin-quick-recharge', path: '/admin', as: 'admin', act: toQuickRecharge },
  { name: 'admin-trends', path: '/admin', as: 'admin', act: toTrends, full: true },
  { name: 'admin-enrolment', path: '/admin', as: 'admin', act: toEnrolment },
  {
    name: 'admin-recharges-photo',
    path: '/admin/recharges',
    as: 'admin',
    act: opens(button('Voir la photo')),
  },
  { name: 'admin-recharges-reused', path: '/admin/recharges', as: 'admin', act: toReused },
  {
    name: 'admin-users-details-pending',
    path: '/admin/users?status=pending',
    as: 'admin',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Autres actions/ })
        .first()
        .click();
      await opens(button('Détails'))(page);
    },
  },
  { name: 'admin-security', path: '/admin', as: 'admin', act: security },
  {
    name: 'admin-business',
    path: '/admin',
    as: 'admin',
    act: opens(button('Coordonnées et paiement')),
  },
  ...['Ajouter un compte', 'Contact', 'Raisons de refus'].map((name, index) => ({
    name: `admin-business-${['account', 'contact', 'reasons'][index]}`,
    path: '/admin',
    as: 'admin',
    act: async (page) => {
      await opens(button('Coordonnées et paiement'))(page);
      await page.getByRole('dialog').getByText(name, { exact: true }).click();
    },
  })),
  { name: 'admin-recharge-statement', path: '/admin/recharge', as: 'admin', act: opens(button('Relevé')) },
  { name: 'admin-unknown', path: '/admin/users?account=none', as: 'admin', act: dialog },
  {
    name: 'admin-users-batch',
    path: '/admin/users?status=pending',
    as: 'admin',
    act: batch('Activer la sélection'),
  },
  { name: 'admin-recharge-approve', path: '/admin/recharge', as: 'admin', act: opens(button('Approuver')) },
  { name: 'admin-recharge-reject', path: '/admin/recharge', as: 'admin', act: opens(button('Rejeter')) },
  { name: 'admin-recharge-details', path: '/admin/recharge', as: 'admin', act: opens(button('Détails')) },
  {
    name: 'admin-recharges-batch',
    path: '/admin/recharges',
    as: 'admin',
    act: batch('Approuver la sélection'),
  },
  {
    name: 'admin-transaction-codes',
    path: '/admin/transactions?type=purchase',
    as: 'admin',
    act: async (page) => {
      await opens(button(/^Détail : Achat/))(page);
      await page.getByLabel('Raison de la consultation').fill('Code refusé chez le client');
      await page.getByRole('button', { name: 'Afficher les codes' }).click();
      await page.getByTestId('code').first().waitFor();
    },
  },
  {
    name: 'admin-transaction-correction',
    path: '/admin/transactions?type=recharge',
    as: 'admin',
    act: async (page) => {
      await opens(button(/^Détail : Recharge/))(page);
      await page.getByRole('button', { name: 'Corriger' }).click();
      await page.getByLabel('Raison').waitFor();
    },
  },
  {
    name: 'admin-transaction-refund',
    path: '/admin/transactions?status=refused',
    as: 'admin',
    act: opens(button(/^Détail : /)),
  },
  { name: 'admin-withheld', path: '/admin/products', as: 'admin', act: withWithheld },
  {
    name: 'admin-withheld-batch',
    path: '/admin/products',
    as: 'admin',
    act: async (page) => {
      await withWithheld(page);
      await batch('Écarter la sélection')(page);
    },
  },
  { name: 'admin-find-code', path: '/admin/products', as: 'admin', act: find(soldSerial) },
  { name: 'admin-find-code-nothing', path: '/admin/products', as: 'admin', act: find('INCONNU-1') },
  { name: 'admin-products-game', path: '/admin/products?game=Free+Fire', as: 'admin', full: true },
  {
    name: 'admin-product-details',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: opens(button('Détails')),
  },
  {
    name: 'admin-product-remove',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: opens(button('Supprimer')),
  },
  {
    name: 'admin-product-edit',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    full: true,
    act: toEdit,
  },
  { name: 'admin-product-conflict', path: '/admin/products?game=Free+Fire', as: 'admin', act: toConflict },
  {
    name: 'admin-product-import',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: async (page) => {
      await toEdit(page);
      await opens(button('Importer des codes'))(page);
    },
  },
  {
    name: 'admin-product-import-preview',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: toImportPreview,
  },
  { name: 'admin-batches', path: '/admin/products?game=Free+Fire', as: 'admin', act: toBatches },
  {
    name: 'admin-batches-recall',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: async (page) => {
      await toBatches(page);
      await opens(button('Rappeler'))(page);
    },
  },
  { name: 'admin-batches-unsold', path: '/admin/products?game=Free+Fire', as: 'admin', act: toUnsold },
  {
    name: 'admin-batches-withdraw',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: async (page) => {
      await toUnsold(page);
      await opens(button(/^Retirer /))(page);
    },
  },
  {
    name: 'admin-batches-edit',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: async (page) => {
      await toBatches(page);
      await opens(button('Modifier'))(page);
    },
  },
  {
    name: 'admin-batches-buyers',
    path: '/admin/products?game=Free+Fire',
    as: 'admin',
    act: async (page) => {
      await toBatches(page);
      await opens(button('Acheteurs'))(page);
    },
  },
  { name: 'admin-prices', path: '/admin/products', as: 'admin', act: toPrices('Niveaux') },
  { name: 'admin-prices-history', path: '/admin/products', as: 'admin', act: toPrices('Historique') },
  {
    name: 'admin-prices-list',
    path: '/admin/products',
    as: 'admin',
    act: async (page) => {
      await toPrices('Liste de prix')(page);
      await page
        .getByLabel('Coller la liste')
        .fill('Offre;Prix;Grossistes\n60 UC;118;112\n300 + 25 UC;590,50;575\nOffre disparue;90;85');
      await page.getByRole('table', { name: 'Prix qui changent' }).waitFor();
    },
  },
  { name: 'admin-user-prices', path: '/admin/users', as: 'admin', act: toOwnPrices },
  {
    name: 'admin-user-prices-changed',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await toOwnPrices(page);
      await changedMeanwhile(page, '**/api/users/*/prices', 'PRICE_LIST_STALE', ({ items, ...rest }) => ({
        ...rest,
        items: items.map((item) => ({ ...item, price: item.price - 2 })),
      }));
      await page.getByLabel('Prix d’un code (DA)').last().fill('1150');
      await page.getByRole('button', { name: 'Enregistrer les prix' }).click();
      await page.getByText('Enregistré entre-temps', { exact: true }).waitFor();
    },
  },
  { name: 'admin-bank-gaps', path: '/admin/recharge', as: 'admin', act: toBank('Écarts') },
  { name: 'admin-bank-lines', path: '/admin/recharge', as: 'admin', act: toBank('Lignes') },
  {
    name: 'admin-bank-explain',
    path: '/admin/recharge',
    as: 'admin',
    act: async (page) => {
      await toBank('Lignes')(page);
      await opens(() => page.getByRole('button', { name: /^Expliquer / }).first())(page);
    },
  },
  {
    name: 'admin-bank-import',
    path: '/admin/recharge',
    as: 'admin',
    act: async (page) => {
      await toBank('Importer un relevé')(page);
      await page
        .getByRole('textbox', { name: 'Relevé' })
        .fill('Date;Libellé;Débit;Crédit\n27/11/2026;VIR BM 4410 2288;;3 000,00\n27/11/2026;FRAIS;120,00;');
      await page.getByRole('list', { name: 'Premières lignes lues' }).waitFor();
    },
  },
  {
    name: 'admin-bank-statements',
    path: '/admin/recharge',
    as: 'admin',
    act: async (page) => {
      await toBank('Importer un relevé')(page);
      await page.getByRole('list', { name: 'Relevés importés' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'admin-stock-batches', path: '/admin/products?stock=batches', as: 'admin' },
  { name: 'admin-stock-cover', path: '/admin/products?stock=cover', as: 'admin' },
  {
    name: 'admin-stock-line',
    path: '/admin/products?stock=cover',
    as: 'admin',
    act: async (page) => {
      await button('30 derniers jours')(page).click();
      await page.getByRole('figure').waitFor();
    },
  },
  {
    name: 'admin-stock-threshold',
    path: '/admin/products?stock=cover',
    as: 'admin',
    act: opens(button('Régler le seuil')),
  },
  { name: 'admin-stock-suppliers', path: '/admin/products?stock=suppliers', as: 'admin' },
  {
    name: 'admin-stock-supplier',
    path: '/admin/products?stock=suppliers',
    as: 'admin',
    act: opens(button('Ajouter un fournisseur')),
  },
  { name: 'admin-freefire-price', path: '/admin/freefire', as: 'admin', act: click(/^Modifier le prix/) },
  { name: 'admin-freefire-validate', path: '/admin/freefire', as: 'admin', act: opens(button('Valider')) },
  { name: 'admin-freefire-refuse', path: '/admin/freefire', as: 'admin', act: opens(button('Refuser')) },
  {
    name: 'admin-freefire-details',
    path: '/admin/freefire',
    as: 'admin',
    act: opens(button(/^Détails de la demande/)),
  },
  {
    name: 'admin-freefire-supplier',
    path: '/admin/freefire',
    as: 'admin',
    act: opens(button('Confier à un fournisseur')),
  },
  { name: 'admin-suppliers-orders', path: '/admin?orders=orders', as: 'admin', act: unknownOrders },
  {
    name: 'admin-suppliers-decide',
    path: '/admin?orders=orders',
    as: 'admin',
    act: async (page) => {
      await unknownOrders(page);
      await opens(button('Décider'))(page);
    },
  },
  { name: 'admin-suppliers-connections', path: '/admin?orders=connections', as: 'admin', act: dialog },
  {
    name: 'admin-suppliers-connection',
    path: '/admin?orders=connections',
    as: 'admin',
    act: opens(ofSupplier('Modifier')),
  },
  {
    name: 'admin-suppliers-order',
    path: '/admin?orders=connections',
    as: 'admin',
    act: opens(ofSupplier('Commander')),
  },
  { name: 'admin-owner-view', path: '/admin?owner=view', as: 'admin', act: dialog },
  { name: 'admin-owner-margin', path: '/admin?owner=margin', as: 'admin', act: dialog },
  { name: 'admin-owner-day', path: '/admin?owner=day', as: 'admin', act: dialog },
  { name: 'admin-owner-stock', path: '/admin?owner=stock', as: 'admin', act: dialog },
  { name: 'admin-features', path: '/admin', as: 'admin', act: click('Fonctions') },
  { name: 'credit-mine', path: '/dashboard', as: 'debtor', full: true },
  { name: 'credit-advance', path: '/dashboard', as: 'debtor', act: opens(button('Avance')) },
  { name: 'credit-receipts', path: '/dashboard', as: 'debtor', act: opens(button('Mouvements et reçus')) },
  { name: 'admin-credit-round', path: '/admin?credit=round', as: 'admin', act: toRound },
  {
    name: 'admin-credit-payment',
    path: '/admin?credit=round',
    as: 'admin',
    act: async (page) => {
      await toRound(page);
      await opens(button('Encaisser'))(page);
    },
  },
  { name: 'admin-credit-debts', path: '/admin?credit=debts', as: 'admin', act: dialog },
  { name: 'admin-credit-account', path: '/admin?credit=debts', as: 'admin', act: toCreditAccount },
  {
    name: 'admin-credit-paid',
    path: '/admin?credit=debts',
    as: 'admin',
    act: inCreditAccount('Encaissement'),
  },
  {
    name: 'admin-credit-terms',
    path: '/admin?credit=debts',
    as: 'admin',
    act: inCreditAccount('Régler le crédit'),
  },
  {
    name: 'admin-credit-terms-changed',
    path: '/admin?credit=debts',
    as: 'admin',
    act: async (page) => {
      await inCreditAccount('Régler le crédit')(page);
      await changedMeanwhile(
        page,
        '**/api/users/*/credit**',
        'CREDIT_TERMS_CHANGED',
        ({ terms, ...account }) => ({
          ...account,
          terms: { ...terms, limit: 12_000, suspended: true },
        }),
      );
      await page.getByLabel('Délai (jours)').fill('10');
      await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await page.getByText('Enregistré entre-temps', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-credit-loss',
    path: '/admin?credit=debts',
    as: 'admin',
    act: inCreditAccount('Passer en perte'),
  },
  {
    name: 'admin-credit-receipt',
    path: '/admin?credit=debts',
    as: 'admin',
    act: inCreditAccount('Voir le reçu'),
  },
  {
    name: 'admin-credit-take-back',
    path: '/admin?credit=debts',
    as: 'admin',
    act: inCreditAccount('Annuler l’encaissement'),
  },
  { name: 'admin-credit-cash', path: '/admin?credit=cash', as: 'admin', act: dialog },
  { name: 'admin-credit-remit', path: '/admin?credit=cash', as: 'admin', act: opens(button('Versement')) },
  {
    name: 'admin-credit-ceiling',
    path: '/admin?credit=cash',
    as: 'admin',
    act: opens(button('Changer le plafond')),
  },
  {
    name: 'admin-user-ceiling',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await opensMore('Détails')(page);
      await opens(button('Plafond du jour'))(page);
      await page.getByLabel('Dépense par jour (DA)').waitFor();
    },
  },
  { name: 'staff', path: '/dashboard', as: 'reseller', act: toStaff },
  {
    name: 'staff-new',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await toStaff(page);
      await opens(button('Ajouter un vendeur'))(page);
    },
  },
  {
    name: 'staff-sales',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await toStaff(page);
      await opens(button('Voir ses ventes'))(page);
    },
  },
  {
    name: 'staff-count',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await toStaff(page);
      await opens(button('Compter sa caisse'))(page);
    },
  },
  {
    name: 'staff-devices',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await toStaff(page);
      await page.getByText('Appareils', { exact: true }).click();
      await page.getByTestId('device').first().waitFor();
    },
  },
  {
    name: 'staff-tills',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      await toStaff(page);
      await page.getByText('Caisses', { exact: true }).click();
      await page.getByTestId('till-close').first().waitFor();
    },
  },
  { name: 'till-names', path: '/login', as: 'till', act: toTill },
  {
    name: 'till-pin',
    path: '/login',
    as: 'till',
    act: async (page) => {
      await toTill(page);
      await page.getByRole('button', { name: 'Amine' }).click();
      await page.getByRole('heading', { name: 'Bonjour Amine' }).waitFor();
    },
  },
  { name: 'cashier', path: '/dashboard', as: 'cashier', full: true },
  { name: 'cashier-count', path: '/dashboard', as: 'cashier', act: opens(button('Compter la caisse')) },
  { name: 'cashier-sales', path: '/card-history', as: 'cashier' },
  { name: 'cashier-forbidden', path: '/operations', as: 'cashier' },
  {
    name: 'claims-mine',
    path: '/dashboard',
    as: 'reseller',
    act: opens(button('Voir toutes les réclamations')),
  },
  { name: 'admin-claims', path: '/admin?claims=queue', as: 'admin', act: dialog },
  { name: 'admin-claims-decided', path: '/admin?claims=decided', as: 'admin', act: dialog },
  { name: 'admin-claims-suppliers', path: '/admin?claims=suppliers', as: 'admin', act: dialog },
  { name: 'admin-team', path: '/admin', as: 'admin', act: click('Équipe') },
  {
    name: 'admin-team-scopes',
    path: '/admin',
    as: 'admin',
    act: async (page) => {
      await click('Équipe')(page);
      await opens(button('Changer les droits'))(page);
    },
  },
  {
    name: 'admin-team-scopes-changed',
    path: '/admin',
    as: 'admin',
    act: async (page) => {
      await click('Équipe')(page);
      await opens(button('Changer les droits'))(page);
      const rights = /\/api\/(administrators|users\/[^/]+\/scopes)/;
      await changedMeanwhile(page, rights, 'SCOPES_CHANGED', ({ items, ...rest }) => ({
        ...rest,
        items: items.map((item) =>
          item.scopes ? { ...item, scopes: ['requests'], creditThreshold: 10_000 } : item,
        ),
      }));
      await page.getByLabel('Crédit manuel par jour (DA)').fill('5000');
      await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await page.getByText('Enregistré entre-temps', { exact: true }).waitFor();
    },
  },
  {
    name: 'admin-team-day',
    path: '/admin',
    as: 'admin',
    act: async (page) => {
      await click('Équipe')(page);
      await page.getByRole('dialog').getByText('Journée', { exact: true }).click();
    },
  },
];
