import type { User } from '@almas/contract/accounts';
import { screens } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Money } from '../../ui/figures.tsx';
import { SearchIcon } from '../../ui/work-icons.tsx';
import styles from './reseller-picker.module.css';

const words = adminRecharges.quick;

/** Active resellers only, so that every choice is valid (AMB-66). A blank text sends no query. */
function useResellers(text: string) {
  const search = useDebounced(text.trim());
  const list = useQuery({
    ...apiQuery('users', 'list', {
      query: { search, status: 'active', role: 'reseller', limit: screens.searchResults },
    }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const asked = text.trim() !== '' && search !== '';
  // A refresh of the list for the same text may be in progress: its current items can still be chosen.
  const waiting = text.trim() !== search || list.isPending || list.isPlaceholderData;
  return { found: asked ? list.data?.items : undefined, waiting };
}

/** Finds a reseller by name, email or company: type, arrows, Enter. */
export function ResellerPicker({ onPick }: { readonly onPick: (user: User) => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { found, waiting } = useResellers(text);
  const id = useId();
  const current = Math.min(active, (found?.length ?? 0) - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found?.[current];
    if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter' && chosen && !waiting) onPick(chosen);
    else if (step && found?.length) setActive((current + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.picker}>
      <SearchIcon size={18} />
      <input
        type="search"
        role="combobox"
        aria-label={words.search}
        aria-expanded={found !== undefined}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found?.[current] ? `${id}-${current}` : undefined}
        placeholder={words.searchPlaceholder}
        autoComplete="off"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
      />
      <Options {...{ id, found, current, onPick }} />
      <p role="status" className={styles.note}>
        {text.trim() !== '' && waiting && !found && words.searching}
        {found?.length === 0 && !waiting && words.none}
      </p>
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly found: readonly User[] | undefined;
  readonly current: number;
  readonly onPick: (user: User) => void;
}

const Options = ({ id, found = [], current, onPick }: OptionsProps) => (
  <div
    id={id}
    role="listbox"
    aria-label={words.results}
    hidden={found.length === 0}
    className={styles.options}
  >
    {found.map((user, index) => (
      // The field keeps the focus and references the active option, as a combobox does.
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
      <div
        key={user.id}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === current}
        onClick={() => onPick(user)}
      >
        <span className={styles.name}>{personName(user)}</span>
        <Money amount={user.balance} />
        <span className={styles.about}>{[user.company, user.email].filter(Boolean).join(' · ')}</span>
      </div>
    ))}
  </div>
);
