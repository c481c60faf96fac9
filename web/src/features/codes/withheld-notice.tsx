import { codes } from '@almas/locale/screens/codes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';

const WithheldDialog = lazyDialog(() => import('./withheld-dialog.tsx'));
const words = codes.withheld;

export const withheldQuery = apiPages('codes', 'withheld', { query: {} });

/** Says that codes are out of sale and wait for a decision; nothing when there are none. */
export function WithheldNotice() {
  const [opened, setOpened] = useState(false);
  const list = useInfiniteQuery(withheldQuery);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0 && !opened) return null;
  return (
    <>
      {items.length > 0 && (
        <Notice
          tone="waiting"
          title={words.waiting(items.length, list.hasNextPage)}
          text={words.waitingText}
          action={
            <Button look="secondary" onClick={() => setOpened(true)}>
              {words.open}
            </Button>
          }
        />
      )}
      {opened && <WithheldDialog onClose={() => setOpened(false)} />}
    </>
  );
}
