import { type ReactNode, useRef, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import '../../tests/page.ts';
import { middleOf, render } from '../../tests/render.tsx';
import { ConfirmDialog, PromptDialog } from './ask-dialogs.tsx';
import { Batch, type BatchDecision } from './batch.tsx';
import { Button } from './button.tsx';
import { DecidingButton } from './deciding-button.tsx';
import { DecisionQueue, QueueItem } from './decision-queue.tsx';
import { isFresh, refusePresses, useMovedDecisions } from './slips.ts';
import { useKeptRows } from './use-kept-rows.ts';
import { useSelection } from './use-selection.ts';

/** The page's timers stand still until a test lets time pass: how busy the machine is does not matter. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

// The moment after the dialog of the test before.
beforeEach(() => expect.poll(() => document.body.dataset.dialogClosed).toBeUndefined());

const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A button, once it takes presses: not in the moment in which it appears. */
async function ready(name: string): Promise<Element> {
  const found = button(name).element();
  await expect.poll(() => getComputedStyle(found).pointerEvents).toBe('auto');
  return found;
}

interface QueueProps {
  readonly ids: readonly string[];
  readonly onDecide: (id: string) => void;
  readonly children?: ReactNode;
}

function Queue({ ids, onDecide, children }: QueueProps) {
  const { rows, pointer } = useKeptRows(
    ids.map((id) => ({ id })),
    { complete: true },
  );
  return (
    <DecisionQueue label="Demandes" pointer={pointer}>
      {rows.map(({ item: { id }, isRemoved }) => (
        <QueueItem
          key={id}
          name={id}
          about=""
          outcome={isRemoved && 'Décidée'}
          buttons={(shared) => (
            <DecidingButton {...shared} onClick={() => onDecide(id)}>{`Approuver ${id}`}</DecidingButton>
          )}
        />
      ))}
      {children}
    </DecisionQueue>
  );
}

const names = () =>
  [...document.querySelectorAll('[aria-label=Demandes] strong')].map(({ textContent }) => textContent);

test('a row that arrives while the pointer is over the list waits until it has left, so a press decides the row it was aimed at (P29)', async () => {
  const decide = vi.fn();
  const show = render(<Queue ids={['B', 'A']} onDecide={decide} />);
  await commands.pointAt(...middleOf(await ready('Approuver B')));
  show(<Queue ids={['C', 'B', 'A']} onDecide={decide} />);
  await commands.press(1);
  expect(decide.mock.calls).toEqual([['B']]);
  expect(names()).toEqual(['B', 'A']);
  await commands.pointAt(1200, 800);
  await expect.poll(names).toEqual(['C', 'B', 'A']);
});

test('a row that a colleague decides under the pointer keeps its place, and a press on it decides nothing (P29)', async () => {
  const decide = vi.fn();
  const show = render(<Queue ids={['B', 'A']} onDecide={decide} />);
  await commands.pointAt(...middleOf(await ready('Approuver B')));
  show(<Queue ids={['A']} onDecide={decide} />);
  await commands.press(1);
  expect(decide).not.toHaveBeenCalled();
  expect(names()).toEqual(['B', 'A']);
});

test('after a tap the list keeps its rows in place for the next tap of the finger (P29)', async () => {
  const decide = vi.fn();
  const show = render(<Queue ids={['B', 'A']} onDecide={decide} />);
  const point = middleOf(await ready('Approuver A'));
  stopTimers();
  await commands.tap(...point);
  show(<Queue ids={['C', 'B', 'A']} onDecide={decide} />);
  expect(names()).toEqual(['B', 'A']);
  vi.advanceTimersByTime(1_000);
  await expect.poll(names).toEqual(['C', 'B', 'A']);
  expect(decide.mock.calls).toEqual([['A']]);
});

test('a list above the one under the pointer does not grow, which would move the row that is aimed at (P29)', async () => {
  const decide = vi.fn();
  const both = (above: readonly string[]) => (
    <>
      <Queue ids={above} onDecide={decide} />
      <Queue ids={['A']} onDecide={decide} />
    </>
  );
  const show = render(both(['X']));
  await commands.pointAt(...middleOf(await ready('Approuver A')));
  show(both(['X', 'Y']));
  await commands.press(1);
  expect(decide.mock.calls).toEqual([['A']]);
  await commands.pointAt(1200, 800);
  await expect.poll(names).toEqual(['X', 'Y', 'A']);
});

test('a list is let go although what was under the pointer has left the page meanwhile (P29)', async () => {
  const withNote = (ids: readonly string[], noted: boolean) => (
    <Queue ids={ids} onDecide={() => undefined}>
      {noted && <li>Note</li>}
    </Queue>
  );
  const show = render(withNote(['A'], true));
  await commands.pointAt(...middleOf(page.getByText('Note').element()));
  show(withNote(['A'], false));
  await commands.pointAt(1200, 800);
  show(withNote(['B', 'A'], false));
  expect(names()).toEqual(['B', 'A']);
});

/** Its second state puts another decision at the place of the first one. */
function Replaced({ onDecide }: { readonly onDecide: (what: string) => void }) {
  const [what, setWhat] = useState('Activer');
  return (
    <DecidingButton
      onClick={() => {
        onDecide(what);
        setWhat('Supprimer');
      }}
    >
      {what}
    </DecidingButton>
  );
}

test('the second click of a double click decides nothing, whatever stands at its place by then (P29)', async () => {
  const decide = vi.fn();
  render(<Replaced onDecide={decide} />);
  await commands.pointAt(...middleOf(await ready('Activer')));
  await commands.press(1);
  await commands.press(2);
  expect(decide.mock.calls).toEqual([['Activer']]);
});

test('a double tap, whose taps the browser does not count, decides once (P29)', async () => {
  const decide = vi.fn();
  render(<Replaced onDecide={decide} />);
  const control = await ready('Activer');
  const [x, y] = middleOf(control);
  const tap = (clientX: number, clientY: number) =>
    control.dispatchEvent(
      new MouseEvent('click', { clientX, clientY, detail: 1, bubbles: true, cancelable: true }),
    );
  tap(x, y + 300);
  tap(x, y);
  tap(x + 3, y - 2);
  expect(decide.mock.calls.slice(1)).toHaveLength(1);
});

test('two quick presses at different places are two decisions, and no button is ever pale (P29)', async () => {
  const decide = vi.fn();
  render(<Queue ids={['B', 'A']} onDecide={decide} />);
  await commands.tap(...middleOf(await ready('Approuver B')));
  await commands.tap(...middleOf(await ready('Approuver A')));
  expect(decide.mock.calls).toEqual([['B'], ['A']]);
  expect(document.querySelectorAll('[aria-disabled]')).toHaveLength(0);
});

function Asking({ onConfirm }: { readonly onConfirm: () => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Supprimer</Button>
      {opened && (
        <ConfirmDialog onClose={() => setOpened(false)} title="Sûr ?" onConfirm={onConfirm}>
          Vraiment ?
        </ConfirmDialog>
      )}
    </>
  );
}

test('a dialog that opens under a finger takes no press at first, and shows no pale button (P29)', async () => {
  const confirm = vi.fn();
  render(<Asking onConfirm={confirm} />);
  stopTimers();
  await userEvent.click(button('Supprimer'));
  const confirmation = button('Confirmer').element();
  await commands.tap(...middleOf(confirmation));
  expect(confirm).not.toHaveBeenCalled();
  expect(confirmation.getAttribute('aria-disabled')).toBeNull();
  vi.advanceTimersByTime(500);
  await userEvent.click(confirmation);
  expect(confirm).toHaveBeenCalledOnce();
});

test('Enter that is pressed twice, or held, opens a dialog and does not submit its form (P29)', async () => {
  const submit = vi.fn();
  function Rejecting() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <Button onClick={() => setOpened(true)}>Rejeter</Button>
        {opened && (
          <PromptDialog
            draft="test"
            onClose={() => setOpened(false)}
            title="Rejeter"
            confirmLabel="Envoyer"
            label="Raison"
            maxLength={100}
            onSubmit={submit}
          />
        )}
      </>
    );
  }
  render(<Rejecting />);
  stopTimers();
  (button('Rejeter').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  (button('Envoyer').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(submit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  await commands.holdKey('Enter', 5);
  await expect.poll(() => submit.mock.calls).toHaveLength(1);
});

test('a screen reader that scrolls a control into view and presses it at once decides (P29)', async () => {
  const decide = vi.fn();
  render(
    <div style={{ paddingBlockStart: 3000 }}>
      <DecidingButton onClick={decide}>Approuver</DecidingButton>
    </div>,
  );
  const control = (await ready('Approuver')) as HTMLElement;
  control.scrollIntoView();
  control.click();
  control.click();
  expect(decide).toHaveBeenCalledTimes(2);
});

test('a button whose price changes takes no press in that moment (P29)', async () => {
  const buy = vi.fn();
  const offer = (price: number) => (
    <DecidingButton subject={String(price)} onClick={() => buy(price)}>
      Acheter
    </DecidingButton>
  );
  const show = render(offer(100));
  const control = await ready('Acheter');
  show(offer(120));
  (control as HTMLElement).click();
  expect(buy).not.toHaveBeenCalled();
  await userEvent.click(button('Acheter'));
  expect(buy.mock.calls).toEqual([[120]]);
});

test('behind a dialog that has just closed no control decides, and none is pale (P29)', async () => {
  const decide = vi.fn();
  const screen = (asks: boolean) => (
    <>
      <DecidingButton onClick={decide}>Approuver</DecidingButton>
      {asks && (
        <ConfirmDialog onClose={() => undefined} title="Sûr ?" onConfirm={() => undefined}>
          Vraiment ?
        </ConfirmDialog>
      )}
    </>
  );
  const show = render(screen(false));
  const control = (await ready('Approuver')) as HTMLElement;
  show(screen(true));
  show(screen(false));
  control.click();
  expect(decide).not.toHaveBeenCalled();
  expect(control.getAttribute('aria-disabled')).toBeNull();
  await userEvent.click(button('Approuver'));
  expect(decide).toHaveBeenCalledOnce();
});

/** What has grown is measured by then. */
const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

interface OffersProps {
  readonly names: readonly string[];
  readonly above: number;
  readonly display?: 'block' | 'flex';
  readonly onBuy: (name: string) => void;
}

/** A list of offers below something that can grow, as in the catalogue. */
function Offers({ names, above, display = 'block', onBuy }: OffersProps) {
  const list = useRef<HTMLUListElement>(null);
  useMovedDecisions(list, names.join());
  return (
    <>
      <div style={{ height: above }} />
      <ul ref={list} style={{ display }}>
        {names.map((name) => (
          <li key={name}>
            <DecidingButton onClick={() => onBuy(name)}>{name}</DecidingButton>
          </li>
        ))}
      </ul>
    </>
  );
}

const moves = [
  ['a row that arrives above it', { names: ['C', 'A', 'B'], above: 0 }],
  ['a row with which it has changed places', { names: ['B', 'A'], above: 0 }],
  ['a message above the list', { names: ['A', 'B'], above: 60 }],
  ['an offer beside it', { names: ['C', 'A', 'B'], above: 0 }, 'flex'],
] as const;
for (const [cause, after, display = 'block'] of moves) {
  test(`a button that ${cause} has moved under the finger takes no tap, and a moment later it decides (P29)`, async () => {
    const buy = vi.fn();
    const offers = ({ names, above }: { names: readonly string[]; above: number }) => (
      <Offers names={names} above={above} display={display} onBuy={buy} />
    );
    const show = render(offers({ names: ['A', 'B'], above: 0 }));
    await ready('A');
    stopTimers();
    show(offers(after));
    // The browser measures what has grown with the next frame.
    await expect.poll(() => getComputedStyle(button('A').element()).pointerEvents).toBe('none');
    await commands.tap(...middleOf(button('A').element()));
    await commands.tap(...middleOf(button('B').element()));
    expect(buy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    await commands.tap(...middleOf(button('A').element()));
    expect(buy.mock.calls).toEqual([['A']]);
  });
}

test('what grows below a button moves nothing, so the button is pressed at once (P29)', async () => {
  const buy = vi.fn();
  const show = render(<Offers names={['A']} above={60} onBuy={buy} />);
  await ready('A');
  stopTimers();
  show(<Offers names={['A', 'B', 'C']} above={60} onBuy={buy} />);
  await twoFrames();
  await commands.tap(...middleOf(button('A').element()));
  expect(buy.mock.calls).toEqual([['A']]);
});

test('Enter decides on a button that has just moved: a key is aimed at no place (P29)', async () => {
  const buy = vi.fn();
  const show = render(<Offers names={['A', 'B']} above={0} onBuy={buy} />);
  const control = (await ready('A')) as HTMLElement;
  stopTimers();
  control.focus();
  show(<Offers names={['C', 'A', 'B']} above={0} onBuy={buy} />);
  await userEvent.keyboard('{Enter}');
  expect(buy.mock.calls).toEqual([['A']]);
});

test('a button that a dialog’s new content has moved under the finger takes no tap at first (P29)', async () => {
  const confirm = vi.fn();
  const asking = (text: string) => (
    <ConfirmDialog onClose={() => undefined} title="Sûr ?" onConfirm={confirm}>
      <div style={{ height: text.length * 40 }}>{text}</div>
    </ConfirmDialog>
  );
  const show = render(asking('1'));
  await ready('Confirmer');
  stopTimers();
  show(asking('1234'));
  const control = button('Confirmer').element();
  await expect.poll(() => getComputedStyle(control).pointerEvents).toBe('none');
  await commands.tap(...middleOf(control));
  expect(confirm).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  await userEvent.click(control);
  expect(confirm).toHaveBeenCalledOnce();
});

test('a decision moves no other row, so the next one is pressed at once (P29)', async () => {
  const decide = vi.fn();
  const show = render(<Queue ids={['A', 'B']} onDecide={decide} />);
  await ready('Approuver B');
  stopTimers();
  await commands.tap(...middleOf(button('Approuver A').element()));
  show(<Queue ids={['B']} onDecide={decide} />);
  await twoFrames();
  await commands.tap(...middleOf(button('Approuver B').element()));
  expect(decide.mock.calls).toEqual([['A'], ['B']]);
});

test('a press from the moment in which a button takes none does nothing when a busy page handles it later (P29)', async () => {
  const decide = vi.fn();
  render(<DecidingButton onClick={decide}>Approuver</DecidingButton>);
  const press = new MouseEvent('click', { bubbles: true, cancelable: true });
  const control = await ready('Approuver');
  control.dispatchEvent(press);
  expect(decide).not.toHaveBeenCalled();
  (control as HTMLElement).click();
  expect(decide).toHaveBeenCalledOnce();
});

const decisions: readonly BatchDecision<{ readonly id: string }>[] = [
  {
    label: 'Tout approuver',
    variant: 'primary',
    title: String,
    done: '',
    failure: '',
    decide: async () => undefined,
    onEnd: () => undefined,
  },
];

/** Requests with the bar of their selection above, as in the queue of recharges. */
function Requests({ onDecide }: { readonly onDecide: (id: string) => void }) {
  const [items, setItems] = useState([{ id: 'A' }, { id: 'B' }]);
  const { rows, pointer } = useKeptRows(items, { complete: true });
  const selection = useSelection(items);
  const decide = (id: string) => {
    onDecide(id);
    setItems((all) => all.filter((item) => item.id !== id));
  };
  return (
    // The bar stays below the top bar of the application.
    <div style={{ paddingBlockStart: 80 }}>
      <Batch
        selection={selection}
        available={items.length}
        listed={rows.length}
        decisions={decisions}
        nameOf={({ id }) => id}
      />
      <DecisionQueue label="Demandes" pointer={pointer}>
        {rows.map(({ item: { id }, isRemoved }) => (
          <QueueItem
            key={id}
            name={id}
            about=""
            outcome={isRemoved && 'Décidée'}
            buttons={(shared) => (
              <DecidingButton {...shared} onClick={() => decide(id)}>{`Approuver ${id}`}</DecidingButton>
            )}
          />
        ))}
      </DecisionQueue>
    </div>
  );
}

test('the bar of a selection stays when one of two requests is decided, so that the other one does not move (P29)', async () => {
  const decide = vi.fn();
  render(<Requests onDecide={decide} />);
  const other = await ready('Approuver B');
  const place = middleOf(other);
  await commands.pointAt(...middleOf(button('Approuver A').element()));
  await commands.press(1);
  await expect.poll(() => document.body.textContent).toContain('Tout sélectionner (1)');
  expect(middleOf(other)).toEqual(place);
  await commands.pointAt(...place);
  await commands.press(1);
  expect(decide.mock.calls).toEqual([['A'], ['B']]);
  // With nothing left to choose there is no bar.
  await expect.poll(() => document.body.textContent).not.toContain('Tout sélectionner');
});

// Turned red by: a pointer that finds the element in the moment from which its presses count: one made before and handled then was lost.
test('the pointer finds an element a frame after its presses count again, so that none is ignored that has hit it (P29)', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
  render(<button type="button">Fermer</button>);
  const close = button('Fermer').element() as HTMLElement;
  const isHit = () => getComputedStyle(close).pointerEvents === 'auto';
  refusePresses(close, 500);
  vi.advanceTimersByTime(499);
  expect([isFresh(close, new Event('')), isHit()]).toEqual([true, false]);
  vi.advanceTimersByTime(1);
  expect([isFresh(close, new Event('')), isHit()]).toEqual([false, false]);
  vi.advanceTimersByTime(40);
  expect([isFresh(close, new Event('')), isHit()]).toEqual([false, true]);
});
