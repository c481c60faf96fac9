/** What Chromium gives a page that may be installed; other browsers install from their own menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let kept: InstallPrompt | null = null;

/** Keeps the browser's question until there is a reason to ask it. */
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

/** Asks the browser's question, which can be asked once. @returns whether the user accepted */
export async function askToInstall(): Promise<boolean> {
  const question = kept;
  kept = null;
  await question?.prompt();
  return (await question?.userChoice)?.outcome === 'accepted';
}
