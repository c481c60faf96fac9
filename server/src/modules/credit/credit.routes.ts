import { credit } from '@almas/contract/credit';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listCollectors, setCeiling } from './collectors.ts';
import { findCredit, findDebtor, presentCredit } from './credit.store.ts';
import { listEntries } from './list-entries.ts';
import { listReceivables, summarize } from './list-receivables.ts';
import {
  confirmRemittance,
  listRemittances,
  loseCash,
  receiveCash,
  remitCash,
  withdrawRemittance,
} from './remittances.ts';
import { setTerms } from './set-terms.ts';
import { collectPayment, takePaymentBack, writeOff } from './settle-debt.ts';
import { takeAdvance } from './take-advance.ts';

/** What resellers owe, and the cash that is collected for it. */
export const creditRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, credit, {
    setTerms,
    account: async ({ params }) => {
      const user = await findDebtor(services.db, params.id);
      return presentCredit(await findCredit(services.db, user.id));
    },
    mine: async ({ wallet }) => presentCredit(await findCredit(services.db, wallet.id)),
    advance: takeAdvance,
    pay: collectPayment,
    takePaymentBack,
    writeOff,
    receivables: async ({ query }) => listReceivables(services.db, query),
    summary: async () => summarize(services.db),
    entries: async ({ actor, wallet, query }) => listEntries(services.db, { actor, wallet }, query),
    collectors: async ({ actor, query }) => listCollectors(services.db, actor, query),
    setCeiling,
    remit: remitCash,
    receive: receiveCash,
    lose: loseCash,
    remittances: async ({ query }) => listRemittances(services.db, query),
    confirmRemittance,
    withdrawRemittance,
  });
