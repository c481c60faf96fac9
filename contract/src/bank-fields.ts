import * as z from 'zod';
import { limits } from './limits.ts';

/* Of screens that administrators open late: no first page loads them. */

export const bankFieldLimits = {
  /** Columns of a statement whose headings are kept, and the characters of each. */
  columns: 100,
  headingLength: 100,
  /** Why a line is no recharge. */
  explanationLength: 200,
} as const;

const error = 'SETTLEMENT_AMOUNT_INVALID';
/** What a supplier gave for refused codes, in DA; 0: other codes, for example. */
export const SettlementAmount = z.number({ error }).min(0, { error }).max(limits.bankLineAmount, { error });
