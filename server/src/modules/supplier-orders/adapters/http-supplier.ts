import { readCodeLines } from '@almas/contract/code-lines';
import { stored } from '@almas/locale';
import * as z from 'zod';
import { type Centimes, toCentimes } from '../../../money/amount.ts';
import {
  type OutboundClient,
  OutboundError,
  type OutboundResponse,
} from '../../../outbound/outbound-client.ts';
import { plainWords } from '../orders.store.ts';
import type { SupplierAnswer, SupplierRequest } from './adapter.ts';

/** Where a supplier's API is, and the key that it wants. */
export interface SupplierAccess {
  readonly outbound: OutboundClient;
  readonly address: string;
  readonly secret: string;
}

/** A call that never reached the supplier, or whose response was lost: only the first took nothing for certain. */
export type CallResult =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: 0; readonly wasSent: boolean; readonly why: string };

/** 500 codes of any length, or a page of purchases. */
const responseBytes = 4 * 1_048_576;

/** Calls the supplier's API with JSON. */
export async function callSupplier(
  { outbound, address, secret }: SupplierAccess,
  { method, path, body, headers }: SupplierCall,
): Promise<CallResult> {
  try {
    const response = await outbound.call({
      method,
      url: `${address.replace(/\/+$/, '')}${path}`,
      headers: {
        accept: 'application/json',
        ...(secret !== '' && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      maxBytes: responseBytes,
    });
    return { status: response.status, body: readJson(response) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { refused, tooSlow, lost } = stored.supplierOrders.call;
    const why = error.refused ? refused : error.message === 'too slow' ? tooSlow : lost;
    return { status: 0, wasSent: !error.refused, why };
  }
}

export interface SupplierCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is null is left out: both say that there is nothing. */
function readJson({ body }: OutboundResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'), (_name, value) => value ?? undefined);
  } catch {
    return undefined;
  }
}

/** Answers to an order by which a supplier has taken nothing: the order is wrong, not known, not paid for, or comes too often. */
const refusals = [400, 401, 402, 403, 404, 422, 429];

/** What a response to an order without a readable order says. */
export function unreadable(result: CallResult): SupplierAnswer {
  if (result.status === 0 && 'why' in result)
    return result.wasSent ? { state: 'unclear', why: result.why } : { state: 'refused', why: result.why };
  if (refusals.includes(result.status)) return { state: 'refused', why: `HTTP ${result.status}` };
  return { state: 'unclear', why: `HTTP ${result.status}` };
}

/** An amount in DA as suppliers write it. */
export const SupplierAmount = z.number().min(0).max(100_000_000);
/** The codes of an order, of any length that a code may have. */
export const SupplierCodes = z.array(z.string().min(1).max(500)).max(5_000);
/** One line of a code that can be imported: an import would leave out or divide any other, which was paid for. */
const isOneCode = (code: string): boolean => {
  const { codes, lines } = readCodeLines([code]);
  return codes.length === 1 && lines.length === 1;
};
/**
 * The codes that a finished order brought: none of a top-up. @returns undefined for an order of codes that has none, or one that is no
 * code: what was paid for is not known then, and a person looks
 */
export function deliveredCodes(
  { player }: SupplierRequest,
  codes: readonly string[] | undefined,
): readonly string[] | undefined {
  if (player !== undefined) return [];
  return codes?.length && codes.every(isOneCode) ? codes : undefined;
}
/** The address of a receipt; one that cannot be a proof says nothing. */
export const SupplierReceipt = z.string().max(2_000).optional().catch(undefined);
/** Why, in the supplier's own words; an answer is no other one for words that cannot be shown. */
export const SupplierWords = z
  .string()
  .transform((text) => plainWords(text).slice(0, 300))
  .optional()
  .catch(undefined);
export const SupplierNumber = z.union([z.string().max(120), z.int().transform(String)]);

/** @returns null when the supplier does not say it */
export async function readBalance(access: SupplierAccess, path: string): Promise<Centimes | null> {
  const result = await callSupplier(access, { method: 'GET', path });
  if (result.status !== 200 || !('body' in result)) return null;
  const read = z.object({ balance: z.number().min(-1e9).max(1e9) }).safeParse(result.body);
  return read.success ? toCentimes(read.data.balance) : null;
}
