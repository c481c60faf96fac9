import { searchLimits } from '@almas/contract/limits';
import { search as words } from '@almas/locale/screens/search';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useNavigate } from '../../platform/navigation/index.ts';
import { api, messageOf } from '../../platform/network/index.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { hitLines, pageLines, type SearchLine } from './hits.ts';
import styles from './search-dialog.module.css';

/**
 * What the server finds. The text may be a code: it is sent in a body, and neither the address nor a stored draft has it; the cached
 * answer goes with the dialog.
 */
function useHits(text: string) {
  const sent = useDebounced(text.trim());
  const isAsked = sent.length >= searchLimits.least;
  const found = useQuery({
    queryKey: ['search', 'everywhere', sent],
    queryFn: ({ signal }) => api.search.everywhere({ body: { text: sent }, signal }),
    enabled: isAsked,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const isWaiting = text.trim() !== sent || (isAsked && found.isPending);
  // Those of another text are no options: nothing is opened that was not asked for.
  const hits = isAsked && !isWaiting ? (found.data?.items ?? []) : [];
  return { hits, isWaiting, error: isAsked ? found.error : null };
}

/** Type, arrows, Enter: accounts, requests, transactions, products, an exact code, and the pages themselves. */
export default function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { hits, isWaiting, error } = useHits(text);
  const lines = [...hitLines(hits), ...pageLines(text)];
  const choose = ({ target }: SearchLine) => {
    onClose();
    // The targets are those of hits.ts, whose paths are of the route table.
    void navigate(target as never);
  };
  const status = (shown: number) => {
    if (error) return messageOf(error, words.failed);
    if (isWaiting) return words.searching;
    if (text.trim() === '') return '';
    return shown === 0 ? words.none : words.found(shown);
  };
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Combobox
        kind="pick"
        label={words.results}
        options={lines}
        onChoose={choose}
        onClear={() => (text === '' ? onClose() : setText(''))}
        status={status}
        field={(props) => (
          <SearchInput
            {...props}
            value={text}
            onChange={setText}
            placeholder={words.placeholder}
            maxLength={searchLimits.most}
            spellCheck={false}
            data-autofocus
          />
        )}
        option={(line) => <Line line={line} />}
      />
    </Dialog>
  );
}

const Line = ({ line }: { readonly line: SearchLine }) => (
  <span className={styles.line}>
    <span className={styles.kind}>{words.kinds[line.kind]}</span>
    <bdi className={styles.title}>{line.title}</bdi>
    <span className={styles.figures}>
      {line.status && <span className="note">{line.status}</span>}
      {line.amount !== null && <Money amount={line.amount} />}
    </span>
    {(line.detail || line.at) && (
      <span className={styles.detail}>
        {line.detail}
        {line.detail && line.at && ' · '}
        {line.at && <When at={line.at} />}
      </span>
    )}
  </span>
);
