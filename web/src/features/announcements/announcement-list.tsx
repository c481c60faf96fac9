import type { Announcement } from '@almas/contract/announcements';
import { announcements as words } from '@almas/locale/screens/announcements';
import { useQuery } from '@tanstack/react-query';
import { useToasts } from '../../lib/use-toasts.ts';
import { api, apiQuery, refresh, useCall, useFeature } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import { When } from '../../ui/figures.tsx';
import styles from './announcements.module.css';

const again = () => refresh('announcements');

/** The newest announcements and those that are unread, above the notifications; nothing without the switch. */
export default function AnnouncementList() {
  const isOn = useFeature('announcements') === true;
  const list = useQuery({ ...apiQuery('announcements', 'list', { query: {} }), enabled: isOn });
  const items = list.data?.items ?? [];
  if (!isOn || items.length === 0) return null;
  return (
    <section className={styles.announcements} aria-label={words.title}>
      <ul className="column">
        {items
          .filter(({ read }, index) => !read || index < 3)
          .map((item) => (
            <Line key={item.id} item={item} />
          ))}
      </ul>
    </section>
  );
}

function Line({ item: { id, kind, title, message, createdAt, read } }: { readonly item: Announcement }) {
  const markRead = useCall(() => api.announcements.read({ body: { id } }), {
    onDone: again,
    onFailed: again,
  });
  return (
    <li className={`column gap-2 anywhere ${styles.item}`} data-unread={!read} data-testid="announcement">
      <p className={styles.title}>{title}</p>
      <p className={styles.message}>{message}</p>
      <p className="dim">
        {words.kinds[kind]} · <When at={createdAt} form="relative" />
      </p>
      <div className="wrap gap-8">
        {!read && (
          <Button variant="quiet" busy={markRead.busy} onClick={() => void markRead.run()}>
            {words.read}
          </Button>
        )}
        <ShareButton text={words.shared(title, message)} />
      </div>
    </li>
  );
}

/** Shares the text with another application, or copies it where the browser cannot share. */
export function ShareButton({ text }: { readonly text: string }) {
  const { say } = useToasts();
  const share = async () => {
    try {
      if ('share' in navigator) await navigator.share({ text });
      else {
        await copyText(text);
        say.success(words.copied);
      }
    } catch (error) {
      // The user has closed the choice of applications.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      say.error(words.shareFailed);
    }
  };
  return (
    <Button variant="quiet" onClick={() => void share()}>
      {words.share}
    </Button>
  );
}
