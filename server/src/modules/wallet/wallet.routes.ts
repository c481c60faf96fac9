import { wallet } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import { pageByNumber } from '../../database/page.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../accounts/find-user.ts';
import { debitAccount } from './debit-account.ts';
import { decideProposal } from './decide-proposal.ts';
import { listLedger } from './list-ledger.ts';
import { listOperations, listUserTransactions } from './list-operations.ts';
import { listProposals } from './list-proposals.ts';
import { listTransactions } from './list-transactions.ts';
import { proposeCredit } from './propose-credit.ts';
import { rechargeUser } from './recharge-user.ts';
import { presentRecharge, rechargesStore } from './recharges.store.ts';
import { presentOwned } from './transaction-record.ts';
import { transactionById } from './transactions.store.ts';
import { validateTransaction } from './validate-transaction.ts';

/** Balances, transactions, operations and the ledger. */
export function walletRoutes(services: Services): ServedGroup {
  const { db } = services;
  return serveRoutes(services, wallet, {
    recharge: rechargeUser,
    debit: debitAccount,
    proposals: ({ query }) => listProposals(db, query),
    propose: proposeCredit,
    decideProposal,
    userTransactions: async ({ params, query, reads }) => {
      const user = await findUser(db, parseUuidOrNil(params.id));
      if (!user) throw fail('USER_NOT_FOUND');
      return listUserTransactions(reads, user, query);
    },
    transactions: async ({ query, reads }) => listTransactions(reads, query),
    transaction: async ({ params }) => {
      const row = await transactionById.first(db, parseIdOrZero(params.id));
      if (!row) throw fail('TRANSACTION_NOT_FOUND');
      return presentOwned(row);
    },
    validate: async ({ wallet, body }) => {
      validateTransaction(wallet, body);
      return { valid: true as const };
    },
    operations: async ({ wallet, query }) => listOperations(db, wallet, query),
    ledger: async ({ actor, wallet, query }) => listLedger(db, { actor, wallet }, query),
    recharges: async ({ query, reads }) => {
      const { ofUser, all } = rechargesStore;
      const { userId } = query;
      const read = (before: number, rows: number) =>
        userId ? ofUser.all(reads, parseUuidOrNil(userId), before, rows) : all.all(reads, before, rows);
      return pageByNumber(query, read, presentRecharge);
    },
  });
}
