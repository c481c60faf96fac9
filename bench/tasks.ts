import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { algiersClock } from '@almas/contract/algiers';
import { chromium, type Locator, type Page } from '@playwright/test';
import { browserOptions } from '../scripts/lib/browser.mjs';
import { readOptions } from '../tests/support/read-options.ts';
import { startServer } from '../tests/support/server-process.ts';
import { setTestClock } from '../tests/support/test-clock.mjs';
import { type Caller, prepareTasks, type TaskData } from './lib/task-data.ts';

/*
 * Ten tasks of an administrator's day, done in the browser as a trained person does them, without thinking time:
 * seconds, clicks, and texts typed. `npm run bench:tasks -- FOLDER` measures another built working copy first. What a
 * screen does not offer is done in the way that copy offers it, or is not possible there.
 */

// In its last hour of the day Free Fire is closed at the latest: the tasks are then those of noon.
const clock = algiersClock(Date.now());
if (clock.getUTCHours() === 23) process.env.TEST_NOW ??= `${clock.toISOString().slice(0, 10)}T11:00:00Z`;
setTestClock();

class TrainedUser {
  clicks = 0;
  typed = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }
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

/** null: this working copy cannot do it on a screen. */
type TaskSteps = ((user: TrainedUser, data: TaskData) => Promise<void>) | null;
interface Task {
  readonly name: string;
  readonly before: TaskSteps;
  readonly now: TaskSteps;
}

/** Through the sidebar if it has the link, otherwise through the dashboard's quick actions. */
const toTransactions = async (user: TrainedUser, isNow: boolean) => {
  await user.click(
    isNow ? user.link('Transactions', user.sidebar()) : user.link('Toutes les transactions', user.page),
  );
  await user.page.getByRole('row').nth(1).waitFor();
};

const toAccounts = async (user: TrainedUser) => {
  await user.click(user.link('Gestion des comptes', user.sidebar()));
  await user.page.getByRole('row').nth(1).waitFor();
};

const openTransaction = async (user: TrainedUser, text: string) => {
  await user.click(user.row(text).first().getByRole('button').first());
  await user.dialog('Détail de la transaction').waitFor();
};

const openListOfRequests = async (user: TrainedUser) => {
  await user.click(user.link(/^Voir tout : Demandes de recharge/));
  await user.page.getByRole('heading', { level: 1, name: 'Demandes de recharge en attente' }).waitFor();
};

/** By the search from everywhere: Ctrl K, what is known of the account, Enter. */
async function openAccount(user: TrainedUser, { name }: { readonly name: string }, known: string) {
  await user.page.keyboard.press('Control+k');
  const search = user.dialog('Rechercher partout');
  await user.type(search.getByRole('combobox'), known);
  await search.getByRole('option').filter({ hasText: name }).first().waitFor();
  await user.page.keyboard.press('Enter');
  const account = user.dialog(`Compte de ${name}`);
  await account.waitFor();
  return account;
}

const block = async (user: TrainedUser, { blocked }: TaskData) => {
  await toAccounts(user);
  await user.type(user.search(), blocked.email);
  await user.page.getByText('1 compte', { exact: true }).waitFor();
  await user.click(user.button(/^Autres actions/, user.row(blocked.name)));
  await user.click(user.button('Désactiver', user.row(blocked.name)));
  await user.click(user.button('Confirmer', user.dialog(/Désactiver/)));
  await user.dialog(/Désactiver/).waitFor({ state: 'detached' });
};

const blockNow = async (user: TrainedUser, { blocked }: TaskData) => {
  const account = await openAccount(user, blocked, blocked.email);
  await user.click(user.button('Désactiver', account));
  await user.click(user.button('Confirmer', user.dialog(/^Désactiver/)));
  await user.dialog(/^Désactiver/).waitFor({ state: 'detached' });
};

const answerTopUp = async (user: TrainedUser) => {
  await user.click(user.link('Free Fire Admin', user.sidebar()));
  await user.click(user.button('Valider').first());
  const dialog = user.dialog('Valider la demande');
  await user.type(dialog.getByLabel(/^Lien de l['’]image de preuve/), 'https://exemple.dz/p.png');
  await user.click(user.button('Valider', dialog));
  await dialog.waitFor({ state: 'detached' });
};

async function chooseFile(user: TrainedUser, index: number, codes: readonly string[]): Promise<void> {
  const dialog = user.dialog(/Importer des codes/);
  const chosen = user.page.waitForEvent('filechooser');
  await user.click(dialog.getByText('Choisir un fichier'));
  const buffer = Buffer.from(codes.join('\n'));
  await (await chosen).setFiles({ name: `codes-${index}.txt`, mimeType: 'text/plain', buffer });
  await dialog.getByTestId('import-counts').waitFor();
  await user.click(user.button(/^Importer/, dialog));
  await dialog.waitFor({ state: 'detached' });
}

const importFiles = async (user: TrainedUser, { product }: TaskData) => {
  await user.click(user.link('Gestion des produits', user.sidebar()));
  await user.type(user.search(), product.name);
  await user.click(user.page.getByRole('article').first().getByRole('link', { name: 'Modifier' }));
  for (const [index, codes] of product.files.entries()) {
    await user.click(user.button('Importer des codes').nth(index));
    await chooseFile(user, index, codes);
  }
};

/** From the table of offers. */
const importFilesNow = async (user: TrainedUser, { product }: TaskData) => {
  await user.click(user.link('Gestion des produits', user.sidebar()));
  await user.click(user.page.locator('label').filter({ hasText: /^Offres$/ }));
  await user.type(user.search(), product.name);
  await user.page.getByRole('row').nth(product.files.length).waitFor();
  for (const [index, codes] of product.files.entries()) {
    await user.click(user.button(/^Importer des codes/, user.row(product.name)).nth(index));
    await chooseFile(user, index, codes);
  }
};

const tasks: readonly Task[] = [
  {
    name: 'approve 20 requests',
    before: async (user) => {
      await openListOfRequests(user);
      const buttons = user.button('Approuver');
      for (let left = 20; left > 0; left -= 1) {
        await user.click(buttons.first());
        await user.page.waitForFunction(
          (most) =>
            [...document.querySelectorAll('main button')].filter(
              ({ textContent }) => textContent === 'Approuver',
            ).length < most,
          left,
        );
      }
    },
    now: async (user) => {
      await openListOfRequests(user);
      await user.click(user.button(/^Tout sélectionner/));
      await user.click(user.button('Approuver la sélection'));
      const dialog = user.dialog(/^Approuver \d+ demandes/);
      await user.click(user.button('Confirmer', dialog));
      await dialog.getByText(/^20 décisions enregistrées/).waitFor();
    },
  },
  {
    name: "find a customer's missing top-up by phone number",
    before: async (user, { sought }) => {
      // The search does not find phone numbers: the list is read from the newest account on.
      await toAccounts(user);
      const row = user.row(sought.phone);
      for (;;) {
        const count = await user.page.getByRole('row').count();
        if ((await row.count()) > 0) break;
        await user.click(user.button('Afficher plus'));
        await user.page.getByRole('row').nth(count).waitFor();
      }
      await user.click(user.button('Transactions', row));
      const dialog = user.dialog(/^Transactions de/);
      await dialog.getByText(sought.player).first().waitFor();
    },
    now: async (user, { sought }) => {
      const account = await openAccount(user, sought, sought.phone);
      await user.click(user.button('Transactions', account));
      await user
        .dialog(/^Transactions de/)
        .getByText(sought.player)
        .first()
        .waitFor();
    },
  },
  {
    name: 'correct a wrong credit',
    before: null,
    now: async (user, { credited }) => {
      await toTransactions(user, true);
      await user.type(user.search(), credited.email);
      await user.page.getByText('1 transaction', { exact: true }).waitFor();
      await openTransaction(user, credited.name);
      const dialog = user.dialog('Détail de la transaction');
      await user.click(user.button('Corriger', dialog));
      await user.type(dialog.getByLabel('Montant à reprendre (DA)'), '900');
      await user.type(dialog.getByLabel('Raison'), 'Un zéro de trop');
      await user.click(user.button('Débiter', dialog));
      await dialog.waitFor({ state: 'detached' });
    },
  },
  { name: 'import 3 code files', before: importFiles, now: importFilesNow },
  {
    name: 'month export',
    before: null,
    now: async (user) => {
      await toTransactions(user, true);
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(new Date());
      await user.type(user.page.getByLabel('Du', { exact: true }), `${today.slice(0, 8)}01`);
      await user.type(user.page.getByLabel('Au', { exact: true }), today);
      const downloaded = user.page.waitForEvent('download');
      await user.click(user.button('Exporter (CSV)'));
      await (await downloaded).path();
    },
  },
  {
    name: 'prove a balance',
    before: null,
    now: async (user, { sought }) => {
      const account = await openAccount(user, sought, sought.email);
      await user.click(user.button('Transactions', account));
      const dialog = user.dialog(/^Transactions de/);
      await user.click(dialog.getByText('Grand livre', { exact: true }));
      await dialog.getByRole('columnheader', { name: 'Solde avant et après' }).waitFor();
    },
  },
  { name: 'block a reseller', before: block, now: blockNow },
  {
    name: 'find who decided',
    before: async (user, { decided }) => {
      await user.click(user.button('Journal des actions'));
      const dialog = user.dialog('Journal des actions');
      const line = dialog.getByRole('listitem').filter({ hasText: decided.name });
      await dialog.getByRole('listitem').first().waitFor();
      while ((await line.count()) === 0) {
        const count = await dialog.getByRole('listitem').count();
        await user.click(user.button('Afficher plus', dialog));
        await dialog.getByRole('listitem').nth(count).waitFor();
      }
    },
    now: async (user, { decided }) => {
      await user.click(user.button('Journal', user.sidebar()));
      const dialog = user.dialog('Journal des actions');
      await user.type(user.search(dialog), decided.name);
      await dialog.getByRole('listitem').filter({ hasText: decided.name }).first().waitFor();
    },
  },
  { name: 'answer the waiting Free Fire request', before: answerTopUp, now: answerTopUp },
  {
    name: 'find a transaction from a name',
    before: async (user, { sought }) => {
      await toTransactions(user, false);
      await user.type(user.search(), sought.name);
      await openTransaction(user, sought.name);
    },
    now: async (user, { sought }) => {
      await toTransactions(user, true);
      await user.type(user.search(), sought.name);
      await openTransaction(user, sought.name);
    },
  },
];

interface TaskCost {
  readonly seconds: number;
  readonly clicks: number;
  readonly typed: number;
}

async function measure(page: Page, way: TaskSteps, data: TaskData): Promise<TaskCost | null> {
  if (!way) return null;
  await page.goto('/admin');
  await page.getByText(/demandés$/).waitFor();
  const user = new TrainedUser(page);
  const began = performance.now();
  await way(user, data);
  return {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    clicks: user.clicks,
    typed: user.typed,
  };
}

const show = (cost: TaskCost | null | undefined) =>
  cost ? `${cost.seconds} s, ${cost.clicks} clicks, ${cost.typed} typed` : 'not on a screen';

/** Runs all tasks on one working copy with a database of its own. */
async function measureAll(folder: string, which: 'before' | 'now'): Promise<(TaskCost | null)[]> {
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
      const cost = await measure(page, task[which], data);
      process.stderr.write(`${which}: ${task.name}: ${show(cost)}\n`);
      efforts.push(cost);
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
