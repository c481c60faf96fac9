import type { RechargeRequest, RechargeWarning } from '@almas/contract/recharge-requests';
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from '../../../tests/accessible.ts';
import { type Answers, lost, refusal } from '../../../tests/api.ts';
import { setClock } from '../../../tests/clock.ts';
import { deskOf } from '../../../tests/desk.ts';
import { expectToast, takesPresses, toasts } from '../../../tests/expectations.ts';
import { administrator, countedListOf, rechargeRequest } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const rows = () => page.getByRole('list', { name: 'Demandes de recharge en attente' }).getByRole('listitem');
const row = (text: string) => rows().filter({ hasText: text });
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });
const results = () => page.getByRole('list', { name: 'Résultats' }).getByRole('listitem');

/** A request whose id is its amount. */
const requestOf = (amount: number, fields: Partial<RechargeRequest> = {}) =>
  rechargeRequest({ id: String(amount), amount, ...fields });
const warningOf = (fields: Partial<RechargeWarning> = {}): RechargeWarning => ({
  kind: 'reference',
  requestId: '4',
  userName: 'Karim Saadi',
  status: 'pending',
  ...fields,
});

/** Opens the queue with these requests, newest first. */
async function open(requests: readonly RechargeRequest[], answers: Answers = {}, path = '/admin/recharges') {
  const desk = deskOf({ requests });
  const screen = await openScreen(path, administrator(), { ...desk.answers, ...answers });
  return { ...screen, desk };
}

test('`Voir tout` leads an administrator to all pending requests and to no settled one, where « Rejeter » asks for a reason, and the sidebar marks « Recharges » [NAV-34][NAV-35][DSK-85]', async () => {
  const screen = await open([requestOf(800), requestOf(700, { status: 'approved' })], {}, '/admin');
  await page.getByRole('link', { name: 'Voir tout : Demandes de recharge en attente' }).click();
  await expect.poll(screen.address).toBe('/admin/recharges');
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Demandes de recharge en attente' }))
    .toBeVisible();
  await expect
    .element(page.getByRole('complementary').getByRole('link', { name: 'Recharges' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toHaveTextContent('800 DA');
  await button(rows(), 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  const reject = button(dialog, 'Rejeter');
  await expect.element(reject).toBeDisabled();
  await dialog.getByLabelText('Raison').fill('Reçu illisible');
  await expectAccessibleAtBothWidths();
  await reject.click();
  await expectToast('Demande rejetée');
  await expect.element(dialog).toHaveLength(0);
  expect(screen.sent('rechargeRequests.reject')).toMatchObject([
    { params: { id: '800' }, body: { reason: 'Reçu illisible' } },
  ]);
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  // A new request appears without a reload.
  screen.desk.add(requestOf(900));
  await screen.emit({ type: 'requests' });
  await expect.element(rows()).toHaveTextContent('900 DA');
});

test('a rejection offers the reasons of the owner’s list [WRK-12]', async () => {
  const screen = await open([requestOf(400)], {
    'business.refusalReasons': { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] },
  });
  await button(rows(), 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await button(dialog, 'Mauvais compte').click();
  await expect.element(dialog.getByLabelText('Raison', { exact: true })).toHaveValue('Mauvais compte');
  await expectAccessible();
  await button(dialog, 'Rejeter').click();
  await expectToast('Demande rejetée');
  expect(screen.sent('rechargeRequests.reject')).toMatchObject([{ body: { reason: 'Mauvais compte' } }]);
});

test('a batch of rejections offers the reasons of the owner’s list, and sends the chosen one for each request [WRK-12]', async () => {
  const screen = await open([requestOf(60), requestOf(50)], {
    'business.refusalReasons': { recharge: ['Reçu flou', 'Mauvais compte'], freeFire: [] },
  });
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Rejeter la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter 2 demandes' });
  await button(dialog, 'Mauvais compte').click();
  await button(dialog, 'Confirmer').click();
  await expect.element(dialog).toHaveTextContent('2 décisions enregistrées');
  expect(screen.sent('rechargeRequests.reject').map(({ params, body }) => [params.id, body.reason])).toEqual([
    ['50', 'Mauvais compte'],
    ['60', 'Mauvais compte'],
  ]);
});

test('pending recharge requests begin with the oldest; the other order is a choice that the address keeps, and a decided row keeps its place', async () => {
  const newest = [300, 200, 100].map((amount) => requestOf(amount));
  const screen = await open(newest);
  const order = (label: string) =>
    page.getByRole('group', { name: 'Ordre' }).getByText(label, { exact: true }).click();
  const amounts = () =>
    rows()
      .elements()
      .map(({ textContent }) => /(\d+) DA/.exec(textContent ?? '')?.[1]);
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  await order('Plus récentes');
  await expect.poll(amounts).toEqual(['300', '200', '100']);
  expect(screen.address()).toMatch(/order=desc/);
  await open(newest, {}, screen.address());
  await expect.poll(amounts).toEqual(['300', '200', '100']);
  await order('Plus anciennes');
  await expect.poll(amounts).toEqual(['100', '200', '300']);
  await button(rows().nth(1), 'Approuver').click();
  await expect.element(rows().nth(1)).toHaveTextContent('Demande de recharge approuvée');
  expect(amounts()).toEqual(['100', '200', '300']);
  await page.viewport(1280, 900);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await expectNoSideScroll();
});

test('the queue is searched by the server, filtered, decided and exported there alone; the address keeps the search [WRK-11]', async () => {
  const found = requestOf(410, { reference: 'T159942' });
  const searched: Answers = {
    'rechargeRequests.list': ({ query: { search = '', method = 'all' } }) => {
      if (method === 'baridimob') return countedListOf();
      return search === '' ? countedListOf(found, requestOf(4_321)) : countedListOf(found);
    },
    'exports.rechargeRequests': 'Demande',
  };
  const screen = await open([], searched);
  const asked = () => screen.sent('rechargeRequests.list').at(-1)?.query;
  await expect.element(rows()).toHaveLength(2);
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('T159942');
  await expect.element(rows()).toHaveLength(1);
  await expect.element(rows()).toHaveTextContent('410 DA');
  expect(asked()).toMatchObject({ status: 'pending', search: 'T159942' });
  expect(screen.address()).toMatch(/search=T159942/);
  const again = await open([], searched, screen.address());
  await expect.element(rows()).toHaveLength(1);
  await button(rows(), 'Approuver').click();
  await expectToast('Demande approuvée');
  expect(again.sent('rechargeRequests.approve')).toMatchObject([{ params: { id: '410' } }]);
  await button(page.getByRole('main'), 'Exporter (CSV)').click();
  await expect
    .poll(() => again.sent('exports.rechargeRequests')[0]?.body)
    .toMatchObject({ status: 'pending', search: 'T159942' });
  await page.getByRole('searchbox', { name: 'Rechercher' }).fill('');
  await page.getByLabelText('Méthode').selectOptions('baridimob');
  await expect.element(page.getByText('Aucune demande trouvée')).toBeVisible();
  await expectNoSideScroll();
});

test('an administrator approves chosen requests in one batch after a summary with what they resemble; one that a colleague has rejected is named, and one whose receipt was credited before is left out [DSK-106]', async () => {
  const named = (firstName: string) => ({ firstName, lastName: 'Benali', balance: 0, status: 'active' });
  const screen = await open([
    requestOf(400, { userInfo: named('Dalia') }),
    requestOf(300, { userInfo: named('Chakib'), warnings: [warningOf()] }),
    requestOf(200, { userInfo: named('Bilal') }),
    requestOf(100, { userInfo: named('Aya') }),
  ]);
  const approve = screen.desk.answers['rechargeRequests.approve'];
  await page.getByRole('button', { name: 'Tout sélectionner (4)' }).click();
  await expect.element(page.getByText('4 sélections · Total : 1 000 DA')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Sélectionner Dalia Benali' }).click();
  await expect.element(page.getByText('3 sélections · Total : 600 DA')).toBeVisible();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 3 demandes' });
  await expect.element(results()).toHaveLength(3);
  await expect.element(dialog).toHaveTextContent('Total : 600 DA');
  const warning = 'Référence : déjà vu dans la demande n° 4 (Karim Saadi, en attente)';
  await expect.element(results().filter({ hasText: warning })).toHaveLength(1);
  await expect.element(results().filter({ hasText: 'Chakib' })).toHaveTextContent(warning);
  await expectAccessibleAtBothWidths();
  const reused = 'Ce reçu a déjà été crédité dans la demande n° 4';
  screen.answer({
    'rechargeRequests.approve': (sent) => {
      if (sent.params.id === '100')
        return refusal(409, 'REQUEST_PROCESSED', 'Cette demande a déjà été traitée');
      if (sent.params.id === '300') return refusal(409, 'RECEIPT_REUSED', reused);
      return typeof approve === 'function' ? approve(sent) : lost;
    },
  });
  await button(dialog, 'Confirmer').click();
  await expect.element(dialog).toHaveTextContent('1 décision enregistrée, 2 refusées');
  await expect
    .element(results().filter({ hasText: 'Aya' }))
    .toHaveTextContent('Cette demande a déjà été traitée');
  await expect.element(results().filter({ hasText: 'Bilal' })).toHaveTextContent('Approuvée');
  await expect.element(results().filter({ hasText: 'Chakib' })).toHaveTextContent(reused);
  await expectAccessible();
  expect(screen.sent('rechargeRequests.approve').map(({ params }) => params.id)).toEqual([
    '100',
    '200',
    '300',
  ]);
});

test('a batch whose response is lost says so on its row, and is resumed with the same keys [DSK-80]', async () => {
  const screen = await open([requestOf(60), requestOf(50)], { 'rechargeRequests.approve': lost });
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  await button(dialog, 'Confirmer').click();
  // The batch can be cancelled only when no call is under way.
  await expect.element(button(dialog, 'Fermer').last()).toBeEnabled();
  await expect.element(dialog).toHaveTextContent('0 décision enregistrée. Connexion au serveur impossible');
  await expect.element(results().first()).toHaveTextContent('réponse perdue, peut-être enregistrée');
  await expect.element(results().last()).toHaveTextContent('pas encore envoyée');
  screen.answer(screen.desk.answers);
  // At another spot, so that it is not the second press of a double press (P29).
  await button(dialog, 'Reprendre').click({ position: { x: 4, y: 4 } });
  await expect.element(dialog).toHaveTextContent('2 décisions enregistrées');
  const sent = screen.sent('rechargeRequests.approve').map(({ params, key }) => [params.id, key]);
  expect(sent.map(([id]) => id)).toEqual(['50', '50', '60']);
  expect(sent[1]).toEqual(sent[0]);
});

test('the results of a batch that has decided every request of the queue stay until they are closed [DSK-80]', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  const screen = await open([requestOf(60), requestOf(50)]);
  await page.getByRole('button', { name: 'Tout sélectionner (2)' }).click();
  await page.getByRole('button', { name: 'Approuver la sélection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approuver 2 demandes' });
  await button(dialog, 'Confirmer').click();
  await expect.element(dialog).toHaveTextContent('2 décisions enregistrées');
  await expect.element(page.getByTestId('decided-item')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect.element(dialog).toHaveTextContent('2 décisions enregistrées');
  await button(dialog, 'Fermer').last().click();
  await expect.element(dialog).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText('Aucune demande en attente')).toBeVisible();
  expect(screen.sent('rechargeRequests.approve')).toHaveLength(2);
});

test('a request that resembles an earlier one leads to it, and one of an account that is not active says so, in the queue and in the dialog of its approval [DSK-08]', async () => {
  const inactive = { firstName: 'Bilal', lastName: 'Benali', balance: 0, status: 'inactive' };
  const requests = [
    requestOf(400, { reference: 'VIR 71', warnings: [warningOf()] }),
    requestOf(500, { userInfo: inactive }),
    requestOf(300, { id: '4', status: 'approved' }),
  ];
  const sentence = 'Compte non actif : à réactiver dans ses détails avant d’approuver.';
  await open(requests);
  await expect.element(row('Bilal')).toHaveTextContent(sentence);
  const warning = row('VIR 71').getByRole('list', { name: 'À vérifier' });
  await expect
    .element(warning)
    .toHaveTextContent(/^Référence : déjà vu dans la demande n° 4 \(Karim Saadi, en attente\)$/);
  await expectAccessibleAtBothWidths();
  await expectNoSideScroll();
  await warning.getByRole('link').click();
  await expect
    .element(page.getByRole('dialog', { name: 'Détail de la demande' }))
    .toHaveTextContent('300 DA');
  await open(requests, {}, '/admin/recharge');
  await button(page.getByRole('row').filter({ hasText: 'Bilal' }), 'Approuver').click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent(sentence);
});

// A pixel: what a photo is, is for the server to say.
const photo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

test('an administrator sees the photo and the reference of a request, enlarges the photo with a tap, and approves with a second tap under the thumb [DSK-12]', async () => {
  await page.viewport(390, 844);
  const userInfo = { firstName: 'Amine', lastName: 'Benali', balance: 500, status: 'active' };
  const proof = { width: 900, height: 1_600, removed: false };
  const screen = await open([
    requestOf(2_500, { reference: 'ref-77', paymentProof: photo, proof, userInfo }),
  ]);
  await button(row('ref-77'), 'Voir la photo').click();
  const card = page.getByRole('dialog', { name: 'Demande de Amine Benali' });
  const image = card.getByRole('img');
  await expect.element(image).toBeVisible();
  for (const text of ['ref-77', 'Solde actuel500 DA', 'Solde après3 000 DA'])
    await expect.element(card).toHaveTextContent(text);
  const width = () => image.element().getBoundingClientRect().width;
  const fitting = width();
  await card.getByRole('button', { name: 'Photo du reçu. Toucher pour agrandir' }).click();
  await expect.poll(width).toBeGreaterThan(fitting * 1.5);
  await card.getByRole('button', { name: 'Photo du reçu agrandie. Toucher pour réduire' }).click();
  await expect.poll(width).toBe(fitting);
  await expectAccessibleAtBothWidths();
  await expectNoSideScroll();
  const approve = button(card, 'Approuver');
  const box = approve.element().getBoundingClientRect();
  expect(box.y).toBeGreaterThan(844 / 2);
  expect(box.height).toBeGreaterThanOrEqual(44);
  await approve.click();
  await expectToast('Demande approuvée');
  await expect.element(card).toHaveLength(0);
  expect(screen.sent('rechargeRequests.approve')).toHaveLength(1);
});

for (const [path, listed] of [
  ['/admin', rows],
  ['/admin/recharges', rows],
  ['/admin/recharge?status=pending', () => page.getByRole('row').filter({ hasText: 'Déjà vu' })],
] as const)
  test(`an approval on ${path} credits no receipt that was credited before until both have been shown and it is confirmed [DSK-106]`, async () => {
    const proof = { width: 90, height: 160, removed: false };
    // What request 3 had credited was taken back.
    const warnings = [warningOf({ requestId: '3', status: 'approved' }), warningOf({ status: 'approved' })];
    const reused = refusal(409, 'RECEIPT_REUSED', '', { request: 4, amount: 2_500 });
    const screen = await open(
      [
        requestOf(2_500, { id: '7', warnings, paymentProof: photo, proof }),
        requestOf(2_500, { id: '4', status: 'approved' }),
      ],
      {},
      path,
    );
    const approve = screen.desk.answers['rechargeRequests.approve'];
    screen.answer({
      'rechargeRequests.approve': (sent) =>
        sent.body.confirmReused && typeof approve === 'function' ? approve(sent) : reused,
    });
    const question = page.getByRole('dialog', { name: 'Déjà crédité ?' });
    const press = async () => {
      await button(listed(), 'Approuver').click();
      const dialog = page.getByRole('dialog', { name: 'Approuver la demande' });
      if (path.startsWith('/admin/recharge?')) await button(dialog, 'Approuver').click();
    };
    await press();
    await expect.element(question.getByRole('img', { name: /Photo du reçu/ })).toBeVisible();
    await button(question, 'Annuler').click();
    await expect.element(question).toHaveLength(0);
    await takesPresses(page.getByRole('button', { name: 'Approuver', exact: true }).last());
    await page
      .getByRole('button', { name: 'Approuver', exact: true })
      .last()
      .click({ position: { x: 4, y: 4 } });
    await expect.element(question.getByRole('region', { name: 'À approuver : demande n° 7' })).toBeVisible();
    await expect
      .element(question.getByRole('region', { name: 'Déjà créditée : demande n° 4' }))
      .toHaveTextContent('Approuvée');
    await button(question, 'Créditer quand même').click();
    await expect.element(question).toHaveLength(0);
    const named = screen.sent('rechargeRequests.approve').map(({ body }) => body.comparedWith);
    expect(named).toEqual([undefined, undefined, '4']);
  });

// Turned red by: the address of a photo that has not been on screen, because its request was read again.
for (const path of ['/admin/recharge', '/admin/recharges'])
  test(`an approval in the dialog of ${path} names the photo that was on screen, and the one that replaced it after it was loaded or its approval refused [DSK-104]`, async () => {
    const proof = { width: 90, height: 160, removed: false };
    const changed = refusal(409, 'RECEIPT_CHANGED', 'Le reçu a été remplacé');
    const screen = await open([requestOf(720, { paymentProof: photo, proof })], {}, path);
    screen.answer({ 'rechargeRequests.approve': changed });
    const opener = path.endsWith('s') ? rows() : page.getByRole('row').filter({ hasText: '720' });
    await button(opener, path.endsWith('s') ? 'Voir la photo' : 'Approuver').click();
    const dialog = page.getByRole('dialog');
    const image = dialog.getByRole('img', { name: /Photo du reçu/ });
    await expect.element(image).toBeVisible();
    const replace = async (paymentProof: string) => {
      screen.desk.change('720', { paymentProof });
      await screen.emit({ type: 'requests' });
    };
    // Each press is aimed at another place, as one that follows soon at the same place is a double press (P29).
    const approve = async (x: number) => {
      await takesPresses(button(dialog, 'Approuver'));
      // The refusal before reads the lists again.
      await expect.element(button(dialog, 'Approuver')).not.toHaveAttribute('aria-busy');
      await button(dialog, 'Approuver').click({ position: { x, y: 4 } });
    };
    const named = () => screen.sent('rechargeRequests.approve').map(({ body }) => body.paymentProof);
    // One that cannot be loaded.
    const second = 'data:image/gif;base64,';
    await replace(second);
    await expect.element(dialog).toHaveTextContent('La photo n’a pas pu être chargée');
    await approve(4);
    await expectToast('Le reçu a été remplacé');
    expect(named()).toEqual([photo]);
    await approve(44);
    await expect.poll(named).toEqual([photo, second]);
    const third = `${photo}#3`;
    await replace(third);
    await expect.element(image).toHaveAttribute('src', third);
    await expect.poll(() => (image.element() as HTMLImageElement).complete).toBe(true);
    await approve(4);
    await expect.poll(named).toEqual([photo, second, third]);
  });

// Turned red by: a rejection of a photo that has not been on screen.
test('the period of the pending requests begins anew at midnight in Algiers [ADR-07]', async () => {
  setClock('2026-03-02T22:59:30.000Z');
  const screen = await open([requestOf(800)], {}, '/admin/recharges?period=today');
  const since = () => screen.sent('rechargeRequests.list').at(-1)?.query.since;
  await expect.poll(since).toBe('2026-03-01T23:00:00.000Z');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(since).toBe('2026-03-02T23:00:00.000Z');
});

test('a rejection names the photo that was seen before its reason was asked for; one that was sent since is shown, and named from then on [DSK-104]', async () => {
  const screen = await open([requestOf(730)]);
  await button(rows(), 'Rejeter').click();
  const dialog = page.getByRole('dialog', { name: 'Rejeter la demande' });
  await dialog.getByLabelText('Raison').fill('Photo absente');
  screen.answer({
    'rechargeRequests.reject': () => {
      screen.desk.change('730', {
        paymentProof: photo,
        proof: { width: 90, height: 160, removed: false },
      });
      return refusal(409, 'RECEIPT_CHANGED', 'Le reçu a été remplacé');
    },
  });
  await button(dialog, 'Rejeter').click();
  await expectToast('Le reçu a été remplacé');
  await expect.element(dialog.getByRole('img', { name: /Photo du reçu/ })).toBeVisible();
  await expect.element(dialog.getByLabelText('Raison')).toHaveValue('Photo absente');
  await expect.element(button(dialog, 'Rejeter')).not.toHaveAttribute('aria-busy');
  await button(dialog, 'Rejeter').click();
  const named = () => screen.sent('rechargeRequests.reject').map(({ body }) => body.paymentProof);
  await expect.poll(named).toEqual([requestOf(730).paymentProof, photo]);
});

test('a toast covers no button that is in use, on a desk and on a phone', async () => {
  for (const [width, height] of [
    [1280, 700],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    await open([600, 500, 400, 300, 200, 100].map((amount) => requestOf(amount)));
    await button(rows().first(), 'Approuver').click();
    const message = toasts().getByText('Demande approuvée');
    await expect.element(message).toBeVisible();
    await message.hover();
    const toast = message.element().parentElement?.getBoundingClientRect() ?? new DOMRect();
    // Its row has no buttons any more.
    await expect.element(page.getByTestId('decided-item')).toHaveLength(1);
    const controls = page.getByRole('main').getByRole('button');
    for (const scroll of [0, 400, 4_000]) {
      window.scrollTo(0, scroll);
      for (const control of controls.elements()) {
        const box = control.getBoundingClientRect();
        // A button under the top bar is not in use.
        if (box.top < 64 || box.bottom > height) continue;
        const isBeside = box.right <= toast.left || toast.right <= box.left || box.top >= toast.bottom;
        expect(isBeside || box.bottom <= toast.top, `${width} px, scrolled ${scroll}`).toBe(true);
      }
    }
    await expect.element(button(rows().last(), 'Rejeter')).toBeInViewport();
    await expectAccessible();
  }
});
