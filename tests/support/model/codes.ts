import {
  activeAdmins,
  activeResellers,
  adminOnly,
  firstOf,
  hasSession,
  keyed,
  randomActor,
  randomItem,
  randomKey,
} from './rules.ts';
import {
  dinars,
  type Expected,
  type Offer,
  type Operation,
  refused,
  unknownUserId,
  type World,
} from './world.ts';

/** A product and one of its offers; sometimes the offer of another product. */
function randomOffer(world: World) {
  const { random, products } = world;
  const stocked = products.filter(({ offers }) => offers.length > 0);
  const product = randomItem(world, stocked);
  const other = random.chance(0.03) ? randomItem(world, products) : product;
  const offer = randomItem(world, other?.offers ?? []);
  const url = `/api/products/${product?.id ?? unknownUserId}/offers/${offer?.id ?? unknownUserId}`;
  return {
    product,
    offer: offer && product?.offers.includes(offer) ? offer : undefined,
    offerId: offer?.id ?? unknownUserId,
    url,
  };
}

export function importCodes(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const { product, offer, url } = randomOffer(world);
  const lines = Array.from({ length: random.between(0, 12) }, () =>
    world.codes.length > 0 && random.chance(0.15) ? random.pick(world.codes) : `C-${world.fresh()}`,
  ).flatMap((line) => (random.chance(0.1) ? [line, `  ${line} `, '  '] : [line]));
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      lines.length === 0 && refused('CODES_MISSING'),
      !product && refused('PRODUCT_NOT_FOUND'),
      !offer && refused('OFFER_NOT_FOUND'),
    );
    if (broken || !offer) return broken as Expected;
    const written = lines.map((line) => line.trim());
    const listed = [...new Set(written.filter((line) => line !== ''))];
    const elsewhere = world.products.flatMap(({ offers }) => offers).filter((other) => other !== offer);
    const isInOther = (code: string) => elsewhere.some(({ unsold }) => unsold.includes(code));
    const inOffer = listed.filter((code) => offer.unsold.includes(code)).length;
    const inOtherOffers = listed.filter(isInOther).length;
    const sold = listed.filter((code) => world.soldCodes.has(code)).length;
    const imported = listed.length - inOffer - inOtherOffers - sold;
    if (imported === 0)
      return listed.length === 0
        ? refused('CODES_INVALID')
        : refused('CODES_ALREADY_KNOWN', { inOffer, inOtherOffers, sold });
    const fresh = listed.filter(
      (code) => !offer.unsold.includes(code) && !isInOther(code) && !world.soldCodes.has(code),
    );
    offer.unsold.push(...fresh);
    world.codes.push(...fresh);
    const duplicates = written.filter((line) => line !== '').length - imported;
    return { done: { imported, duplicates, inOffer, stock: offer.unsold.length } };
  };
  return { name: 'import', actor, method: 'POST', url: `${url}/codes`, body: { codes: lines }, rule };
}

export function purchase(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeResellers(world));
  const { product, offer, offerId } = randomOffer(world);
  const quantity = random.chance(0.95) ? random.between(1, 4) : random.pick([0, 1.5, 100, 101, -1]);
  const body = { productId: product?.id ?? unknownUserId, offerId, quantity };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const isCount = Number.isInteger(quantity) && quantity >= 1 && quantity <= 100;
    const broken = firstOf(
      !hasSession(actor) && refused('UNAUTHENTICATED'),
      !isCount && refused('QUANTITY_INVALID'),
      actor?.role !== 'reseller' && refused('ONLY_RESELLERS_BUY'),
      actor?.status !== 'active' && refused('ACCOUNT_NOT_ACTIVE'),
    );
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, ['purchase', body], () => {
      const total = (offer?.price ?? 0) * quantity;
      const unwanted = firstOf(
        !product && refused('PRODUCT_NOT_FOUND'),
        product?.status !== 'active' && refused('PRODUCT_NOT_AVAILABLE'),
        !offer && refused('OFFER_NOT_FOUND'),
        stockShort(offer, quantity),
        actor.balance < total &&
          refused('PURCHASE_BALANCE_SHORT', { available: dinars(actor.balance), required: dinars(total) }),
      );
      if (unwanted || !offer) return unwanted as Expected;
      const codes = offer.unsold.splice(0, quantity);
      for (const code of codes) world.soldCodes.add(code);
      actor.balance -= total;
      return { done: { totalCost: dinars(total), quantity, codes: codes.map((code) => ({ code })) } };
    });
  };
  return { name: 'purchase', actor, method: 'POST', url: '/api/purchases', body, ...(key && { key }), rule };
}

const stockShort = (offer: Offer | undefined, quantity: number): Expected | false =>
  (offer?.unsold.length ?? 0) < quantity && refused('STOCK_SHORT', { available: offer?.unsold.length ?? 0 });
