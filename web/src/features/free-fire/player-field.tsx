import type { FreeFireCustomer } from '@almas/contract/free-fire';
import { freeFire } from '@almas/locale/screens/free-fire';
import { type KeyboardEvent, useId, useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import styles from './player-field.module.css';
import { inThrees, readPlayerId } from './player-groups.ts';

const words = freeFire.form;

interface PlayerFieldProps {
  /** As typed. */
  readonly value: string;
  readonly error: string | undefined;
  /** Those that match what is typed. */
  readonly customers: readonly FreeFireCustomer[];
  readonly onChange: (text: string) => void;
}

/** The player's ID, with the reseller's customers as suggestions (ARIA combobox with a list). */
export function PlayerField({ value, error, customers, onChange }: PlayerFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = customers.filter(({ playerId }) => playerId !== readPlayerId(value));
  const isShown = isOpen && offered.length > 0;
  const chosen = isShown ? offered[active] : undefined;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (customer: FreeFireCustomer) => {
    onChange(customer.playerId);
    close();
  };
  const move = (step: 1 | -1) => {
    setOpen(true);
    setActive((now) => {
      const next = now + step;
      if (next < 0) return offered.length - 1;
      return next >= offered.length ? 0 : next;
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (offered.length === 0) return;
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && chosen) {
      // Enter selects the suggestion and does not submit the form.
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className={styles.player}>
      <TextField
        label={words.playerId}
        name="playerId"
        hint={words.playerIdHint}
        error={error}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        onKeyDown={onKeyDown}
        onBlur={close}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
      />
      <p className="visually-hidden" role="status">
        {isShown ? freeFire.customers.suggested(offered.length) : ''}
      </p>
      {isShown && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={freeFire.customers.suggestions}
          className={styles.list}
        >
          {offered.map((customer) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and references the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={customer.id}
              id={`${id}-${customer.id}`}
              role="option"
              aria-selected={customer === chosen}
              className={styles.option}
              // The field keeps the focus, and the list stays until the press ends.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(customer)}
            >
              <span className={styles.digits}>{inThrees(customer.playerId)}</span>
              <span className={styles.name}>{customer.label}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
