import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { accountsStore } from '../../server/src/modules/accounts/accounts.store.ts';
import { countWrongCode } from '../../server/src/modules/accounts/wrong-codes.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { receiveMails } from '../support/mail-receiver.ts';
import { totp } from '../support/totp.ts';
import { createUser, password, type TestUser } from '../support/users.ts';

/*
 * Attack: an attacker who knows a password uses up the tries of the second factor, to lock the owner out or to guess a code.
 */
const mailServer = await receiveMails();
afterAll(() => mailServer.close());
const { server, services, query } = await testApp({
  config: {
    extensions: new Set(['self-service-security', 'admin-scopes']),
    smtpUrl: mailServer.url,
    mailFrom: 'Almas <almas@exemple.dz>',
  },
});

/** A browser that stores its cookies. */
class Browser {
  private readonly cookies = new Map<string, string>();

  readonly ip: string;

  constructor(ip: string) {
    this.ip = ip;
  }

  get device(): string {
    return this.cookies.get('almas_device') ?? '';
  }

  set device(value: string) {
    this.cookies.set('almas_device', value);
  }

  async post(url: string, payload: object) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await server.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: this.ip,
      headers: { cookie },
    });
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.cookies.set(name, value);
    }
    return { status: response.statusCode, code: response.body ? response.json().code : undefined };
  }

  signIn = (email: string) => this.post('/api/login', { email, password });
  sendCode = (code: string) => this.post('/api/login/second-factor', { code });
}

const newStep = (id: string) =>
  services.db.query({ text: 'UPDATE second_factors SET last_step = 0 WHERE user_id = $1', values: [id] });

/** An administrator, or a reseller, with a second factor, and the open session that turned it on. */
async function owner(role: 'admin' | 'reseller' = 'admin') {
  const user = await createUser(server, services, { role });
  const { secret } = (await user.post('/api/second-factor', { password })).body;
  const confirmed = await user.post('/api/second-factor/confirmation', { code: await totp(secret) });
  const nextCode = async () => {
    await newStep(user.id);
    return totp(secret);
  };
  return { user, nextCode, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

/** A browser whose owner has signed in with a code once. */
async function usedBrowser({ user, nextCode }: Awaited<ReturnType<typeof owner>>, ip: string) {
  const browser = new Browser(ip);
  await browser.signIn(user.email);
  expect((await browser.sendCode(await nextCode())).status).toBe(200);
  return browser;
}

/** Sends wrong codes, with a new sign-in before every fifth. @returns how many of them the server compared */
async function tryCodes(browser: Browser, { email }: TestUser, tries: number, code = '000000') {
  let compared = 0;
  for (let sent = 0; sent < tries; sent += 1) {
    if (sent % 5 === 0) await browser.signIn(email);
    if ((await browser.sendCode(code)).code === 'CODE_WRONG') compared += 1;
  }
  return compared;
}

describe('after an attacker with the password has used up the tries of codes', () => {
  test('the owner signs in with a code on a device that has signed in with one before', async () => {
    const own = await owner();
    const browser = await usedBrowser(own, '127.1.0.1');
    await tryCodes(new Browser('127.1.0.2'), own.user, 15);
    await browser.signIn(own.user.email);
    expect((await browser.sendCode(await own.nextCode())).status).toBe(200);
  });

  test('the owner confirms with a code in an open session', async () => {
    const own = await owner();
    await tryCodes(new Browser('127.1.1.2'), own.user, 15);
    expect((await own.user.post('/api/step-up', { code: await own.nextCode() })).status).toBe(204);
  });

  test('the owner signs in with a recovery code on a new device', async () => {
    const own = await owner();
    await tryCodes(new Browser('127.1.2.2'), own.user, 15);
    await tryCodes(new Browser('127.1.2.3'), own.user, 15, 'abcd-efgh-jkmn');
    const browser = new Browser('127.1.2.1');
    await browser.signIn(own.user.email);
    expect((await browser.sendCode(own.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('the tries of a second factor', () => {
  test('devices on which no right code was entered before share ten tries of authenticator codes, over all networks', async () => {
    const { user, nextCode } = await owner();
    let compared = 0;
    for (let network = 1; network <= 5; network += 1)
      compared += await tryCodes(new Browser(`127.2.0.${network}`), user, 4);
    // The code that turned the second factor on was the first of the ten.
    expect(compared).toBeLessThanOrEqual(10);
    const browser = new Browser('127.2.0.9');
    await browser.signIn(user.email);
    expect((await browser.sendCode(await nextCode())).code).toBe('TOO_MANY_LOGIN_ATTEMPTS');
  });

  test('a device on which a right code was entered has ten tries of its own', async () => {
    const own = await owner();
    const browser = await usedBrowser(own, '127.2.1.1');
    expect(await tryCodes(browser, own.user, 15)).toBe(10);
  });

  test('an open session has ten tries of its own, recovery codes among them', async () => {
    const { user } = await owner();
    const codes: string[] = [];
    for (let sent = 0; sent < 12; sent += 1)
      codes.push(
        (await user.post('/api/step-up', { code: sent % 2 ? '000000' : 'abcd-efgh-jkmn' })).body.code,
      );
    expect(codes).toEqual([...Array(10).fill('CODE_WRONG'), ...Array(2).fill('TOO_MANY_LOGIN_ATTEMPTS')]);
  });

  test('recovery codes have ten tries for each account and network', async () => {
    const { user } = await owner();
    expect(await tryCodes(new Browser('127.2.2.1'), user, 15, 'abcd-efgh-jkmn')).toBe(10);
  });

  test('a device cookie gives no further tries when it is from a sign-in by password only, of another account or forged', async () => {
    const own = await owner();
    const other = await owner();
    const attacker = await usedBrowser(other, '127.2.3.1');
    await tryCodes(attacker, own.user, 15);
    await attacker.signIn(own.user.email);
    expect((await attacker.sendCode('000000')).code).toBe('TOO_MANY_LOGIN_ATTEMPTS');
    const [nonce = '', ...tags] = attacker.device.split('.');
    expect(tags).toHaveLength(2);
    for (const device of [`${'A'.repeat(22)}.${tags.join('.')}`, `${nonce}.${'A'.repeat(22)}`]) {
      const forged = new Browser('127.2.3.2');
      forged.device = device;
      await forged.signIn(own.user.email);
      expect((await forged.sendCode('000000')).code).toBe('TOO_MANY_LOGIN_ATTEMPTS');
    }
  });
});

describe('the fifth wrong code in a row after the right password', () => {
  const subscribe = (userId: string) =>
    query(
      `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth)
       VALUES ($1, $2, decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'))`,
      `https://push.example/${userId}`,
      userId,
    );
  const pushed = (userId: string) =>
    query(
      `SELECT o.payload FROM outbox o JOIN push_subscriptions s ON s.id = o.subscription_id WHERE s.user_id = $1`,
      userId,
    );
  const warningsOf = async (reader: TestUser, about: TestUser) =>
    (await reader.get('/api/notifications')).body.items.filter(
      ({ type, data }: { type: string; data: { userId?: string } | null }) =>
        type === 'account_update' && data?.userId === about.id,
    );
  const mailsTo = ({ email }: TestUser) => mailServer.mails.filter(({ to }) => to === email);

  test('the fifth wrong code warns an administrator once by notification, push message and e-mail, over all networks', async () => {
    const { user, nextCode } = await owner();
    await subscribe(user.id);
    await tryCodes(new Browser('127.3.0.1'), user, 3);
    await tryCodes(new Browser('127.3.0.2'), user, 1);
    expect([await warningsOf(user, user), await pushed(user.id)]).toEqual([[], []]);
    await tryCodes(new Browser('127.3.0.3'), user, 4);
    expect(await warningsOf(user, user)).toMatchObject([
      {
        title: 'Votre mot de passe est peut-être connu d’un autre',
        message: expect.stringContaining('changez-le'),
      },
    ]);
    expect(await pushed(user.id)).toEqual([{ payload: { type: 'password_known' } }]);
    await eventually(() => mailsTo(user).length > 0);
    expect(mailsTo(user)).toMatchObject([
      { text: expect.stringContaining('codes de double authentification') },
    ]);
    // No code and no address of the attacker.
    expect(mailsTo(user)[0]?.text).not.toMatch(/000000|127\.3/);
    await query('DELETE FROM rate_limits WHERE action = $1', 'second_factor');
    const browser = new Browser('127.3.0.4');
    await browser.signIn(user.email);
    expect((await browser.sendCode(await nextCode())).status).toBe(200);
  });

  test('the fifth wrong code warns a reseller by push message and e-mail, and the administrators who may give it another password by notification', async () => {
    const { user } = await owner('reseller');
    const admin = await createUser(server, services, { role: 'admin' });
    const employee = await createUser(server, services, { role: 'admin' });
    await query(`UPDATE users SET scopes = '{stock}' WHERE id = $1`, employee.id);
    await subscribe(user.id);
    await tryCodes(new Browser('127.3.1.1'), user, 6);
    expect(await warningsOf(admin, user)).toMatchObject([
      { message: expect.stringContaining('donnez-lui un mot de passe temporaire') },
    ]);
    expect(await warningsOf(employee, user)).toEqual([]);
    expect(await warningsOf(user, user)).toEqual([]);
    expect(await pushed(user.id)).toEqual([{ payload: { type: 'password_known' } }]);
    await eventually(() => mailsTo(user).length === 1);
  });

  test('a warning of wrong codes whose e-mail the mail server does not take alerts the administrators', async () => {
    const { user } = await owner('reseller');
    const alerts: Alert[] = [];
    onTestFinished(onAlert((alert) => alerts.push(alert)));
    const account = await accountsStore.byId.one(services.db, user.id);
    const config = { ...services.config, smtpUrl: 'smtp://127.0.0.1:1' };
    for (let wrong = 0; wrong < 5; wrong += 1) await countWrongCode({ ...services, config }, account);
    await eventually(() => alerts.length > 0);
    expect(alerts).toMatchObject([{ type: 'system', title: 'E-mail non envoyé' }]);
  });

  test('a right code ends the count of wrong ones: four, a right one and four more warn no account', async () => {
    const own = await owner();
    const browser = await usedBrowser(own, '127.3.2.1');
    for (let round = 0; round < 2; round += 1) {
      await tryCodes(browser, own.user, 4);
      await browser.signIn(own.user.email);
      expect((await browser.sendCode(await own.nextCode())).status).toBe(200);
    }
    expect(await warningsOf(own.user, own.user)).toEqual([]);
  });

  test('codes that the limit of tries refuses are not counted as wrong: after a right code their owner is not warned again', async () => {
    const own = await owner();
    const attacker = new Browser('127.3.3.1');
    await tryCodes(attacker, own.user, 15);
    const browser = new Browser('127.3.3.2');
    await browser.signIn(own.user.email);
    expect((await browser.sendCode(own.recoveryCodes[0] ?? '')).status).toBe(200);
    expect(await tryCodes(attacker, own.user, 6)).toBe(0);
    expect(await warningsOf(own.user, own.user)).toHaveLength(1);
  });
});
