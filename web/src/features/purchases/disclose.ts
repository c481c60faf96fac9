import type { Disclosure, DisclosureKind } from '@almas/contract/purchases';
import { api } from '../../lib/api.ts';
import { newKey } from '../../lib/money-calls.ts';
import { queryClient } from '../../lib/queries.ts';
import { copyText } from '../../ui/copy-button.tsx';

interface Press {
  readonly id: string;
  recorded?: Disclosure;
}

/**
 * Presses whose codes were not copied or printed yet, by purchase and kind. After a lost answer, or when the browser refused the
 * copy, the next press repeats the first one and keeps its number.
 */
const presses = new Map<string, Press>();

/**
 * Records that codes of a purchase are about to leave, then lets them leave. Nothing leaves when it could not be recorded.
 * A second press after a refusal of the browser does not wait for the server: the browser takes it for the user's.
 */
export async function disclose(
  purchaseId: string,
  kind: DisclosureKind,
  leave: (recorded: Disclosure) => unknown,
): Promise<Disclosure> {
  const name = `${kind} ${purchaseId}`;
  const press: Press = presses.get(name) ?? { id: newKey() };
  presses.set(name, press);
  press.recorded ??= await api.purchases.disclose({
    params: { id: purchaseId },
    body: { kind, press: press.id },
  });
  await leave(press.recorded);
  presses.delete(name);
  void queryClient.invalidateQueries({ queryKey: ['purchases', 'disclosures'] });
  return press.recorded;
}

export const copyRecorded = (purchaseId: string, text: string) =>
  disclose(purchaseId, 'copy', () => copyText(text));
