import { demoAgent, demoUsers, demoTexts as texts } from '@almas/locale/demo';
import { firstAdministratorTexts } from '@almas/locale/runtime';
import { actorOf } from '../authorization/identity.ts';
import type { Database } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { claimCodes } from '../demo/claim-codes.ts';
import { finishCredit, openCredit } from '../demo/collection-round.ts';
import { createDemoResellers, demoEmail, demoPassword } from '../demo/create-resellers.ts';
import { tradeEarlier } from '../demo/earlier-months.ts';
import { employAgent, showBrakes } from '../demo/employ-agent.ts';
import { employCashiers } from '../demo/employ-cashiers.ts';
import { openApi } from '../demo/open-api.ts';
import { openCounters } from '../demo/open-counters.ts';
import { publishAnnouncement } from '../demo/publish-announcement.ts';
import { rehearseSuppliers } from '../demo/rehearse-suppliers.ts';
import { seededRandom } from '../demo/seeded-random.ts';
import { setBusiness } from '../demo/set-business.ts';
import { setPrices } from '../demo/set-prices.ts';
import { addSpecialBatches, finishStock } from '../demo/special-batches.ts';
import { spreadOverMonth } from '../demo/spread-over-month.ts';
import { stockShop } from '../demo/stock-shop.ts';
import { trade } from '../demo/trade.ts';
import { firstOfRole } from '../modules/accounts/find-user.ts';
import { ensureFirstAdministrator } from '../modules/accounts/first-administrator.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

/** A Monday at noon in Algiers, within the hours of the Free Fire service. */
const demoTime = () => new Date('2026-01-05T11:00:00Z');
const unlimited = 1_000_000;

/** Whether there are resellers or products: the demonstration would change the dates of their rows. */
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
    // The hourly rate limits are lifted: a month of trade is created within seconds.
    const rateLimits = {
      purchase: unlimited,
      recharge_request: unlimited,
      freefire_request: unlimited,
      login_attempt: unlimited,
      registration: unlimited,
    };
    const services = { ...opened, now: demoTime, config: { ...opened.config, rateLimits } };
    if (await isInUse(services.db)) {
      say(texts.notEmpty);
      return 1;
    }
    const made = await ensureFirstAdministrator(services);
    const account = await firstOfRole(services.db, 'admin');
    if (!account) return 1;
    const admin = actorOf(account);
    // The password is not stored: it is printed before the command can be interrupted.
    if (made) say(firstAdministratorTexts.created(made.email));
    if (made?.password) say(firstAdministratorTexts.password(made.password));
    hasBegun = true;
    const origin = { ip: '127.0.0.1', userAgent: 'demo' };
    const random = seededRandom(1_962);
    say(texts.products);
    const offers = await stockShop(services, admin, origin, random);
    say(texts.resellers);
    const resellers = await createDemoResellers(services, admin, origin);
    say(texts.prices);
    await setPrices(services, admin, origin, offers, resellers);
    say(texts.earlierMonths);
    const monthBegan = await tradeEarlier(services, admin, origin, offers, resellers);
    say(texts.trade);
    const eachDay = await openCredit(services, admin, origin, resellers);
    await trade({ services, admin, origin, random, offers }, resellers, eachDay);
    say(texts.counters);
    await openCounters(services, origin, offers, resellers);
    await publishAnnouncement(services, admin, origin);
    await setBusiness(services, admin, origin);
    await employAgent(services, admin, origin, resellers);
    await addSpecialBatches(services, admin, origin, offers);
    await claimCodes(services, admin, origin, resellers);
    if (resellers[0]) await openApi(services, admin, origin, resellers[0], offers);
    await rehearseSuppliers(services, admin, origin);
    say(texts.spread);
    await spreadOverMonth(context.owner(), monthBegan);
    await finishStock(context.owner(), services);
    await finishCredit(context.owner());
    await showBrakes(services, context.owner(), admin, origin, resellers);
    await employCashiers(services, context.owner(), admin, origin, resellers[0]);
    say(texts.ready);
    say(texts.administrator(admin.email));
    say(texts.agent(demoEmail(demoAgent.firstName), demoPassword));
    say(texts.reseller(demoEmail(demoUsers[0]?.firstName ?? ''), demoPassword));
    return 0;
  },
  {
    name: 'demo',
    createsDatabase: true,
    interrupted: () => (hasBegun ? texts.interrupted : texts.interruptedBefore),
  },
);
