import type { Scope } from '@almas/contract/route';
import { useFeature } from '../network/configuration.ts';
import { useMe } from './session.ts';

/** Whether the signed-in administrator may do this: an employee, while `admin-scopes` is on, what the owner gave; the owner everything. */
export function useMay(): (...scopes: readonly Scope[]) => boolean {
  const { scopes: held } = useMe();
  const isOff = useFeature('admin-scopes', held !== undefined) === false;
  return (...scopes) =>
    held === undefined || isOff || scopes.some((scope) => (held as readonly Scope[]).includes(scope));
}
