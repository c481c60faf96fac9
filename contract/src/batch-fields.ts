import * as z from 'zod';
import { Day, line } from './fields.ts';
import { limits } from './limits.ts';

const largestCost = limits.balanceMax;
const unitCost = z
  .number({ error: 'INVALID_INPUT' })
  .min(0, { error: 'COST_NEGATIVE' })
  .max(largestCost)
  .nullish();

/**
 * What an administrator says of a batch. Of a change, a field that is left out stays; null empties it. `currency` and `rate` (DA for one
 * unit) belong together: `unitCost` is in DA in any case.
 */
export const batchFields = {
  supplierId: z.string().max(100).nullish(),
  unitCost,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish(),
  /** With as many decimals as are stored. */
  rate: z.number().min(0.0001).max(1_000_000).multipleOf(0.0001).nullish(),
  expiresOn: Day.nullish(),
  label: line(limits.batchLabelLength).nullish(),
};
export const BatchInput = z.object(batchFields);
export type BatchInput = z.output<typeof BatchInput>;
