import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { browserOptions } from '../scripts/lib/browser.mjs';
import { readOptions } from '../tests/support/read-options.ts';
import { startServer } from '../tests/support/server-process.ts';
import { type Caller, prepareTasks, type TaskData } from './lib/task-data.ts';

/*
 * Ten tasks of an administrator's day, done in the browser as a trained person does them, without thinking time:
 * seconds, clicks, and texts typed. `npm run bench:tasks -- FOLDER` measures another built working copy first. What a
 * screen does not offer is done in the way that copy offers it, or is not possible there.
 */
class Hand {
  clicks = 0;
  typed = 0;
  constructor(readonly page: Page) {}
  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
  async type(what: Locator, text: string): Promise<void> {
    this.typed += 1;
    await what.fill(text);
  }
  button = (name: string | RegExp, scope: Page | Locator = this.page) =>
    scope.getByRole('button', { name, exact: typeof name === 'string' });
  link = (name: string | RegExp, scope: Page | Locator = this.page) =>
    scope.getByRole('link', { name, exact: typeof name === 'string' });
  dialog = (name: string | RegExp) => this.page.getByRole('dialog', { name });
  search = (scope: Page | Locator = this.page) => scope.getByRole('searchbox');
  row = (text: string, scope: Page | Locator = this.page) => scope.getByRole('row').filter({ hasText: text });
  sidebar = () => this.page.getByRole('complementary');
}

/** null: this working copy has no way to do it on a screen. */
type Way = ((hand: Hand, data: TaskData) => Promise<void>) | null;
interface Task {
  readonly name: string;
  readonly before: Way;
  readonly now: Way;
}

/** From the sidebar where it leads there, from the dashboard's quick actions otherwise. */
const toTransactions = async (hand: Hand, isNow: boolean) => {
  await hand.click(
    isNow ? hand.link('Transactions', hand.sidebar()) : hand.link('Toutes les transactions', hand.page),
  );
  await hand.page.getByRole('row').nth(1).waitFor();
};

const toAccounts = async (hand: Hand) => {
  await hand.click(hand.link('Gestion des comptes', hand.sidebar()));
  await hand.page.getByRole('row').nth(1).waitFor();
};

const openTransaction = async (hand: Hand, text: string) => {
  await hand.click(hand.row(text).first().getByRole('button').first());
  await hand.dialog('Détail de la transaction').waitFor();
};

const openListOfRequests = async (hand: Hand) => {
  await hand.click(hand.link(/^Voir tout : Demandes de recharge/));
  await hand.page.getByRole('heading', { level: 1, name: 'Demandes de recharge en attente' }).waitFor();
};

const block = async (hand: Hand, { blocked }: TaskData) => {
  await toAccounts(hand);
  await hand.type(hand.search(), blocked.email);
  await hand.page.getByText('1 compte', { exact: true }).waitFor();
  await hand.click(hand.button('Désactiver', hand.row(blocked.name)));
  await hand.click(hand.button('Confirmer', hand.dialog(/Désactiver/)));
  await hand.dialog(/Désactiver/).waitFor({ state: 'detached' });
};

const answerTopUp = async (hand: Hand) => {
  await hand.click(hand.link('Free Fire Admin', hand.sidebar()));
  await hand.click(hand.button('Valider').first());
  const dialog = hand.dialog('Valider la demande');
  await hand.type(dialog.getByLabel(/^Lien de l['’]image de preuve/), 'https://exemple.dz/p.png');
  await hand.click(hand.button('Valider', dialog));
  await dialog.waitFor({ state: 'detached' });
};

const importFiles = async (hand: Hand, { product }: TaskData) => {
  await hand.click(hand.link('Gestion des produits', hand.sidebar()));
  await hand.type(hand.search(), product.name);
  await hand.click(hand.page.getByRole('article').first().getByRole('link', { name: 'Modifier' }));
  for (const [index, codes] of product.files.entries()) {
    await hand.click(hand.button('Importer des codes').nth(index));
    const dialog = hand.dialog(/Importer des codes/);
    const chosen = hand.page.waitForEvent('filechooser');
    await hand.click(dialog.getByText('Choisir un fichier'));
    const buffer = Buffer.from(codes.join('\n'));
    await (await chosen).setFiles({ name: `codes-${index}.txt`, mimeType: 'text/plain', buffer });
    await dialog.getByTestId('import-counts').waitFor();
    await hand.click(hand.button('Importer', dialog));
    await dialog.waitFor({ state: 'detached' });
  }
};

const tasks: readonly Task[] = [
  {
    name: 'approve 20 requests',
    before: async (hand) => {
      await openListOfRequests(hand);
      const buttons = hand.button('Approuver');
      for (let left = 20; left > 0; left -= 1) {
        await hand.click(buttons.first());
        await hand.page.waitForFunction(
          (most) =>
            [...document.querySelectorAll('main button')].filter(
              ({ textContent }) => textContent === 'Approuver',
            ).length < most,
          left,
        );
      }
    },
    now: async (hand) => {
      await openListOfRequests(hand);
      await hand.click(hand.button(/^Tout sélectionner/));
      await hand.click(hand.button('Approuver la sélection'));
      const dialog = hand.dialog(/^Approuver \d+ demandes/);
      await hand.click(hand.button('Confirmer', dialog));
      await dialog.getByText(/^20 décisions enregistrées/).waitFor();
    },
  },
  {
    name: "find a customer's missing top-up by phone number",
    before: async (hand, { sought }) => {
      // The search knows no phone number: the list is read from the newest account on.
      await toAccounts(hand);
      const row = hand.row(sought.phone);
      for (;;) {
        const count = await hand.page.getByRole('row').count();
        if ((await row.count()) > 0) break;
        await hand.click(hand.button('Afficher plus'));
        await hand.page.getByRole('row').nth(count).waitFor();
      }
      await hand.click(hand.button('Transactions', row));
      const dialog = hand.dialog(/^Transactions de/);
      await dialog.getByText(sought.player).first().waitFor();
    },
    now: async (hand, { sought }) => {
      await toAccounts(hand);
      await hand.type(hand.search(), sought.phone);
      await hand.page.getByText('1 compte', { exact: true }).waitFor();
      await hand.click(hand.button('Transactions', hand.row(sought.name)));
      await hand
        .dialog(/^Transactions de/)
        .getByText(sought.player)
        .first()
        .waitFor();
    },
  },
  {
    name: 'correct a wrong credit',
    before: null,
    now: async (hand, { credited }) => {
      await toTransactions(hand, true);
      await hand.type(hand.search(), credited.email);
      await hand.page.getByText('1 transaction', { exact: true }).waitFor();
      await openTransaction(hand, credited.name);
      const dialog = hand.dialog('Détail de la transaction');
      await hand.click(hand.button('Corriger', dialog));
      await hand.type(dialog.getByLabel('Montant à reprendre (DA)'), '900');
      await hand.type(dialog.getByLabel('Raison'), 'Un zéro de trop');
      await hand.click(hand.button('Débiter', dialog));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  { name: 'import 3 code files', before: importFiles, now: importFiles },
  {
    name: 'month export',
    before: null,
    now: async (hand) => {
      await toTransactions(hand, true);
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(new Date());
      await hand.type(hand.page.getByLabel('Du', { exact: true }), `${today.slice(0, 8)}01`);
      await hand.type(hand.page.getByLabel('Au', { exact: true }), today);
      const downloaded = hand.page.waitForEvent('download');
      await hand.click(hand.button('Exporter (CSV)'));
      await (await downloaded).path();
    },
  },
  {
    name: 'prove a balance',
    before: null,
    now: async (hand, { sought }) => {
      await toAccounts(hand);
      await hand.type(hand.search(), sought.email);
      await hand.page.getByText('1 compte', { exact: true }).waitFor();
      await hand.click(hand.button('Transactions', hand.row(sought.name)));
      const dialog = hand.dialog(/^Transactions de/);
      await hand.click(dialog.getByText('Grand livre', { exact: true }));
      await dialog.getByRole('columnheader', { name: 'Solde avant et après' }).waitFor();
    },
  },
  { name: 'block a reseller', before: block, now: block },
  {
    name: 'find who decided',
    before: async (hand, { decided }) => {
      await hand.click(hand.button('Journal des actions'));
      const dialog = hand.dialog('Journal des actions');
      const line = dialog.getByRole('listitem').filter({ hasText: decided.name });
      await dialog.getByRole('listitem').first().waitFor();
      while ((await line.count()) === 0) {
        const count = await dialog.getByRole('listitem').count();
        await hand.click(hand.button('Afficher plus', dialog));
        await dialog.getByRole('listitem').nth(count).waitFor();
      }
    },
    now: async (hand, { decided }) => {
      await hand.click(hand.button('Journal', hand.sidebar()));
      const dialog = hand.dialog('Journal des actions');
      await hand.type(hand.search(dialog), decided.name);
      await dialog.getByRole('listitem').filter({ hasText: decided.name }).first().waitFor();
    },
  },
  { name: 'answer the waiting Free Fire request', before: answerTopUp, now: answerTopUp },
  {
    name: 'find a transaction from a name',
    before: async (hand, { sought }) => {
      await toTransactions(hand, false);
      await hand.type(hand.search(), sought.name);
      await openTransaction(hand, sought.name);
    },
    now: async (hand, { sought }) => {
      await toTransactions(hand, true);
      await hand.type(hand.search(), sought.name);
      await openTransaction(hand, sought.name);
    },
  },
];

interface Effort {
  readonly seconds: number;
  readonly clicks: number;
  readonly typed: number;
}

async function measure(page: Page, way: Way, data: TaskData): Promise<Effort | null> {
  if (!way) return null;
  await page.goto('/admin');
  await page.getByText(/demandés$/).waitFor();
  const hand = new Hand(page);
  const began = performance.now();
  await way(hand, data);
  return {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    clicks: hand.clicks,
    typed: hand.typed,
  };
}

const show = (effort: Effort | null | undefined) =>
  effort ? `${effort.seconds} s, ${effort.clicks} clicks, ${effort.typed} typed` : 'not on a screen';

/** All tasks on one working copy, with a database of its own. */
async function measureAll(folder: string, which: 'before' | 'now'): Promise<(Effort | null)[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almas-tasks-'));
  const admin = { email: 'direction@almas.dz', password: 'motdepasse-du-jour' };
  const environment = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_REGISTRATION: '100000',
    RATE_LIMIT_LOGIN_ATTEMPT: '100000',
  };
  const server = await startServer(environment, ['env', '-C', folder]);
  const browser = await chromium.launch(browserOptions());
  try {
    const { data, session }: { data: TaskData; session: Caller } = await prepareTasks(server.baseURL, admin);
    const context = await browser.newContext({
      baseURL: server.baseURL,
      viewport: { width: 1280, height: 900 },
      locale: 'fr-FR',
      timezoneId: 'Africa/Algiers',
      serviceWorkers: 'block',
    });
    await context.addCookies(session.cookies());
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const efforts = [];
    for (const task of tasks) {
      const effort = await measure(page, task[which], data);
      process.stderr.write(`${which}: ${task.name}: ${show(effort)}\n`);
      efforts.push(effort);
    }
    return efforts;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const {
  positionals: [other],
} = readOptions('npm run bench:tasks', {}, '[FOLDER]');
const before = other ? await measureAll(resolve(other), 'before') : [];
const now = await measureAll(process.cwd(), 'now');
process.stdout.write(`| task | ${other ? 'before | ' : ''}now |\n|---|---|${other ? '---|' : ''}\n`);
for (const [index, { name }] of tasks.entries())
  process.stdout.write(`| ${name} | ${other ? `${show(before[index])} | ` : ''}${show(now[index])} |\n`);
