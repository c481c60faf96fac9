import type { ShopProfile } from '@almas/contract/shop';
import { readJson, writeJson } from '../../lib/storage.ts';

type PaperWidth = ShopProfile['paperWidth'];
const name = 'almas-ticket-width';

/** The paper of this device's printer, where it was chosen in a preview; it stands before the shop's. */
export function readDeviceWidth(): PaperWidth | null {
  const kept = readJson(name);
  return kept === '58' || kept === '80' ? kept : null;
}

/** null: the shop's width applies again. */
export const keepDeviceWidth = (width: PaperWidth | null) => writeJson(name, width);
