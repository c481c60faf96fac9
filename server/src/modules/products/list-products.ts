import type { Product } from '@almas/contract/products';
import type { Actor } from '../../actor.ts';
import { uuidOrNobody } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { type ProductStatus, presentProduct, productsStore } from './products.store.ts';

export interface ProductFilter {
  readonly status: 'all' | ProductStatus;
  readonly limit?: number | undefined;
}

/** More than any shop has: the list has no pages. */
const everyProduct = 100_000;
// A draft is not for sale yet: customers do not see it coming (AMB-31).
const visibleTo = ({ role }: Actor): ProductStatus[] =>
  role === 'admin' ? ['active', 'inactive', 'draft'] : ['active', 'inactive'];

/** Products by name, with their offers in the administrator's order (RWO-05, RWO-06). */
export async function listProducts(
  services: Services,
  viewer: Actor,
  { status, limit = everyProduct }: ProductFilter,
): Promise<Product[]> {
  const shown = visibleTo(viewer).filter((visible) => status === 'all' || status === visible);
  return (await productsStore.list.all(services.db, shown, limit)).map(presentProduct);
}

/** A name of what the list shows right now: the same name, the same list. Far cheaper than the list itself. */
export async function catalogueVersion(
  services: Services,
  viewer: Actor,
  { status, limit = everyProduct }: ProductFilter,
): Promise<string> {
  const { version } = await productsStore.version.one(services.db);
  return `W/"${viewer.role}.${status}.${limit}.${version}"`;
}

/** @throws Refusal PRODUCT_NOT_FOUND, also for a draft that is not the viewer's to see */
export async function getProduct(services: Services, viewer: Actor, id: string): Promise<Product> {
  const row = await productsStore.byId.first(services.db, uuidOrNobody(id));
  if (!row || !visibleTo(viewer).includes(row.status)) throw refuse('PRODUCT_NOT_FOUND');
  return presentProduct(row);
}
