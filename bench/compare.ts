import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../tests/support/read-options.ts';
import { compared } from './lib/compared-size.ts';
import { httpSales } from './lib/http-cells.ts';
import { median, round } from './lib/numbers.ts';
import { tokenOf, uuidOf } from './lib/seed.ts';

/*
 * Compares the cost of an import of 100,000 codes, a sign-in and purchases over HTTP in this working copy and in another built one,
 * each on its own database of 400,000 codes. The copies alternate, each round in the other order, sign-ins one by one: `npm run
 * bench:compare -- FOLDER`. With --own-prices each reseller of this copy has own prices, 100,000 in all, with --cashiers a cashier of each
 * reseller of this copy buys (bars of the sale: 0.93), with --api its program orders (0.97). FOLDER may be this copy: `.`.
 */
const { values: options, positionals } = readOptions(
  'npm run bench:compare',
  {
    rounds: { type: 'string', default: '7', help: 'number of rounds' },
    'sign-ins': { type: 'string', default: '20', help: 'sign-ins of each round' },
    sales: { type: 'boolean', default: false, help: 'purchases alone: no imports, no sign-ins' },
    seconds: { type: 'string', default: '3', help: 'seconds of purchases in each round' },
    'own-prices': { type: 'boolean', default: false, help: 'own prices for the resellers of this copy' },
    cashiers: { type: 'boolean', default: false, help: 'cashiers buy in this copy' },
    api: { type: 'boolean', default: false, help: 'programs with an API key buy in this copy' },
  },
  'FOLDER',
);
const [folder] = positionals;
if (folder === undefined) throw new Error('npm run bench:compare -- FOLDER of another built working copy');
/** Who buys in this copy, by the option. */
const buyers = { 'own-prices': 'account', cashiers: 'cashier', api: 'program' } as const;
const added = (Object.keys(buyers) as (keyof typeof buyers)[]).find((option) => options[option]);
const buyerNow = added ? buyers[added] : 'account';
const rounds = Number(options.rounds);
const count = 100_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

class Copy {
  readonly imports: number[] = [];
  readonly signIns: number[] = [];
  /** Purchases per second in each round. */
  readonly sales: number[] = [];
  readonly name: string;
  private readonly child: ChildProcess;
  private readonly port: number;

  private constructor(name: string, child: ChildProcess, port: number) {
    this.name = name;
    this.child = child;
    this.port = port;
  }

  static async start(name: string, ...root: readonly string[]): Promise<Copy> {
    const script = fileURLToPath(new URL('lib/compared-copy.ts', import.meta.url));
    // Versions before 1.2 have TypeScript that is more than types.
    const flags = ['--experimental-transform-types', '--disable-warning=ExperimentalWarning'];
    const child = fork(script, root, { execArgv: flags });
    const [port] = (await once(child, 'message')) as [number];
    return new Copy(name, child, port);
  }

  private post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  async register(): Promise<void> {
    const names = { firstName: 'Amine', lastName: 'Benali', company: 'Cyber', phone: '0555123456' };
    const { status } = await this.post('/api/register', { ...account, ...names });
    if (status >= 300) throw new Error(`${this.name}: registration answered ${status}`);
  }

  async signIn(): Promise<void> {
    const began = performance.now();
    const answer = await this.post('/api/login', account);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${this.name}: sign-in answered ${answer.status}`);
    this.signIns.push(performance.now() - began);
  }

  async importCodes(round: number): Promise<void> {
    const codes = Array.from(
      { length: count },
      (_, n) => `R${round}-${(n * 7_919).toString(36).padStart(9, '0')}`,
    );
    const path = `/api/products/${uuidOf(2, 1)}/offers/${uuidOf(3, 1)}/codes`;
    const began = performance.now();
    const answer = await this.post(path, { codes }, { cookie: `almas_session=${tokenOf(0)}` });
    const { imported } = (await answer.json()) as { imported?: number };
    if (imported !== count) throw new Error(`${this.name}: import answered ${answer.status}`);
    this.imports.push(performance.now() - began);
  }

  async sell(connections: number): Promise<void> {
    const buyer = this.name === 'now' ? buyerNow : 'account';
    const cell = await httpSales(this.port, compared, 'spread', connections, Number(options.seconds), buyer);
    if (cell.failed > 0) throw new Error(`${this.name}: ${cell.failed} purchases failed`);
    this.sales.push(cell.perSecond);
  }

  async close(): Promise<void> {
    this.child.send('close');
    const [audit] = await once(this.child, 'message');
    say(`${this.name}: audit ${audit}`);
  }
}

const account = { email: 'mesure@exemple.dz', password: 'Une-mesure-2026' };
const other = await Copy.start('other', resolve(folder));
const now = await Copy.start('now', fileURLToPath(new URL('..', import.meta.url)), ...(added ? [added] : []));
for (const copy of [other, now]) {
  await copy.register();
  await copy.signIn();
  copy.signIns.length = 0;
}
// The first round warms up and is not counted.
for (let i = 0; i <= rounds && !options.sales; i += 1) {
  const order = i % 2 === 0 ? [other, now] : [now, other];
  for (const copy of order) await copy.importCodes(i);
  for (let n = 0; n < Number(options['sign-ins']); n += 1) for (const copy of order) await copy.signIn();
  if (i === 0) for (const copy of order) copy.imports.length = copy.signIns.length = 0;
  else
    say(
      `round ${i}: import ${order.map(({ name, imports }) => `${name} ${round(imports.at(-1) ?? 0, 0)} ms`).join(', ')}`,
    );
}
for (const connections of [1, 8, 32]) {
  for (const copy of [other, now]) copy.sales.length = 0;
  for (let i = 0; i <= rounds; i += 1) {
    for (const copy of i % 2 === 0 ? [other, now] : [now, other]) await copy.sell(connections);
    if (i === 0) for (const copy of [other, now]) copy.sales.length = 0;
  }
  const [before, after] = [median(other.sales), median(now.sales)];
  say(
    `purchases over HTTP, ${connections} at a time: other ${round(before, 0)} /s, now ${round(after, 0)} /s, ratio ${round(median(now.sales.map((sold, i) => sold / (other.sales[i] ?? Number.NaN))))}`,
  );
}
for (const [what, of] of [
  [`import of ${count} codes`, (copy: Copy) => copy.imports],
  ['sign-in', (copy: Copy) => copy.signIns],
] as const) {
  if (options.sales) continue;
  const [before, after] = [median(of(other)), median(of(now))];
  say(
    `${what}, median of ${of(now).length}: other ${round(before, 1)} ms, now ${round(after, 1)} ms, ratio ${round(after / before)}`,
  );
}
await other.close();
await now.close();
