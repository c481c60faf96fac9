import type { Health, HealthState } from '@almas/contract/health';
import { healthLimits } from '@almas/contract/limits';
import { health as words } from '@almas/locale/screens/health';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { DeadLetters } from './dead-letters.tsx';
import styles from './health-dialog.module.css';

const tones: Record<PartState, Tone> = {
  ok: 'done',
  attention: 'waiting',
  failed: 'failed',
  none: 'quiet',
};

/** `none`: not configured in this installation. */
type PartState = HealthState | 'none';

interface HealthDialogProps {
  readonly onClose: () => void;
}

/** The state of the installation, refreshed while the dialog is open. */
export default function HealthDialog({ onClose }: HealthDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <HealthPanel />
    </Dialog>
  );
}

function HealthPanel() {
  const found = useQuery({
    ...apiQuery('health', 'read'),
    refetchInterval: healthLimits.refreshSeconds * 1_000,
    staleTime: 0,
  });
  const { data, error } = found;
  // Figures that are minutes old must not look current.
  if (error || !data) return <Unloaded query={found} text={words.failed} count={8} height={48} />;
  const parts = partsOf(data);
  const worst = (['failed', 'attention'] as const).find((state) =>
    parts.some((part) => part.state === state),
  );
  return (
    <Stack gap={12}>
      <p role="status" className="strong">
        {words.summary[worst ?? 'ok']}
      </p>
      <ul className={`lines ${styles.parts}`} aria-label={words.title}>
        {parts.map(({ label, state, text }) => (
          <li key={label}>
            <p>
              <strong>{label}</strong>
              <span className="dim anywhere">{text}</span>
            </p>
            <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
          </li>
        ))}
      </ul>
      {data.outbox.dead > 0 && <DeadLetters outbox={data.outbox} />}
      <p className="dim anywhere">
        {words.checked(data.version)} <When at={data.checkedAt} form="in-sentence" />
      </p>
    </Stack>
  );
}

interface Part {
  readonly label: string;
  readonly state: PartState;
  readonly text: ReactNode;
}

function partsOf(data: Health): Part[] {
  const { database, disk, pool, oldestRequest, archive, outbox, jobs } = data;
  const run = (kind: 'backup' | 'audit'): Part => {
    const { state, at, succeeded } = data[kind];
    const text = at ? (
      <>
        <When at={at} form="both" />
        {succeeded === false && `, ${words[kind].failed}`}
      </>
    ) : (
      words.never
    );
    return { label: words[kind].label, state, text };
  };
  const oldestJob = jobs.list.map(({ lastRunAt }) => lastRunAt).sort()[0];
  return [
    {
      label: words.database.label,
      state: database.state,
      text: words.database.text(words.database.roles[database.role], database.writable, database.bytes),
    },
    {
      label: words.disk.label,
      state: disk?.state ?? 'none',
      text: disk ? words.disk.text(disk.freeBytes, disk.totalBytes) : words.disk.elsewhere,
    },
    {
      label: words.pool.label,
      state: pool.state,
      text: words.pool.text(pool.busy, pool.size, pool.waiting),
    },
    {
      label: words.oldestRequest.label,
      state: oldestRequest.state,
      text: words.oldestRequest.text(oldestRequest.seconds),
    },
    run('backup'),
    run('audit'),
    { label: words.archive.label, state: archive?.state ?? 'none', text: archiveText(archive) },
    { label: words.outbox.label, state: outbox.state, text: outboxText(outbox) },
    {
      label: words.jobs.label,
      state: jobs.state,
      text: oldestJob ? (
        <>
          {words.jobs.text(jobs.list.length)} <When at={oldestJob} form="in-sentence" />
        </>
      ) : (
        words.jobs.none
      ),
    },
  ];
}

function outboxText({ waiting, oldestSeconds, dead }: Health['outbox']): string {
  const parts = [
    ...(dead > 0 ? [words.outbox.dead(dead)] : []),
    ...(waiting > 0 ? [words.outbox.waiting(waiting, oldestSeconds)] : []),
  ];
  return parts.join(' ; ') || words.outbox.none;
}

function archiveText(archive: Health['archive']): ReactNode {
  if (!archive) return words.archive.off;
  if (archive.state === 'failed') return words.archive.late(archive.lagSeconds);
  if (!archive.restorableFrom) return words.archive.starting;
  return (
    <>
      {words.archive.text} <When at={archive.restorableFrom} />
    </>
  );
}
