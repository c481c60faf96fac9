import { Maximize, Printer, Share2 } from 'lucide';
import { icon } from '../../ui/icons.tsx';

export const ExpandIcon = icon(Maximize);
export const ShareIcon = icon(Share2);
export const PrintIcon = icon(Printer);
