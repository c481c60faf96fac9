import type { Centimes } from '../../../money/amount.ts';

/** An order as it is sent to its supplier. */
export interface SupplierRequest {
  /** Ours, unique for ever. */
  readonly reference: string;
  /** What the supplier calls the offer. */
  readonly article: string;
  /** Whom a top-up is for, who gets no codes; undefined: an order of codes. */
  readonly player: string | undefined;
  readonly quantity: number;
  /** The most that the whole order may cost. */
  readonly maxCost: Centimes;
  /** The supplier's own number, or '' while it has named none. */
  readonly number: string;
  readonly sentAt: Date;
}

/**
 * What a supplier says of an order. Only `refused` and `reversed` give money back, so an adapter returns them only when the supplier says so
 * of this very order.
 */
export type SupplierAnswer =
  | { readonly state: 'accepted'; readonly number?: string }
  /** All that it will deliver, which may be fewer codes than were ordered. */
  | {
      readonly state: 'delivered';
      /** None of a top-up. */
      readonly codes: readonly string[];
      /** Of a top-up: the address of the receipt, which becomes the proof of its request. */
      readonly receipt?: string;
      /** What it took for the whole order. */
      readonly cost: Centimes;
      readonly number?: string;
    }
  /** It took nothing, and will not. */
  | { readonly state: 'refused'; readonly why: string }
  /** It has taken the order back; `refunded` of what it took was given back. `cost`: what it took, if it says so. */
  | {
      readonly state: 'reversed';
      readonly refunded: Centimes;
      readonly cost?: Centimes;
      readonly why: string;
    }
  /** A search found no such order. It may still arrive. */
  | { readonly state: 'missing' }
  /** Not known: no answer, one that cannot be read, or one that says nothing. */
  | { readonly state: 'unclear'; readonly why: string };

/** How orders reach one kind of supplier (docs/supplier-adapters.md). None of its functions throws because of the supplier. */
export interface SupplierAdapter {
  /**
   * `idempotent`: the supplier keeps our reference as a key, and has one order for it. `searchable`: its orders can be searched for our
   * reference. `none`: neither; what became of an order without an answer, a person finds out.
   */
  readonly reference: 'idempotent' | 'searchable' | 'none';
  /** When an order is first looked up after it was delivered, because its codes may be taken back; later more and more seldom. */
  readonly watchSeconds: number;
  /** Orders and pays: exactly one call that can cost something, never repeated. */
  buy(order: SupplierRequest): Promise<SupplierAnswer>;
  /** Looks an order up; costs nothing. */
  find(order: SupplierRequest): Promise<SupplierAnswer>;
  /** The owner's money at the supplier; null: it does not say. */
  balance(): Promise<Centimes | null>;
}
