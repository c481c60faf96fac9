import { demoUsers, demoTexts as texts } from '@almas/locale/demo';
import { firstAdministratorTexts } from '@almas/locale/runtime';
import { actorOf } from '../actor.ts';
import type { Database } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { chance } from '../demo/chance.ts';
import { createDemoResellers, demoEmail, demoPassword } from '../demo/create-resellers.ts';
import { openCounters } from '../demo/open-counters.ts';
import { spreadOverMonth } from '../demo/spread-over-month.ts';
import { stockShop } from '../demo/stock-shop.ts';
import { trade } from '../demo/trade.ts';
import { firstOfRole } from '../modules/accounts/find-user.ts';
import { ensureFirstAdministrator } from '../modules/accounts/first-administrator.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

const noon = () => new Date('2026-01-05T11:00:00Z');
const plenty = 1_000_000;

/** Its rows would get other dates with those of the demonstration. */
const isInUse = async (db: Database): Promise<boolean> =>
  (await firstOfRole(db, 'reseller')) !== undefined || (await productsOfDatabase.one(db)).exists;
const productsOfDatabase = statement<[], { exists: boolean }>(
  'demo.any-product',
  'SELECT EXISTS (SELECT FROM products)',
);

let hasBegun = false;

await runCommand(
  async (context) => {
    const opened = await context.services();
    // A month in seconds: the hours of the service and the limits per hour would stand in its way.
    const rateLimits = {
      purchase: plenty,
      recharge_request: plenty,
      freefire_request: plenty,
      login_attempt: plenty,
      registration: plenty,
    };
    const services = { ...opened, now: noon, config: { ...opened.config, rateLimits } };
    if (await isInUse(services.db)) {
      say(texts.notEmpty);
      return 1;
    }
    const made = await ensureFirstAdministrator(services);
    const account = await firstOfRole(services.db, 'admin');
    if (!account) return 1;
    const admin = actorOf(account);
    // Its password is kept nowhere: it is said before the command can be interrupted.
    if (made) say(firstAdministratorTexts.created(made.email));
    if (made?.password) say(firstAdministratorTexts.password(made.password));
    hasBegun = true;
    const origin = { ip: '127.0.0.1', userAgent: 'demo' };
    const luck = chance(1_962);
    say(texts.products);
    const offers = await stockShop(services, admin, origin, luck);
    say(texts.resellers);
    const resellers = await createDemoResellers(services, admin, origin);
    say(texts.trade);
    await trade({ services, admin, origin, luck, offers }, resellers);
    say(texts.counters);
    await openCounters(services, origin, offers, resellers);
    say(texts.spread);
    await spreadOverMonth(context.owner());
    say(texts.ready);
    say(texts.administrator(admin.email));
    say(texts.reseller(demoEmail(demoUsers[0]?.firstName ?? ''), demoPassword));
    return 0;
  },
  {
    name: 'demo',
    createsDatabase: true,
    interrupted: () => (hasBegun ? texts.interrupted : texts.interruptedBefore),
  },
);
