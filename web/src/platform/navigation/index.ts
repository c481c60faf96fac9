/*
 * Navigation: what the address says, and what a change of page does.
 *
 * - The screens use the router through this file: `Link`, its hooks, and the route table's parts (app/routes.tsx). A search in the address
 *   is plain text, so that a phone number stays one.
 * - A filter of a list is in the address (`useAddressFilters`): a reload keeps it, a link shares it, Back returns to the one before.
 * - A dialog that users come back to or share is in the address (`useAddressItem`, `useAddressDialog`, `useDialogParameter`): Back closes
 *   it and stays on the page.
 * - What a screen shows first is requested by its loader, in parallel with its code (`firstReads`), from the list that the server uses for
 *   the page's data (contract: first-calls). A page that the worker serves begins it beside the session (`readBesideSession`).
 * - The scroll position comes back with the page, also when its list is loaded later.
 *
 * Loaded with the screens of administrators: page-scopes.ts, whose pages an employee may open by the own rights; scoped-link.tsx, a link
 * for those who may follow it. Loaded with lists: address-filters.ts, use-search-text.ts. Loaded with the screens of resellers: keep-last-known.ts, which reads once
 * more through a worker that takes over the first page.
 */
export {
  addDialogEntry,
  opensOtherDialog,
  useAddressDialog,
  useDialogParameter,
} from './address-dialog.ts';
export { addressOf, type ItemKind, linkTo, useAddressItem } from './address-item.ts';
export { firstReads, readBesideSession } from './first-reads.ts';
export { keepScrollWhileLoading } from './late-scroll.ts';
export { parseSearch, stringifySearch } from './plain-search.ts';
export * from './router.tsx';
export { searchOf } from './search-of.ts';
export { useDocumentTitle } from './use-document-title.ts';
