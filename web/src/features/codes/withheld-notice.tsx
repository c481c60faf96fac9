import { codes } from '@almas/locale/screens/codes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAddressDialog } from '../../platform/navigation/index.ts';
import { apiPages } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';

const WithheldDialog = lazyDialog(() => import('./withheld-dialog.tsx'));
const words = codes.withheld;

export const withheldQuery = apiPages('codes', 'withheld', { query: {} });

/**
 * Shows that withheld codes wait for a decision; absent when there are none. The list has a URL
 * (`?withheld=1`).
 */
export function WithheldNotice() {
  const dialog = useAddressDialog('withheld');
  const list = useInfiniteQuery(withheldQuery);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0 && !dialog.opened) return null;
  return (
    <>
      {items.length > 0 && (
        <Notice
          tone="waiting"
          title={words.waiting(items.length, list.hasNextPage)}
          text={words.waitingText}
          action={
            <Button variant="secondary" onClick={dialog.open}>
              {words.open}
            </Button>
          }
        />
      )}
      {dialog.opened && <WithheldDialog onClose={dialog.close} />}
    </>
  );
}
