import { counter } from '@almas/locale/screens/counter';
import { readJson, writeJson } from '../../lib/storage.ts';
import { dismissSource, showToast } from '../../lib/toast-store.ts';
import { canInstall, promptInstall } from '../../platform/release/index.ts';

const words = counter.installation;
const source = 'installation';
const declinedKey = 'almas.installation-declined';
const declined = () => writeJson(declinedKey, true);

/** Offers to install the application on this device, after a sale. A user who declined is not asked again. */
export function offerInstallation(): void {
  if (!canInstall() || readJson(declinedKey)) return;
  const install = async () => {
    dismissSource(source);
    if (!(await promptInstall())) declined();
  };
  showToast({
    kind: 'info',
    title: words.title,
    message: words.text,
    source,
    duration: 20_000,
    action: { label: words.action, run: () => void install() },
    onClose: declined,
  });
}
