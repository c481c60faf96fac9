import { searchOpener as words } from '@almas/locale/screens/search-opener';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { SearchIcon } from '../../ui/work-icons.tsx';
import styles from './search-opener.module.css';

const SearchDialog = lazyDialog(() => import('./search-dialog.tsx'));

/** Opens the search from every screen of an administrator, also by Ctrl K (⌘ K). Over a dialog that is open it waits. */
export function SearchOpener() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.field}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={words.open}
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={18} />
        <span className={styles.word}>{words.word}</span>
        <kbd className={styles.key}>{words.shortcut}</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
