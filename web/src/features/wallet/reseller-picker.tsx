import type { User } from '@almas/contract/accounts';
import { screens } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Money } from '../../ui/figures.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
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
  const { found, waiting } = useResellers(text);
  const status = () => {
    if (text.trim() !== '' && waiting && !found) return words.searching;
    return found?.length === 0 && !waiting ? words.none : '';
  };
  return (
    <Combobox
      kind="pick"
      label={words.results}
      options={found ?? []}
      // Of another text: nothing is chosen that was not asked for.
      onChoose={(user) => !waiting && onPick(user)}
      onClear={() => setText('')}
      status={status}
      field={(combobox) => (
        <SearchInput value={text} onChange={setText} placeholder={words.searchPlaceholder} {...combobox} />
      )}
      option={(user) => (
        <>
          <span className={styles.name}>{personName(user)}</span>
          <Money amount={user.balance} />
          <span className={`note ${styles.about}`}>
            {[user.company, user.email].filter(Boolean).join(' · ')}
          </span>
        </>
      )}
    />
  );
}
