import {
  activeAdmins,
  activeResellers,
  adminOnly,
  firstOf,
  keyed,
  randomActor,
  randomItem,
  randomKey,
  rounded,
} from './rules.ts';
import {
  balanceMax,
  dinars,
  type Expected,
  type Operation,
  refused,
  type User,
  unknownNumber,
  unknownUserId,
  type World,
} from './world.ts';

/** An amount in thousandths of a dinar, including the boundaries of the rules. */
function randomAmount({ random }: World): number {
  if (random.chance(0.8)) return random.between(1_000, 2_000_000);
  return random.pick([0, 4, 5, 9, -10_000, 999_999_999, 1_000_000_000, 1_000_000_004, 1_000_000_010]);
}

/** Credits an account (AMB-07). @returns the expected refusal, undefined when the credit was made */
export function creditRefusal(target: User | undefined, amount: number): Expected | undefined {
  return firstOf(
    !target && refused('USER_NOT_FOUND'),
    target?.role !== 'reseller' && refused('ONLY_RESELLERS_RECHARGED'),
    target?.status !== 'active' && refused('RECHARGE_ACCOUNT_NOT_ACTIVE'),
    (target?.balance ?? 0) + amount > balanceMax && refused('BALANCE_LIMIT'),
  );
}

export function recharge(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const target = randomItem(world, world.random.chance(0.9) ? activeResellers(world) : world.users);
  const thousandths = randomAmount(world);
  const amount = rounded(thousandths);
  const body = { amount: thousandths / 1_000, note: world.random.pick(['', 'Espèces']) };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor, 'ONLY_ADMINS_RECHARGE'),
      thousandths <= 0 && refused('RECHARGE_AMOUNT_INVALID'),
      thousandths > 1_000_000_000 && refused('RECHARGE_TOO_HIGH'),
      amount <= 0 && refused('RECHARGE_AMOUNT_INVALID'),
    );
    if (broken || !actor) return broken as Expected;
    const credit = (): Expected => {
      const unwanted = creditRefusal(target, amount);
      if (unwanted || !target) return unwanted as Expected;
      const before = target.balance;
      target.balance += amount;
      return {
        done: { balanceBefore: dinars(before), newBalance: dinars(target.balance), amount: dinars(amount) },
        learn: ({ transactionId }) =>
          world.transactions.push({ id: transactionId, owner: target, left: amount }),
      };
    };
    return keyed(world, actor, key, ['recharge', target?.id, body], credit, ({ transactionId }) =>
      world.transactions.some(({ id, left }) => id === transactionId && left === 0),
    );
  };
  const url = `/api/users/${target?.id ?? unknownUserId}/recharge`;
  return { name: 'recharge', actor, method: 'POST', url, body, ...(key && { key }), rule };
}

export function debit(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const transaction = randomItem(world, world.transactions);
  const target = random.chance(0.9) ? transaction?.owner : randomItem(world, world.users);
  const thousandths = random.chance(0.5) ? random.between(10, 50_000) : randomAmount(world);
  const amount = rounded(thousandths);
  const body = { transactionId: transaction?.id ?? unknownNumber, amount: thousandths / 1_000 };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      (thousandths <= 0 || amount <= 0) && refused('DEBIT_AMOUNT_INVALID'),
    );
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, ['debit', target?.id, body], () => {
      const unwanted = firstOf(
        !target && refused('USER_NOT_FOUND'),
        transaction?.owner !== target && refused('TRANSACTION_NOT_FOUND'),
        (target?.balance ?? 0) < amount && refused('BALANCE_SHORT'),
        amount > (transaction?.left ?? 0) &&
          refused('DEBIT_EXCEEDS_TRANSACTION', { available: dinars(transaction?.left ?? 0) }),
      );
      if (unwanted || !target || !transaction) return unwanted as Expected;
      target.balance -= amount;
      transaction.left -= amount;
      return { done: { newBalance: dinars(target.balance), debitedAmount: dinars(amount) } };
    });
  };
  const url = `/api/users/${target?.id ?? unknownUserId}/debit`;
  return { name: 'debit', actor, method: 'POST', url, body, ...(key && { key }), rule };
}
