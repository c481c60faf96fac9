/** The event of Chromium for an installable page; other browsers install from their own menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Keeps the browser's installation prompt for later. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
  window.addEventListener('appinstalled', () => {
    kept = null;
  });
}

export const canInstall = (): boolean => kept !== null;

/** Shows the browser's installation prompt, which is possible once. @returns whether the user accepted */
export async function promptInstall(): Promise<boolean> {
  const question = kept;
  kept = null;
  await question?.prompt();
  return (await question?.userChoice)?.outcome === 'accepted';
}
