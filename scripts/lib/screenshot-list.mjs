const click =
  (name, role = 'button') =>
  (page) =>
    page.getByRole(role, { name }).first().click();

/** Every route, and the dialogs worth seeing: `as` is who looks at it, `act` what they do first. */
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
  { name: 'dashboard-contact', path: '/dashboard', as: 'reseller', act: click(/Contacter l'admin/) },
  {
    name: 'drawer',
    path: '/dashboard',
    as: 'reseller',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Ouvrir le menu' });
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
      await page.waitForTimeout(400);
    },
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
  { name: 'profile', path: '/profile', as: 'reseller', full: true },
  { name: 'settings', path: '/settings', as: 'reseller', full: true },
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
  { name: 'admin', path: '/admin', as: 'admin', full: true },
  { name: 'admin-users', path: '/admin/users', as: 'admin', full: true },
  { name: 'admin-products', path: '/admin/products', as: 'admin', full: true },
  { name: 'admin-product-new', path: '/admin/products/new', as: 'admin', full: true },
  { name: 'admin-transactions', path: '/admin/transactions', as: 'admin', full: true },
  { name: 'admin-recharge', path: '/admin/recharge', as: 'admin', full: true },
  { name: 'admin-recharges', path: '/admin/recharges', as: 'admin', full: true },
  { name: 'admin-freefire', path: '/admin/freefire', as: 'admin', full: true },
];
