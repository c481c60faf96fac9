/** The search parameters of the journal's filters; blank matches everything. The page below the dialog has its own filters. */
export const noJournalFilters = {
  journalAction: '',
  journalActor: '',
  journalSearch: '',
  journalFrom: '',
  journalTo: '',
};
export type JournalFilters = typeof noJournalFilters;
export const journalParameters = Object.keys(noJournalFilters);

/** The query parameters sent to the server. */
export const journalQuery = (filters: JournalFilters) => ({
  action: filters.journalAction,
  actorId: filters.journalActor,
  search: filters.journalSearch,
  from: filters.journalFrom,
  to: filters.journalTo,
});
