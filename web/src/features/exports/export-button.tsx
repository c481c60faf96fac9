import type { AlmasContract } from '@almas/contract';
import type { ExportFormat } from '@almas/contract/exports';
import { lists } from '@almas/locale/screens/lists';
import { useToasts } from '../../lib/use-toasts.ts';
import { download, exportAddress } from '../../platform/network/api-download.ts';
import { messageOf, useCall } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/work-icons.tsx';
import styles from './export-button.module.css';

interface ExportButtonProps {
  readonly list: keyof AlmasContract['exports'];
  /** The filters and the order of the list on screen. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/** Downloads the whole list as CSV or as a workbook, with the filters and the order of the screen. Nothing for whom it would be refused. */
export function ExportButton({ list, filters = {} }: ExportButtonProps) {
  // An empty value means no filter.
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  if (!useMayCall('exports', list)) return null;
  return (
    <ExportFormats
      save={(format) => download(`${exportAddress(list)}?format=${format}`, `${list}.${format}`, chosen)}
    />
  );
}

interface ExportFormatsProps {
  readonly save: (format: ExportFormat) => Promise<void>;
}

/** The two buttons, for what is not a list of `/api/exports`. */
export function ExportFormats({ save }: ExportFormatsProps) {
  const { say } = useToasts();
  const { run, busy } = useCall(save, {
    onDone: () => say.success(lists.export.done),
    onFailed: (error) => say.error(lists.export.failed, messageOf(error, lists.export.failed)),
  });
  return (
    <fieldset className={styles.formats} aria-label={lists.export.label}>
      <Button variant="secondary" busy={busy} onClick={() => void run('csv')}>
        <DownloadIcon size={18} />
        {busy ? lists.export.busy : lists.export.action}
      </Button>
      <Button
        variant="secondary"
        busy={busy}
        aria-label={lists.export.workbookLabel}
        onClick={() => void run('xlsx')}
      >
        {lists.export.workbook}
      </Button>
    </fieldset>
  );
}
