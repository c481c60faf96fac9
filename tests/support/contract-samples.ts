import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';

/** A well-formed id of no row. */
export const unknownId = '00000000-0000-4000-8000-000000000001';
const offer = { name: 'Offre', value: '110 Diamants', price: 150 };
const product = { name: 'Produit', game: 'Jeu', offers: [offer] };
const reject = { reason: 'Motif' };

/** Valid input for every route that takes a body, by `group.name`. */
export const bodies: Record<string, object> = {
  'accounts.register': {
    email: 'matrice',
    password: 'secret1',
    firstName: 'A',
    lastName: 'B',
    company: 'C',
    phone: '1',
  },
  'accounts.login': { email: 'matrice@exemple.dz', password: 'secret1' },
  'accounts.updateMe': { city: 'Sétif' },
  'users.deactivate': {},
  'users.setPurchaseLimit': { perHour: 60 },
  'users.requireSecondFactor': { required: false },
  'signIn.secondFactor': { code: '000000' },
  'signIn.confirmEnrolment': { code: '000000' },
  'signIn.setPassword': { password: 'secret12' },
  'signIn.requestReset': { email: 'matrice@exemple.dz' },
  'signIn.completeReset': { token: 'x', password: 'secret12' },
  'signIn.checkPassword': { password: 'secret12' },
  'security.changePassword': { current: 'faux', password: 'secret12' },
  'security.beginSecondFactor': { password: 'faux' },
  'security.confirmSecondFactor': { code: '000000' },
  'security.stepUp': { code: '000000' },
  'wallet.recharge': { amount: 100 },
  'wallet.debit': { amount: 100, transactionId: '1' },
  'wallet.validate': { type: 'recharge', amount: 100 },
  'rechargeRequests.create': { amount: 100, method: 'ccp' },
  'rechargeRequests.approve': {},
  'rechargeRequests.reject': reject,
  'rechargeRequests.cancel': {},
  'products.create': product,
  'products.update': product,
  'products.setStatus': { status: 'inactive' },
  'features.change': { enabled: true },
  'products.addOffer': offer,
  'codes.import': { codes: ['A-1'] },
  'codes.preview': { codes: ['A-1'] },
  'purchases.create': { productId: unknownId, offerId: unknownId, quantity: 1 },
  'purchases.disclose': { kind: 'print' },
  'purchases.reveal': { reason: 'Code refusé' },
  'codes.decideWithheld': { decision: 'discard' },
  'codeImports.withdraw': { reason: 'Lot refusé' },
  'codeImports.withdrawCode': { reason: 'Code déjà utilisé' },
  'codeImports.find': { code: 'A-1', reason: 'Un client le réclame' },
  'purchases.find': { code: 'A-1' },
  'outcomes.settle': {},
  'freeFire.configure': {},
  'freeFire.updateOffer': { price: 100 },
  'freeFire.createRequest': { freeFireId: '12345678', offerId: 'ff_100_10', amount: 150 },
  'freeFire.renameCustomer': { label: 'Karim' },
  'freeFire.validate': { imageUrl: 'https://exemple.dz/preuve.png' },
  'freeFire.refuse': { note: 'Motif' },
  'notifications.create': { userId: unknownId, type: 'promotion', title: 'T', message: 'M' },
  'notifications.test': { kind: 'balance' },
  'push.check': { endpoint: 'https://push.exemple.dz/a' },
  'push.subscribe': { endpoint: 'https://push.exemple.dz/a', keys: { p256dh: 'AAAA', auth: 'AAAA' } },
  'push.unsubscribe': { endpoint: 'https://push.exemple.dz/a' },
  'contact.send': { message: 'Bonjour' },
  'settings.save': { settings: {} },
  'shop.saveProfile': { name: 'Cyber Sétif' },
  'shop.saveRetailPrice': { price: 150 },
  'exports.users': {},
  'exports.transactions': {},
  'exports.ledger': { userId: unknownId },
  'exports.rechargeRequests': {},
  'exports.rechargeStatement': {},
  'exports.freeFireRequests': {},
  'exports.products': {},
  'exports.auditTrail': {},
};

/** Every route of the contract with its name. */
export const routes = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]) => [`${group}.${name}`, route as Route] as const),
);
