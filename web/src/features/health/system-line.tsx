import type { Health } from '@almas/contract/health';
import { colon, comma } from '@almas/locale/formats';
import { health as words } from '@almas/locale/screens/health';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import styles from './system-line.module.css';

const HealthDialog = lazyDialog(() => import('./health-dialog.tsx'));

const refreshMilliseconds = 5 * 60_000;

function runText(kind: 'backup' | 'audit', { at, succeeded }: Health['backup']): string {
  const texts = words.line.parts[kind];
  if (at === null) return texts.never;
  return succeeded === false ? texts.failed : texts.old;
}

/** What is to be checked; what waits for a decision is left out, because the queue below shows it. */
function toCheck(health: Health) {
  const { database, disk, archive, outbox, jobs, backup, audit } = health;
  const { parts } = words.line;
  return [
    { state: database.state, text: parts.database },
    { state: disk?.state, text: parts.disk },
    { state: backup.state, text: runText('backup', backup) },
    { state: audit.state, text: runText('audit', audit) },
    { state: archive?.state, text: parts.archive },
    { state: outbox.state, text: parts.outbox },
    { state: jobs.state, text: parts.jobs },
  ].filter(({ state }) => state === 'attention' || state === 'failed');
}

/** A line on the dashboard while something of the installation is to be checked, such as a missing backup. */
export function SystemLine() {
  const { data } = useQuery({ ...apiQuery('health', 'read'), refetchInterval: refreshMilliseconds });
  const [isOpen, setOpen] = useState(false);
  const found = data ? toCheck(data) : [];
  if (found.length === 0) return null;
  const tone = found.some(({ state }) => state === 'failed') ? 'failed' : 'attention';
  return (
    <div className={`row ${styles.line}`} data-tone={tone} role="status">
      <AlertIcon size={18} />
      <p>
        <strong>{`${words.line[tone]}${colon}`}</strong>
        {found.map(({ text }) => text).join(comma)}
      </p>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.line.open}
      </Button>
      {isOpen && <HealthDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
