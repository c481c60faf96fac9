import type { ShopProfile } from '@almas/contract/shop';
import { shop as words } from '@almas/locale/screens/shop';
import { readJson, writeJson } from '../../lib/storage.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** The paper width of a receipt printer, in millimetres. */
export type PaperWidth = ShopProfile['paperWidth'];
const widths = (['58', '80'] as const).map((value) => ({ value, label: words.millimetres(value) }));
const storageKey = 'almas-ticket-width';

/** The paper width of this device's printer, when it was chosen in a preview; it overrides the shop's. */
export function readDeviceWidth(): PaperWidth | null {
  const kept = readJson(storageKey);
  return kept === '58' || kept === '80' ? kept : null;
}

/** null: the shop's width applies again. */
export const keepDeviceWidth = (width: PaperWidth | null) => writeJson(storageKey, width);

interface PaperWidthChoiceProps {
  readonly value: PaperWidth;
  readonly onChange: (width: PaperWidth) => void;
}

export const PaperWidthChoice = (choice: PaperWidthChoiceProps) => (
  <Segmented label={words.width} labelled options={widths} {...choice} />
);
