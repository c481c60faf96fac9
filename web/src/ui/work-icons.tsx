import { icon } from './icons.tsx';

// Apart from the icons of the frame, so that the first page does not carry them.
export const TrashIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 10.8v5M13.8 10.8v5');
export const UploadIcon = icon(
  'M12 15V4.5M7.5 8.5L12 4l4.5 4.5M4.5 15v3.5a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5V15',
);
export const DownloadIcon = icon(
  'M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 15.5v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3',
);
export const FileIcon = icon(
  'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5zM13.5 3.5v5h5M9 13h6M9 16.5h4',
);
export const MinusIcon = icon('M5 12h14');
