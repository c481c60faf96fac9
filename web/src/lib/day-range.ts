interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether the last day comes before the first one, so that nothing can be found; days as YYYY-MM-DD, '' for none. */
export const isReversed = ({ from = '', to = '' }: DayRange): boolean => to !== '' && from > to;
