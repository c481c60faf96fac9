import { icon } from '../../ui/icons.tsx';

export const ExpandIcon = icon('M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5');
export const ShareIcon = icon(
  'M12 14V4M8.5 7L12 3.5 15.5 7M7 11H6a1.5 1.5 0 0 0-1.5 1.5V19A1.5 1.5 0 0 0 6 20.5h12a1.5 1.5 0 0 0 1.5-1.5v-6.5A1.5 1.5 0 0 0 18 11h-1',
);
export const PrintIcon = icon(
  'M7 9V4h10v5M7 17H5.5A1.5 1.5 0 0 1 4 15.5v-5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6H7z',
);
