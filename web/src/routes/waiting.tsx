import { common } from '@almas/locale/screens/common';
import { noticePages } from '@almas/locale/screens/notice-pages';
import { shell } from '@almas/locale/screens/shell';
import { useEffect } from 'react';
import { OperatorContact } from '../features/accounts/operator-contact.tsx';
import { signOutWithToast } from '../features/accounts/sign-out.ts';
import { dismissSource, toastsOf } from '../lib/toast-store.ts';
import { messageOf, useCall } from '../platform/network/index.ts';
import { useMe, useSession } from '../platform/session/index.ts';
import { Button } from '../ui/button.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { NoticePage } from '../ui/notice-page.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

const words = noticePages.waiting;
const source = 'waiting';
const reply = toastsOf(source);

function useReread() {
  const { refetch } = useSession();
  // An account that is active by now is not shown the waiting screen.
  useEffect(() => () => dismissSource(source), []);
  return useCall(() => refetch(), {
    onDone: ({ data, error }) => {
      if (error) reply.error(messageOf(error, common.loadFailed));
      else if (data && data.status !== 'active') reply.info(words.stillWaiting);
    },
  });
}

/** Shown in place of a page that requires an active account. */
export default function WaitingPage() {
  const me = useMe();
  const { busy, run } = useReread();
  const pending = me.status === 'pending';
  return (
    <NoticePage
      title={words.title}
      text={pending ? words.pendingText : words.inactiveText}
      actions={
        <>
          <Button variant="secondary" onClick={signOutWithToast}>
            {shell.signOut}
          </Button>
          <Button onClick={() => void run()} busy={busy}>
            {common.refresh}
          </Button>
        </>
      }
    >
      <DescriptionList
        items={[
          [words.email, me.email],
          [words.company, me.company || common.none],
          [
            words.status,
            <StatusBadge key="status" tone={pending ? 'waiting' : 'quiet'}>
              {pending ? words.pending : words.inactive}
            </StatusBadge>,
          ],
        ]}
      />
      <OperatorContact {...words.help} />
    </NoticePage>
  );
}
