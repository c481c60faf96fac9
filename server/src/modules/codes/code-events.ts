import type { LiveEffect } from '../../pipeline/command.ts';

/** The lists of batches and of withheld codes are read again. */
export const batchesChanged: LiveEffect = [{ role: 'admin' }, { type: 'codes' }];

/** Codes of a product entered its stock or left it, otherwise than by a sale. */
export const codesChanged = (productId: string): readonly LiveEffect[] => [
  ['everyone', { type: 'stock', productId }],
  batchesChanged,
];
