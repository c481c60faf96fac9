/** Keeps the shell of the application for weak networks; never in development, where it would serve old files. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without it everything still works over the network.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}
