import { RechargeAmount } from '@almas/contract/forms';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';

const { missing } = adminRecharges.recharge;
const wholeDinars = z.int({ error: 'RECHARGE_AMOUNT_INVALID' }).pipe(RechargeAmount);

/** The dialog of the accounts accepts whole dinars from 1 (USR-16), the quick recharge also decimals (AMB-65). */
export const rechargeRules = {
  wholeDinars: z.object({ amount: typedAmount(wholeDinars, missing) }),
  decimals: z.object({ amount: typedAmount(RechargeAmount, missing) }),
};
