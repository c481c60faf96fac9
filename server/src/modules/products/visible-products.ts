import type { Product } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import type { Actor } from '../../authorization/identity.ts';
import { parseUuidOrNil } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { offersStore } from './offers.store.ts';
import { type ProductStatus, presentProduct, productsStore } from './products.store.ts';

export interface ProductFilter {
  readonly status: 'all' | ProductStatus;
  readonly limit?: number | undefined;
}

// Resellers do not see drafts (AMB-31).
const visibleTo = ({ administers }: Actor): ProductStatus[] =>
  administers ? ['active', 'inactive', 'draft'] : ['active', 'inactive'];

/** The statuses of the products that the viewer may see and the filter matches. */
export const shownStatuses = (viewer: Actor, { status }: ProductFilter): ProductStatus[] =>
  visibleTo(viewer).filter((visible) => status === 'all' || status === visible);

/** The products with one of these statuses, in the given order (RWO-05, RWO-06). */
export const visibleProducts = (
  products: readonly Product[],
  shown: readonly ProductStatus[],
  limit: number | undefined,
): Product[] => products.filter((product) => shown.includes(product.status)).slice(0, limit);

/** @throws AppError PRODUCT_NOT_FOUND, also for a draft when the viewer is no administrator */
export async function getProduct(services: Services, viewer: Actor, id: string): Promise<Product> {
  const row = await productsStore.byId.first(services.db, parseUuidOrNil(id));
  if (!row || !visibleTo(viewer).includes(row.status)) throw fail('PRODUCT_NOT_FOUND');
  const product = presentProduct(row);
  if (!viewer.administers) return product;
  const ids = product.offers.map((offer) => offer.id);
  const fixed = new Set((await offersStore.everWithCodes.all(services.db, ids)).map((offer) => offer.id));
  const offers = product.offers.map((offer) => ({
    ...offer,
    ...(fixed.has(offer.id) && { caseFixed: true }),
  }));
  return { ...product, offers };
}
