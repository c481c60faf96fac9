const password = 'motdepasse-du-jour';
const company = 'Cyber Sétif';

/** A user with a session at the API. */
export interface Caller {
  // biome-ignore lint/suspicious/noExplicitAny: the measurement looks into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>;
  cookies(): { name: string; value: string; url: string }[];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** The rows that the tasks search for. */
export interface TaskData {
  readonly sought: Named & { readonly player: string };
  readonly credited: Named;
  readonly blocked: Named;
  readonly decided: Named;
  readonly product: { readonly name: string; readonly files: readonly (readonly string[])[] };
}

function callerAt(baseURL: string): Caller {
  let cookie = '';
  return {
    call: async (method, path, body) => {
      const answer = await fetch(`${baseURL}/api${path}`, {
        method,
        headers: {
          cookie,
          origin: baseURL,
          'idempotency-key': crypto.randomUUID(),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const session = /almas_session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '');
      if (session) cookie = session[0];
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : await answer.json();
    },
    cookies: () => [{ name: 'almas_session', value: cookie.split('=')[1] ?? '', url: baseURL }],
  };
}

let number = 0;

async function reseller(baseURL: string, admin: Caller, balance: number): Promise<Named & Caller> {
  number += 1;
  const lastName = `Benali${String.fromCharCode(97 + (number % 26))}${number}`;
  const named = {
    name: `Amine ${lastName}`,
    email: `${lastName.toLowerCase()}@exemple.dz`,
    phone: `0550 ${String(100_000 + number)}`,
  };
  const { email, phone } = named;
  const caller = callerAt(baseURL);
  const form = { email, phone, password, firstName: 'Amine', lastName, company };
  const { id } = await caller.call('POST', '/register', form);
  await admin.call('POST', `/users/${id}/activate`);
  if (balance > 0) await admin.call('POST', `/users/${id}/recharge`, { amount: balance });
  return { ...caller, ...named, id };
}

/**
 * Creates a business of 70 resellers, of which the oldest are the ones that the tasks search for, with 20 pending recharge requests
 * and one pending Free Fire request.
 */
export async function prepareTasks(baseURL: string, account: { email: string; password: string }) {
  const admin = callerAt(baseURL);
  await admin.call('POST', '/login', account);
  await admin.call('PATCH', '/free-fire/service', {
    startHour: 0,
    endHour: 23,
    workingDays: [0, 1, 2, 3, 4, 5, 6],
  });
  const decided = await reseller(baseURL, admin, 0);
  const sought = await reseller(baseURL, admin, 5_000);
  const credited = await reseller(baseURL, admin, 1_000);
  const blocked = await reseller(baseURL, admin, 0);
  const [offer] = (await sought.call('GET', '/free-fire/offers')).items;
  const player = '2847105563';
  await sought.call('POST', '/free-fire/requests', {
    offerId: offer.id,
    amount: offer.price,
    freeFireId: player,
  });
  const askers = [];
  for (let n = 0; n < 66; n += 1) askers.push(await reseller(baseURL, admin, 0));
  for (let n = 0; n < 20; n += 1)
    await askers[n]?.call('POST', '/recharge-requests', { amount: 1_000 + n, method: 'ccp' });
  const name = 'Diamants du mois';
  const offers = ['Petite', 'Moyenne', 'Grande'].map((label, index) => ({
    name: label,
    value: label,
    price: 100 + index,
  }));
  await admin.call('POST', '/products', { name, game: 'Free Fire', offers });
  const files = offers.map((_, file) =>
    Array.from({ length: 100 }, (_line, line) => `TASK${file}CODE${line}`),
  );
  const data: TaskData = {
    sought: { ...sought, player },
    credited,
    blocked,
    decided,
    product: { name, files },
  };
  return { data, session: admin };
}
