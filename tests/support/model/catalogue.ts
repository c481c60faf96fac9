import { limits } from '@almas/contract/limits';
import { activeAdmins, adminOnly, firstOf, randomActor, randomItem } from './rules.ts';
import {
  dinars,
  type Expected,
  type Offer,
  type Operation,
  type Product,
  refused,
  unknownUserId,
  type World,
} from './world.ts';

const path = '/api/products';
const sent = ({ id, name, price }: Offer) => ({ ...(id && { id }), name, value: '1', price: dinars(price) });
const shown = ({ offers, name, status }: Product) => ({
  name,
  status,
  offers: offers.map((offer) => ({
    name: offer.name,
    price: dinars(offer.price),
    stock: offer.unsold.length,
  })),
});

function newOffer(world: World): Offer {
  const { random } = world;
  const price = random.chance(0.97) ? random.between(100, 30_000) : 0;
  return { id: '', name: `o${world.fresh()}`, price, unsold: [] };
}

/** The server lists the offers in the order in which they were sent. */
function learnOffers(product: Product) {
  return (body: { id: string; offers: { id: string }[] }) => {
    product.id = body.id;
    product.offers.forEach((offer, index) => {
      offer.id = body.offers[index]?.id ?? '';
    });
  };
}

const badPrice = (offers: readonly Offer[]) =>
  offers.some(({ price }) => price <= 0) && refused('OFFER_PRICE_NOT_POSITIVE');

export function createProduct(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const name = random.chance(0.95) ? `p${world.fresh()}` : ' ';
  const status = random.pick(['active', 'active', 'active', 'draft', 'inactive'] as const);
  const offers = Array.from({ length: random.between(0, 3) }, () => newOffer(world));
  const product: Product = { id: '', name, status, offers };
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      name === ' ' && refused('PRODUCT_NAME_REQUIRED'),
      badPrice(offers),
    );
    if (broken) return broken;
    world.products.push(product);
    return { done: shown(product), learn: learnOffers(product) };
  };
  const body = { name, game: 'Jeu', status, offers: offers.map(sent) };
  return { name: 'create product', actor, method: 'POST', url: path, body, rule };
}

/** Saves a product: some offers are removed with their unsold codes, others get another price, new ones are added (AMB-10, AMB-11). */
export function saveProduct(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const product = randomItem(world, world.products);
  const kept = (product?.offers ?? []).filter(() => random.chance(0.85));
  const changed = kept.map((offer) => ({ ...offer, price: random.between(100, 30_000) }));
  const added = random.chance(0.3) ? [newOffer(world)] : [];
  const offers = [...changed, ...added];
  const name = product?.name ?? 'absent';
  const removedOffers = (product?.offers ?? [])
    .filter((offer) => !kept.includes(offer))
    .flatMap(({ id }) => (id ? [{ id, codes: limits.codesPerImport }] : []));
  const body = { name, game: 'Jeu', offers: offers.map(sent), removedOffers };
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      offers.length === 0 && refused('OFFER_REQUIRED'),
      badPrice(offers),
      (!product || !world.products.includes(product)) && refused('PRODUCT_NOT_FOUND'),
    );
    if (broken || !product) return broken as Expected;
    product.offers = offers;
    return { done: shown(product), learn: learnOffers(product) };
  };
  const url = `${path}/${product?.id ?? unknownUserId}`;
  return { name: 'save product', actor, method: 'PUT', url, body, rule };
}

export function switchProduct(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const product = randomItem(world, world.products);
  const status = world.random.pick(['active', 'active', 'inactive', 'draft'] as const);
  const rule = (): Expected => {
    const broken = firstOf(adminOnly(actor), !product && refused('PRODUCT_NOT_FOUND'));
    if (broken || !product) return broken as Expected;
    product.status = status;
    return { done: shown(product) };
  };
  const url = `${path}/${product?.id ?? unknownUserId}`;
  return { name: 'switch product', actor, method: 'PATCH', url, body: { status }, rule };
}

export function addOffer(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const product = randomItem(world, world.products);
  const offer = newOffer(world);
  const rule = (): Expected => {
    const broken = firstOf(adminOnly(actor), badPrice([offer]), !product && refused('PRODUCT_NOT_FOUND'));
    if (broken || !product) return broken as Expected;
    product.offers.push(offer);
    return { done: shown(product), learn: learnOffers(product) };
  };
  const url = `${path}/${product?.id ?? unknownUserId}/offers`;
  return { name: 'add offer', actor, method: 'POST', url, body: sent(offer), rule };
}

export function removeProduct(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const product = randomItem(world, world.products);
  const rule = (): Expected => {
    const broken = firstOf(adminOnly(actor), !product && refused('PRODUCT_NOT_FOUND'));
    if (broken || !product) return broken as Expected;
    world.products = world.products.filter((one) => one !== product);
    return { done: {} };
  };
  const url = `${path}/${product?.id ?? unknownUserId}`;
  return { name: 'remove product', actor, method: 'DELETE', url, rule };
}
