import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { Combobox } from './combobox.tsx';
import { TextField } from './field.tsx';
import { SearchInput } from './search-input.tsx';

const games = ['Free Fire', 'Fortnite', 'Roblox'].map((name, index) => ({ id: `${index}`, name }));
const beginning = (text: string) => (text ? games.filter(({ name }) => name.startsWith(text)) : []);

interface ExampleProps {
  readonly onChoose?: (name: string) => void;
  readonly onSubmit?: () => void;
}

function Suggest({ onChoose, onSubmit }: ExampleProps) {
  const [text, setText] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Combobox
        kind="suggest"
        label="Jeux"
        options={beginning(text)}
        option={({ name }) => name}
        onChoose={({ name }) => onChoose?.(name)}
        status={(shown) => `${shown} jeux`}
        field={(combobox) => (
          <TextField
            label="Jeu"
            value={text}
            {...combobox}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      />
    </form>
  );
}

function Pick({ onChoose }: ExampleProps) {
  const [text, setText] = useState('');
  return (
    <Combobox
      kind="pick"
      label="Jeux"
      options={beginning(text)}
      option={({ name }) => name}
      onChoose={({ name }) => onChoose?.(name)}
      onClear={() => setText('')}
      status={(shown) => (text !== '' && shown === 0 ? 'Aucun jeu' : '')}
      field={(combobox) => <SearchInput value={text} onChange={setText} {...combobox} />}
    />
  );
}

const field = () => page.getByRole('combobox');
const list = () => page.getByRole('listbox', { name: 'Jeux' });
const option = (name: string) => page.getByRole('option', { name });
const { keyboard } = userEvent;

/** The option that the field names to a screen reader as the active one. */
const activeOption = () => {
  const id = field().element().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.textContent;
};

test('a field with suggestions tells a screen reader whether the list is open, which list it is and how many options it has', async () => {
  render(<Suggest />);
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field()).not.toHaveAttribute('aria-controls');
  await expect.element(field()).toHaveAttribute('aria-autocomplete', 'list');
  await userEvent.type(field(), 'F');
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
  await expect.element(field()).toHaveAttribute('aria-controls', list().element().id);
  await expect.element(page.getByRole('status')).toHaveTextContent('2 jeux');
  expect(activeOption()).toBeNull();
  await keyboard('x');
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByRole('status')).toHaveTextContent('0 jeux');
});

test('arrow keys move through the suggestions and around their ends, and the focus stays in the field', async () => {
  render(<Suggest />);
  await userEvent.type(field(), 'F');
  const seen: unknown[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await keyboard(`{${key}}`);
    seen.push(activeOption());
  }
  expect(seen).toEqual(['Free Fire', 'Fortnite', 'Free Fire', 'Fortnite']);
  await expect.element(option('Fortnite')).toHaveAttribute('aria-selected', 'true');
  await expect.element(option('Free Fire')).toHaveAttribute('aria-selected', 'false');
  await expect.element(field()).toHaveFocus();
});

test('ArrowUp in a closed list of suggestions opens it at its last option', async () => {
  render(<Suggest />);
  await userEvent.type(field(), 'F');
  await keyboard('{Escape}');
  await expect.element(list()).not.toBeInTheDocument();
  await keyboard('{ArrowUp}');
  expect(activeOption()).toBe('Fortnite');
});

test('Enter chooses the active suggestion without submitting the form, and submits it when none is active', async () => {
  const [onChoose, onSubmit] = [vi.fn(), vi.fn()];
  render(<Suggest onChoose={onChoose} onSubmit={onSubmit} />);
  await userEvent.type(field(), 'F');
  await keyboard('{ArrowDown}{Enter}');
  expect(onChoose.mock.calls).toEqual([['Free Fire']]);
  expect(onSubmit).not.toHaveBeenCalled();
  await expect.element(list()).not.toBeInTheDocument();
  await keyboard('o{Enter}');
  expect(onChoose).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('Escape closes the suggestions, keeps the text and does not reach the dialog around them; without them it does', async () => {
  render(<Suggest />);
  const reached: boolean[] = [];
  const listen = (event: KeyboardEvent) => event.key === 'Escape' && reached.push(!event.defaultPrevented);
  document.addEventListener('keydown', listen);
  await userEvent.type(field(), 'F');
  await keyboard('{Escape}');
  await expect.element(list()).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue('F');
  await keyboard('{Escape}');
  document.removeEventListener('keydown', listen);
  expect(reached).toEqual([false, true]);
});

test('a press chooses a suggestion, and leaving the field closes the list', async () => {
  const onChoose = vi.fn();
  render(<Suggest onChoose={onChoose} />);
  await userEvent.type(field(), 'F');
  await userEvent.click(option('Fortnite'));
  expect(onChoose.mock.calls).toEqual([['Fortnite']]);
  await expect.element(field()).toHaveFocus();
  await keyboard('x');
  await expect.element(list()).not.toBeInTheDocument();
  await keyboard('{Backspace}');
  await expect.element(list()).toBeVisible();
  await keyboard('{Tab}');
  await expect.element(list()).not.toBeInTheDocument();
});

test('where one option has to be picked, the first is active at once, and Escape clears the field', async () => {
  const onChoose = vi.fn();
  render(<Pick onChoose={onChoose} />);
  await userEvent.type(field(), 'F');
  expect(activeOption()).toBe('Free Fire');
  await keyboard('{Enter}');
  await keyboard('{ArrowDown}{Enter}');
  expect(onChoose.mock.calls).toEqual([['Free Fire'], ['Fortnite']]);
  await keyboard('{Escape}');
  await expect.element(field()).toHaveValue('');
  await userEvent.type(field(), 'Inconnu');
  await expect.element(page.getByRole('status')).toHaveTextContent('Aucun jeu');
  await expect.element(list()).not.toBeInTheDocument();
});
