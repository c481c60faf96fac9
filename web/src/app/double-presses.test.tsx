import { security } from '@almas/locale/screens/security';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { expect, test, vi } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { accountsOf, audited } from '../../tests/accounts.ts';
import type { Answers, CallName, FakeApi } from '../../tests/api.ts';
import { deskOf } from '../../tests/desk.ts';
import { everyPage } from '../../tests/every-page.ts';
import { takesPresses } from '../../tests/expectations.ts';
import { middleOf } from '../../tests/render.tsx';
import {
  administrator,
  configuration,
  countedListOf,
  emptyList,
  freeFireRequest,
  listOf,
  product,
  rechargeRequest,
  reseller,
} from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';
import { currentToasts, dismissToast } from '../lib/toast-store.ts';

/** Milliseconds between two presses, from a fast double click to two separate presses. */
const pauses = [50, 160, 300, 450, 800];

const pending = Array.from({ length: 5 }, (_, index) =>
  reseller({
    id: `p${index}`,
    firstName: 'Lina',
    lastName: `Brahimi ${index}`,
    displayName: `Lina Brahimi ${index}`,
    status: 'pending',
    activatedAt: null,
    activatedBy: null,
  }),
);
const requests = pauses.map((_, index) => rechargeRequest({ id: `${700 + index}`, amount: 100 + index }));
const decisions: readonly CallName[] = [
  'rechargeRequests.approve',
  'rechargeRequests.reject',
  'users.activate',
  'users.deactivate',
];

async function open(path: string, desk = deskOf({ accounts: pending, requests }), more: Answers = {}) {
  const screen = await openScreen(path, administrator(), { ...everyPage(), ...desk.answers, ...more });
  const decided = () => decisions.flatMap((name) => screen.sent(name));
  return { ...screen, desk, decided };
}

const pressMouse = () => commands.press(1);
async function pointAt(target: Locator): Promise<void> {
  await takesPresses(target);
  target.element().scrollIntoView({ block: 'nearest' });
  await commands.pointAt(...middleOf(target.element()));
  // The list may have been read again meanwhile.
  await takesPresses(target);
}
async function focusOn(target: Locator): Promise<void> {
  await takesPresses(target);
  (target.element() as HTMLElement).focus();
}

const waiting = 'Demandes de recharge en attente';
const list = (name: string) => page.getByRole('list', { name });
const decidedRows = (name: string) => list(name).css('[data-decided]');
const first = (name: string, label: string) =>
  list(name).getByRole('button', { name: label, exact: true }).first();

/** Presses twice for each of the pauses, and expects one decision for each. */
async function expectOneEach(
  { decided }: Awaited<ReturnType<typeof open>>,
  target: (index: number) => Locator,
  { rows, key = false }: { readonly rows: () => Locator; readonly key?: boolean },
): Promise<void> {
  const press = key ? () => userEvent.keyboard('{Enter}') : pressMouse;
  for (const [index, pause] of pauses.entries()) {
    await (key ? focusOn : pointAt)(target(index));
    await press();
    await new Promise((done) => setTimeout(done, pause));
    await press();
    await expect.element(rows()).toHaveLength(index + 1);
    expect(decided(), `${pause} ms`).toHaveLength(index + 1);
    if (key) await expect.element(page.css('[data-decided]:focus')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).toHaveLength(0);
    // The next row may have come to where this press was.
    window.dispatchEvent(new Event('input'));
  }
}

// « Rejeter » of the list of pending requests asks for a reason first.
test('two presses on « Approuver » of the list of pending requests, with the pointer or Enter, decide one request, whatever the pause, and Enter moves the focus to its row (P29)', async () => {
  for (const key of [false, true]) {
    const screen = await open('/admin/recharges');
    await expectOneEach(screen, () => first(waiting, 'Approuver'), { rows: () => decidedRows(waiting), key });
  }
});

test('two presses on « Approuver » or « Rejeter » of the dashboard decide one request, and on « Activer » one account, whatever the pause (P29)', async () => {
  const ofRequests = await open('/admin');
  await expectOneEach(ofRequests, (index) => first(waiting, index % 2 === 0 ? 'Approuver' : 'Rejeter'), {
    rows: () => decidedRows(waiting),
  });
  const accounts = 'Comptes en attente';
  const ofAccounts = await open('/admin');
  await expectOneEach(ofAccounts, () => first(accounts, 'Activer'), { rows: () => decidedRows(accounts) });
});

test('two presses on « Activer » in the list of accounts activate one account, which stays in its place (P29)', async () => {
  const active = reseller({ id: '11', firstName: 'Karim', lastName: 'Saadi' });
  const screen = await open('/admin/users', deskOf({ accounts: [...pending, active] }));
  // « Recharger » replaces « Activer » at the same position: its dialog, which the second press might open, is loaded beforehand.
  await page.getByRole('button', { name: 'Recharger', exact: true }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
  const statuses = page.getByRole('group', { name: 'Statut du compte' });
  await statuses.getByText('En attente', { exact: true }).click();
  await expect.element(page.getByRole('row')).toHaveLength(6);
  await expectOneEach(screen, () => page.getByRole('button', { name: 'Activer', exact: true }).first(), {
    rows: () => page.getByRole('row').getByText('Actif', { exact: true }),
  });
});

/** Presses twice with a pause by the page's clock, so that it does not matter how busy the machine is. */
async function pressTwiceWithin(
  pause: number,
  press: () => Promise<unknown>,
  isBetween: () => boolean,
): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press();
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10);
      return isBetween();
    })
    .toBe(true);
  await vi.advanceTimersByTimeAsync(pause);
  await press();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
}
const pressEnter = () => userEvent.keyboard('{Enter}');
const isFocused = (field: Locator) => field.length === 1 && document.activeElement === field.element();

const approval = page.getByRole('dialog', { name: 'Approuver la demande' });

test('two presses on « Approuver » in the table of recharge requests only open its dialog (P29)', async () => {
  for (const pause of [50, 160, 300, 450]) {
    const { decided } = await open('/admin/recharge', deskOf({ requests: [rechargeRequest()] }));
    await focusOn(page.getByRole('row').getByRole('button', { name: 'Approuver' }));
    await pressTwiceWithin(pause, pressEnter, () => isFocused(approval.getByLabelText('Note')));
    await expect.element(approval).toBeVisible();
    expect(decided(), `${pause} ms`).toEqual([]);
  }
});

test('two presses on « Confirmer » of a batch do not close its results on a phone, however fast the server answers (P29)', async () => {
  await page.viewport(390, 844);
  for (const pause of [160, 450]) {
    const { decided } = await open('/admin/recharges');
    await page.getByRole('button', { name: 'Tout sélectionner (5)' }).click();
    await page.getByRole('button', { name: 'Rejeter la sélection' }).click();
    const results = page.getByRole('dialog', { name: 'Rejeter 5 demandes' });
    await pointAt(results.getByRole('button', { name: 'Confirmer' }));
    await pressTwiceWithin(pause, pressMouse, () => /5 décisions/.test(results.element().textContent ?? ''));
    await expect.element(results).toHaveTextContent('5 décisions enregistrées');
    expect(decided(), `${pause} ms`).toHaveLength(5);
    await results.getByRole('button', { name: 'Fermer' }).last().click();
    await expect.element(results).toHaveLength(0);
  }
});

/** What a colleague has decided meanwhile about the request 1, as the journal knows it. */
const decidedBySamir = (decision: 'approve' | 'reject'): Answers => ({
  'auditTrail.list': ({ query: { subjectId = '' } }) =>
    listOf(
      audited({
        action: `recharge-request.${subjectId === '1' ? decision : 'approve'}`,
        subjectType: 'recharge-request',
        subjectId,
        actorName: 'Samir',
      }),
    ),
});
const openOne = (decision: 'approve' | 'reject') =>
  open('/admin/recharge', deskOf({ requests: [rechargeRequest({ id: '1' })] }), decidedBySamir(decision));

test('a new request and a colleague’s decision move no row under the pointer, and a press decides the row it was aimed at (P29)', async () => {
  const [one, other] = [rechargeRequest({ id: '1', amount: 111 }), rechargeRequest({ id: '2', amount: 222 })];
  const { desk, decided, emit, sent } = await open(
    '/admin/recharges?order=desc',
    deskOf({ requests: [other, one] }),
    decidedBySamir('reject'),
  );
  const rows = list(waiting).getByRole('listitem');
  const top = rows.first().getByRole('button', { name: 'Approuver' });
  await pointAt(top);
  // The colleague's decision leaves the row where it was, without buttons.
  desk.change('1', { status: 'rejected' });
  await emit({ type: 'requests' });
  await expect.element(rows.nth(1)).toHaveTextContent(/Demande de recharge rejetée par Samir/);
  const before = sent('rechargeRequests.list').length;
  desk.add(rechargeRequest({ id: '3', amount: 333 }));
  await emit({ type: 'requests' });
  await expect.poll(() => sent('rechargeRequests.list').length).toBeGreaterThan(before);
  await takesPresses(top);
  await pressMouse();
  await expect.element(rows.first()).toHaveTextContent(/approuvée par/);
  await expect.element(rows.first()).toHaveTextContent('222');
  expect(decided()).toMatchObject([{ params: { id: '2' } }]);
  await commands.pointAt(5, 5);
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.filter({ hasText: '333' })).toHaveLength(1);
});

test('an open approval whose request a colleague has decided says who decided, and offers no action', async () => {
  const { desk, emit } = await openOne('reject');
  await page.getByRole('row').getByRole('button', { name: 'Approuver' }).click();
  await expect.element(approval.getByLabelText('Note')).toBeVisible();
  desk.change('1', { status: 'rejected' });
  await emit({ type: 'requests' });
  await expect.element(approval).toHaveTextContent(/Demande de recharge rejetée par Samir, à l'instant/);
  await expect.element(approval.getByRole('button', { name: 'Approuver' })).toHaveLength(0);
  await approval.getByRole('button', { name: 'Fermer' }).last().click();
  await expect.element(approval).toHaveLength(0);
});

// Turned red by: a form that counts as unsaved although the colleague's decision has replaced it.
test('a rejection with a typed reason whose request a colleague has decided closes without asking about the reason', async () => {
  const { desk, emit } = await openOne('approve');
  await page.getByRole('row').getByRole('button', { name: 'Rejeter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await dialog.getByRole('textbox').fill('Reçu illisible');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await expect.element(question.getByRole('button', { name: 'Fermer' })).toHaveFocus();
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  desk.change('1', { status: 'approved' });
  await emit({ type: 'requests' });
  await expect.element(dialog).toHaveTextContent(/Demande de recharge approuvée par Samir, à l'instant/);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).toHaveLength(0);
});

const topUpPauses = [160, 300, 450];

/** Opens the screen with `count` pending Free Fire requests. */
async function openTopUps(count: number) {
  let left = Array.from({ length: count }, (_, index) =>
    freeFireRequest({ id: `${index}`, playerId: `1234567${index}` }),
  );
  const decide = (id: string, status: 'validated' | 'refused') => {
    left = left.filter((request) => request.id !== id);
    const processedAt = new Date().toISOString();
    return { ...freeFireRequest({ id }), status, processedBy: 'a1', processedByName: 'Nadia', processedAt };
  };
  const screen = await openScreen('/admin/freefire', administrator(), {
    ...everyPage(),
    ...accountsOf(reseller()).answers,
    'freeFire.requests': ({ query }) => (query.status === 'pending' ? listOf(...left) : emptyList),
    'freeFire.validate': ({ params }) => decide(params.id ?? '', 'validated'),
    'freeFire.refuse': ({ params }) => decide(params.id ?? '', 'refused'),
  });
  await expect.element(page.getByTestId('pending-item')).toHaveLength(count);
  const sent = () => [...screen.sent('freeFire.validate'), ...screen.sent('freeFire.refuse')];
  return { ...screen, decided: sent };
}

/** The decisions about a Free Fire request: the button in the list, the dialog's title, its field and what is typed there. */
const topUpDecisions = [
  {
    name: 'Valider',
    title: 'Valider la demande',
    label: 'Lien de l’image de preuve',
    text: 'https://exemple.dz/preuve.png',
  },
  { name: 'Refuser', title: 'Refuser la demande', label: 'Raison', text: 'ID inconnu' },
] as const;

for (const { name, title, label, text } of topUpDecisions) {
  const dialog = page.getByRole('dialog', { name: title });
  const field = dialog.getByLabelText(label);
  const item = page.getByTestId('pending-item').first();

  test(`two presses on « ${name} » of the Free Fire requests only open its dialog, with the pointer and with Enter (P29)`, async () => {
    const { decided } = await openTopUps(2);
    const button = item.getByRole('button', { name });
    for (const pause of topUpPauses) {
      await pointAt(button);
      await pressTwiceWithin(pause, pressMouse, () => dialog.length === 1);
      await expect.element(page.getByRole('dialog'), { message: `${pause} ms, pointer` }).toHaveLength(1);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).toHaveLength(0);
      await focusOn(button);
      await pressTwiceWithin(pause, pressEnter, () => isFocused(field));
      await expect.element(field, { message: `${pause} ms, Enter` }).toHaveFocus();
      await expect.element(dialog.getByRole('alert')).toHaveLength(0);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog).toHaveLength(0);
    }
    expect(decided()).toEqual([]);
    await expect.element(page.getByTestId('pending-item')).toHaveLength(2);
  });

  test(`two presses on « ${name} » of its dialog decide one Free Fire request, and the focus goes to its row (P29)`, async () => {
    const { decided } = await openTopUps(topUpPauses.length * 2 + 1);
    const decide = async (press: () => Promise<unknown>, pause: number, message: string) => {
      const before = decided().length;
      // A message that goes would move the dialog, which would take no press then.
      for (const { id } of currentToasts()) dismissToast(id);
      await item.getByRole('button', { name }).click();
      await field.fill(text);
      await pointAt(dialog.getByRole('button', { name, exact: true }));
      (field.element() as HTMLElement).focus();
      await pressTwiceWithin(pause, press, () => dialog.length === 0);
      await expect.element(page.getByTestId('decided-item'), { message }).toHaveLength(before + 1);
      await expect.element(page.getByRole('dialog')).toHaveLength(0);
      expect(decided(), message).toHaveLength(before + 1);
    };
    for (const pause of topUpPauses) {
      await decide(pressMouse, pause, `${pause} ms, pointer`);
      await decide(pressEnter, pause, `${pause} ms, Enter`);
      // A press of the pointer moves the focus to the pressed element.
      await expect.element(page.css('[data-decided]:focus'), { message: `${pause} ms` }).toHaveLength(1);
    }
  });
}

/** What one press changes, and the button that then stands in its place. */
const toggles: readonly {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly open: (turned: () => boolean, turn: () => void) => Promise<Pick<FakeApi, 'sent'>>;
  readonly call: CallName;
}[] = [
  {
    what: 'a product',
    from: 'Désactiver',
    to: 'Activer',
    call: 'products.setStatus',
    open: (turned, turn) => {
      const now = () => product({ id: 'p1', status: turned() ? 'inactive' : 'active' });
      return openScreen('/admin/products?search=diamants', administrator(), {
        ...everyPage(),
        'products.list': () => listOf(now()),
        'products.setStatus': () => {
          turn();
          return now();
        },
      });
    },
  },
  {
    what: 'the second factor of an account',
    from: security.admin.require,
    to: security.admin.unrequire,
    call: 'users.requireSecondFactor',
    open: (turned, turn) => {
      const now = () => reseller({ secondFactorRequired: turned() });
      return openScreen('/admin/users?account=r1', administrator(), {
        ...everyPage(),
        ...accountsOf(reseller()).answers,
        'users.list': () => countedListOf(now()),
        'users.get': now,
        'users.requireSecondFactor': () => {
          turn();
          return now();
        },
      });
    },
  },
  {
    what: 'a connection to a supplier',
    from: supplierOrders.connections.pause,
    to: supplierOrders.connections.resume,
    call: 'supplierOrders.updateConnection',
    open: (turned, turn) => {
      const now = () => ({
        id: '3',
        supplierId: '4',
        supplierName: 'Diamants du Sud',
        kind: 'idempotent' as const,
        address: 'https://api.fournisseur.example',
        articles: [],
        topUps: [],
        hasSecret: true,
        dailyCap: 50_000,
        spentToday: 0,
        paused: turned(),
        balance: null,
        balanceAt: null,
        openOrders: 0,
        unknownOrders: 0,
      });
      return openScreen('/admin?orders=connections', administrator(), {
        ...deskOf({}).answers,
        'configuration.get': { ...configuration, extensions: ['suppliers'] },
        'supplierOrders.list': emptyList,
        'supplierOrders.connections': () => listOf(now()),
        'supplierOrders.updateConnection': () => {
          turn();
          return now();
        },
      });
    },
  },
];

for (const { what, from, to, open: openToggle, call } of toggles)
  test(`two presses on « ${from} » change ${what} once, whatever the pause (P29)`, async () => {
    for (const [pause, key] of [
      [160, false],
      [160, true],
      [400, false],
      [400, true],
    ] as const) {
      let turned = false;
      const screen = await openToggle(
        () => turned,
        () => {
          turned = !turned;
        },
      );
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await (key ? focusOn : pointAt)(button(from));
      await pressTwiceWithin(pause, key ? pressEnter : pressMouse, () => button(to).length === 1);
      await expect.element(button(to), { message: `${pause} ms, key: ${key}` }).toBeVisible();
      expect(screen.sent(call), `${pause} ms, key: ${key}`).toHaveLength(1);
    }
  });
