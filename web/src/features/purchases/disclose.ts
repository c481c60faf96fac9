import type { Disclosure, DisclosureKind } from '@almas/contract/purchases';
import { newKey } from '../../lib/new-key.ts';
import { api, queryClient } from '../../platform/network/index.ts';
import { copyText } from '../../ui/copy-button.tsx';
import { announceDisclosed } from './disclosed.ts';

interface Press {
  readonly id: string;
  recorded?: Disclosure;
}

/**
 * Presses whose codes were not copied or printed yet, by purchase and kind. After a lost response, or when the browser refused the
 * copy, the next press repeats the first one and keeps its number.
 */
const presses = new Map<string, Press>();

/**
 * Records that codes of a purchase are about to be disclosed, then discloses them; nothing is disclosed when recording failed.
 * A second press after the browser's refusal does not wait for the server, so that the browser still counts it as a user action.
 */
export async function disclose(
  purchaseId: string,
  kind: DisclosureKind,
  leave: (recorded: Disclosure) => unknown,
  code?: number,
): Promise<Disclosure> {
  const name = `${kind} ${purchaseId} ${code ?? ''}`;
  const press: Press = presses.get(name) ?? { id: newKey() };
  presses.set(name, press);
  press.recorded ??= await api.purchases.disclose({
    params: { id: purchaseId },
    body: { kind, press: press.id, ...(code !== undefined && { code }) },
  });
  await leave(press.recorded);
  presses.delete(name);
  announceDisclosed(purchaseId);
  void queryClient.invalidateQueries({ queryKey: ['purchases', 'disclosures'] });
  return press.recorded;
}

/** @param code which code of several, from 1 on */
export const copyRecorded = (purchaseId: string, text: string, code?: number) =>
  disclose(purchaseId, 'copy', () => copyText(text), code);
