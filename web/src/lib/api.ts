import routes from 'virtual:api-routes';
import type { AlmasContract } from '@almas/contract';
import type { Input, Output, Route } from '@almas/contract/route';
import { type Sent, send } from './api-send.ts';

type Extra<R extends Route> = Pick<Sent, 'signal' | 'onSilence'> &
  (R extends { readonly idempotent: true }
    ? { /** One per tap: see money-call.ts. */ readonly key: string }
    : unknown);
type CallInput<R extends Route> = Input<R> & Extra<R>;
/** Calls without a required field may be called with nothing. */
type Arguments<R extends Route> =
  object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

type Call<R extends Route> = (...input: Arguments<R>) => Promise<Output<R>>;
export type Api = {
  readonly [G in keyof AlmasContract]: {
    readonly [N in keyof AlmasContract[G]]: AlmasContract[G][N] extends Route
      ? Call<AlmasContract[G][N]>
      : never;
  };
};

function build(): Api {
  const tree: Record<string, Record<string, (input?: Sent) => Promise<unknown>>> = {};
  for (const [group, calls] of Object.entries(routes)) {
    tree[group] = {};
    for (const [name, route] of Object.entries(calls)) {
      tree[group][name] = (input = {}) => send(`${group}.${name}`, route, input);
    }
  }
  return tree as unknown as Api;
}

/**
 * Every call of the contract: `api.purchases.create({ body, key })`.
 * Throws ApiError (the server refused) or OfflineError (no answer came back).
 */
export const api = build();
