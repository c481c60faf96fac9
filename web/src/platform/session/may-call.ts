import type { AlmasContract } from '@almas/contract';
import type { Scope } from '@almas/contract/route';
import { lineOf } from '../network/api.ts';
import { useMay } from './scopes.ts';

type OfAdministrators<Calls> = {
  readonly [N in keyof Calls & string]: Calls[N] extends { readonly access: 'admin' } ? N : never;
}[keyof Calls & string];

/** Whether the server would let the signed-in administrator make this call: its scope is the one of the contract. */
export function useMayCall<G extends keyof AlmasContract>(
  group: G,
  name: OfAdministrators<AlmasContract[G]>,
): boolean {
  const may = useMay();
  const [, , , scope] = lineOf(group, name) ?? [];
  return may(scope as Scope);
}
