import { lists } from '@almas/locale/screens/lists';
import { download } from '../../lib/api-download.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { useCall } from '../../lib/use-call.ts';
import { useToasts } from '../../lib/use-toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/work-icons.tsx';

interface ExportButtonProps {
  /** The name of the list in `/api/exports/LIST`. */
  readonly list: string;
  /** The filters and the order of the list on screen. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
}

/** Downloads the whole list as CSV, with the filters and the order of the screen. */
export function ExportButton({ list, filters = {} }: ExportButtonProps) {
  const { say } = useToasts();
  // An empty value means no filter.
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  const { run, busy } = useCall(() => download(`/api/exports/${list}`, `${list}.csv`, chosen), {
    onDone: () => say.success(lists.export.done),
    onFailed: (error) => say.error(lists.export.failed, messageOf(error, lists.export.failed)),
  });
  return (
    <Button look="secondary" busy={busy} onClick={() => void run()}>
      <DownloadIcon size={18} />
      {busy ? lists.export.busy : lists.export.action}
    </Button>
  );
}
