interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Whether the last day is before the first, which matches nothing. Days as YYYY-MM-DD, '' for none. */
export const isReversed = ({ from = '', to = '' }: DayRange): boolean => to !== '' && from > to;
