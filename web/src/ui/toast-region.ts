/**
 * Where toasts appear: in the page, or in the topmost dialog, outside which nothing can be read or pressed. One
 * element, which goes along: what it announces and what it shows stays as it is.
 */
export const toastRegion = document.createElement('div');

let hosts: readonly HTMLElement[] = [];

function attach(): void {
  const host = hosts.at(-1) ?? document.body;
  if (toastRegion.parentElement !== host) host.append(toastRegion);
}
attach();

/** @returns the function that takes the toasts away from the dialog before it leaves the page. */
export function showToastsIn(dialog: HTMLElement): () => void {
  hosts = [...hosts, dialog];
  attach();
  return () => {
    hosts = hosts.filter((host) => host !== dialog);
    attach();
  };
}
