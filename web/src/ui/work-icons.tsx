import {
  ArrowLeft,
  CircleX,
  Download,
  ExternalLink,
  FileText,
  Home,
  Minus,
  Plus,
  Search,
  SlidersHorizontal,
  Trash2,
  Upload,
  Users,
  Wallet,
} from 'lucide';
import { icon } from './icons.tsx';

// Separate from the icons of the frame, so that the first load does not include them.
export const TrashIcon = icon(Trash2);
export const UploadIcon = icon(Upload);
export const DownloadIcon = icon(Download);
export const FileIcon = icon(FileText);
export const MinusIcon = icon(Minus);
export const HomeIcon = icon(Home);
export const UsersIcon = icon(Users);
export const ExternalIcon = icon(ExternalLink);
export const PlusIcon = icon(Plus);
export const BackIcon = icon(ArrowLeft, { isArrow: true });
export const SearchIcon = icon(Search);
export const ClearIcon = icon(CircleX);
export const SlidersIcon = icon(SlidersHorizontal);
export const WalletIcon = icon(Wallet);
