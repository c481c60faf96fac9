/**
 * Where toasts appear: in the page, or in the topmost dialog, because content outside it is inert. One
 * element, which is moved: its toasts and its state as a live region stay.
 */
export const toastRegion = document.createElement('div');

let hosts: readonly HTMLElement[] = [];

function attach(): void {
  const host = hosts.at(-1) ?? document.body;
  if (toastRegion.parentElement !== host) host.append(toastRegion);
}
attach();

/** @returns a function that moves the toasts out of the dialog before it is removed. */
export function showToastsIn(dialog: HTMLElement): () => void {
  hosts = [...hosts, dialog];
  attach();
  return () => {
    hosts = hosts.filter((host) => host !== dialog);
    attach();
  };
}
