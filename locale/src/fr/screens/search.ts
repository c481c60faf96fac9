import { adminShell } from './admin-shell.ts';
import { codeBatches } from './code-batches.ts';
import { common } from './common.ts';
import { operations } from './operations.ts';
import { rechargeRequests } from './recharge-requests.ts';

/** The search of an administrator, from every screen. */
export const search = {
  title: 'Rechercher partout',
  placeholder: 'Nom, téléphone, n°, référence, produit, code exact',
  results: 'Résultats',
  searching: 'Recherche…',
  failed: 'La recherche n’a pas abouti',
  none: 'Rien trouvé',
  /** Read aloud. */
  found: (count: number) => `${count} résultat${count > 1 ? 's' : ''}`,
  kinds: {
    page: 'Page',
    account: 'Compte',
    rechargeRequest: 'Recharge',
    freeFireRequest: 'Free Fire',
    transaction: 'Transaction',
    product: 'Produit',
    code: 'Code',
  },
  status: {
    account: common.accountStatus,
    rechargeRequest: rechargeRequests.status,
    freeFireRequest: operations.statuses,
    transaction: {},
    product: { active: 'Actif', inactive: 'Inactif', draft: 'Brouillon' },
    code: codeBatches.find.status,
  },
  /** What is said of a code, which is not shown. */
  boughtBy: (name: string) => `Acheté par ${name}`,
  pages: {
    '/admin': adminShell.dashboard,
    '/admin/users': adminShell.users,
    '/admin/freefire': adminShell.freeFire,
    '/admin/products': adminShell.products,
    '/admin/products?view=offers': 'Offres et prix',
    '/admin/products?stock=cover': 'Couverture du stock',
    '/admin/products/new': 'Nouveau produit',
    '/admin/recharge': adminShell.recharges,
    '/admin/transactions': adminShell.transactions,
    '/admin?journal=1': adminShell.journal,
  },
} as const;
