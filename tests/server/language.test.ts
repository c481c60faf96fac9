import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raiseMessageError } from '../../server/src/modules/alerts/raise-alert.ts';
import { startOutbox } from '../../server/src/modules/outbox/outbox-worker.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer, testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { receiveMails } from '../support/mail-receiver.ts';
import { startPushService } from '../support/push-service.ts';
import { createProduct } from '../support/shop.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/* The language of a caller and of an account, behind the switch `arabic`. */
const receiver = await receiveMails();
const push = await startPushService();
afterAll(() => Promise.all([receiver.close(), push.close()]));
const config = { outboundAllowed: ['127.0.0.1'], pushServices: ['127.0.0.1'] };
const french = await testApp({ config });
const arabic = await secondServer(french.services.db, {
  config: {
    ...config,
    extensions: new Set(['arabic', 'self-service-security']),
    publicUrl: 'http://almas.test',
    smtpUrl: receiver.url,
    mailFrom: 'Almas <almas@exemple.dz>',
  },
});
const { services } = french;
const reseller = await createUser(french.server, french.services);
const choose = (user: TestUser, lang: string) =>
  call(arabic.server, {
    method: 'PUT',
    url: '/api/me/lang',
    payload: { lang },
    headers: { cookie: user.cookie, origin: 'http://almas.test' },
  });

const wrongPassword = (server: typeof french.server, cookie: string, origin?: string) =>
  call(server, {
    method: 'POST',
    url: '/api/login',
    payload: { email: reseller.email, password: 'autre-chose' },
    headers: { cookie, ...(origin && { origin }) },
  });

describe('a refusal', () => {
  test('is said in Arabic to a browser that has chosen it, with the same code, status and figures [ARB-04]', async () => {
    const inArabic = await wrongPassword(arabic.server, 'lang=ar', 'http://almas.test');
    const inFrench = await wrongPassword(arabic.server, 'lang=fr', 'http://almas.test');
    expect(inArabic.status).toBe(401);
    expect(inArabic.body).toEqual({
      code: 'INVALID_CREDENTIALS',
      message: 'البريد الإلكتروني أو كلمة السر غير صحيحة',
    });
    expect(inFrench.body).toEqual({
      code: 'INVALID_CREDENTIALS',
      message: 'Email ou mot de passe incorrect',
    });
    const unknown = await call(arabic.server, {
      method: 'GET',
      url: '/api/nothing',
      headers: { cookie: 'lang=ar' },
    });
    expect(unknown.body).toEqual({ code: 'NOT_FOUND', message: 'غير موجود' });
  });

  test('is French without the switch, whatever the browser has chosen [ARB-05]', async () => {
    const { body } = await wrongPassword(french.server, 'lang=ar');
    expect(body.message).toBe('Email ou mot de passe incorrect');
  });
});

// Turned red by: a request that waits for the switches as long as the pool waits for a database that does not answer.
describe('a request in Arabic, while the database is frozen', () => {
  let reads = 0;
  let answered = 0;
  let isFrozen = false;
  const features = {
    enabled: async () => {
      reads += 1;
      // Longer than a call may wait for its language.
      if (isFrozen) await pause(2_500);
      answered = reads;
      return new Set(['arabic' as const]);
    },
  };

  test('P8: is answered before the switches are read, in the language that was known last, and where no language matters nothing is read', async () => {
    const { server } = await secondServer(services.db, { services: { features } });
    const nothing = () =>
      call(server, { method: 'GET', url: '/api/nothing', headers: { cookie: 'lang=ar' } });
    expect((await nothing()).body.message).toBe('غير موجود');
    isFrozen = true;
    expect((await nothing()).body.message).toBe('غير موجود');
    expect(answered).toBe(1);
    const before = reads;
    const health = await call(server, { method: 'GET', url: '/healthz', headers: { cookie: 'lang=ar' } });
    expect([health.status, reads]).toEqual([200, before]);
  });
});

describe('the language of an account', () => {
  test('is read and changed by its owner alone, in one of the two languages, and only with the switch [ARB-05][ARB-06]', async () => {
    const read = () =>
      call(arabic.server, { method: 'GET', url: '/api/me/lang', headers: { cookie: reseller.cookie } });
    expect((await read()).body).toEqual({ lang: null });
    expect((await choose(reseller, 'de')).body.code).toBe('INVALID_INPUT');
    expect((await choose(reseller, 'ar')).status).toBe(204);
    expect((await read()).body).toEqual({ lang: 'ar' });
    expect((await reseller.get('/api/me/lang')).body.code).toBe('FEATURE_OFF');
    const visitor = await call(arabic.server, { method: 'GET', url: '/api/me/lang' });
    expect(visitor.status).toBe(401);
  });
});

describe('messages to an account that has chosen Arabic', () => {
  let reader: TestUser;
  beforeAll(async () => {
    reader = await createUser(french.server, french.services);
    expect((await choose(reader, 'ar')).status).toBe(204);
  });

  const mailTo = async ({ email }: TestUser) => {
    const before = receiver.mails.length;
    const { status } = await call(arabic.server, {
      method: 'POST',
      url: '/api/password-reset',
      payload: { email },
      headers: { origin: 'http://almas.test' },
    });
    expect(status).toBe(204);
    await eventually(() => receiver.mails.length > before);
    // Letters beyond ASCII are sent in base64, when there are many.
    const text = receiver.mails.at(-1)?.text ?? '';
    const [, encoded = ''] = /base64.*?\n\n(.*)$/s.exec(text) ?? [];
    return encoded === '' ? text : Buffer.from(encoded, 'base64').toString('utf8');
  };

  test('its e-mails are Arabic, and those to other accounts French [ARB-07]', async () => {
    expect(await mailTo(reader)).toContain('افتح هذا الرابط');
    const other = await createUser(french.server, french.services);
    expect(await mailTo(other)).toContain('Ouvrez ce lien');
  });

  test('its push messages are Arabic while the switch is on, and French without it [ARB-05][ARB-07]', async () => {
    const device = push.device();
    expect((await reader.post('/api/push/subscriptions', device.subscription)).status).toBe(204);
    const admin = await createUser(french.server, french.services, { role: 'admin' });
    for (const [features, text] of [
      [arabic.services.features, 'زاد رصيدك'],
      [french.services.features, 'Votre solde a été crédité'],
    ] as const) {
      const before = push.messages.length;
      expect((await admin.post(`/api/users/${reader.id}/recharge`, { amount: 100 })).status).toBe(200);
      const stop = startOutbox(
        { ...services, features, db: servingDatabase(services.db), now: () => new Date() },
        raiseMessageError,
      );
      await eventually(() => push.messages.length > before);
      await stop();
      expect(JSON.stringify(push.messages.at(-1))).toContain(text);
    }
  });

  test('low stock is named to an administrator in Arabic, and to a colleague in French [ARB-07][DSK-58]', async () => {
    const [inArabic, inFrench] = [push.device(), push.device()];
    for (const [device, lang] of [
      [inArabic, 'ar'],
      [inFrench, 'fr'],
    ] as const) {
      const admin = await createUser(french.server, french.services, { role: 'admin' });
      expect((await choose(admin, lang)).status).toBe(204);
      expect((await admin.post('/api/push/subscriptions', device.subscription)).status).toBe(204);
    }
    const author = await createUser(french.server, french.services, { role: 'admin' });
    const offers = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name }));
    await createProduct(author, { name: 'Steam', status: 'active', offers });
    const sending = {
      ...services,
      features: arabic.services.features,
      db: servingDatabase(services.db),
      now: () => new Date(),
    };
    await runJobs(sending);
    const textOf = ({ name }: { name: string }) =>
      push.messages.find(({ device }) => device === name)?.content.text;
    const stop = startOutbox(sending, raiseMessageError);
    await eventually(() => textOf(inArabic) !== undefined && textOf(inFrench) !== undefined);
    await stop();
    expect(textOf(inFrench)).toBe('Steam, A ; Steam, B ; Steam, C et 2 autres offres');
    const isolates = /[\u2066-\u2069]/gu;
    expect(textOf(inArabic)?.replaceAll(isolates, '')).toBe('Steam، A؛ Steam، B؛ Steam، C وعرضان آخران');
  });
});
