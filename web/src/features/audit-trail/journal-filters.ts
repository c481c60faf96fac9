/** The search parameters of the journal's filters, blank: anything. The page below the dialog has filters of its own. */
export const noJournalFilters = {
  journalAction: '',
  journalActor: '',
  journalSearch: '',
  journalFrom: '',
  journalTo: '',
};
export type JournalFilters = typeof noJournalFilters;
export const journalParameters = Object.keys(noJournalFilters);

/** What the server is asked for. */
export const journalQuery = (filters: JournalFilters) => ({
  action: filters.journalAction,
  actorId: filters.journalActor,
  search: filters.journalSearch,
  from: filters.journalFrom,
  to: filters.journalTo,
});
