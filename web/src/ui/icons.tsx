import {
  ArrowLeft,
  Bell,
  Box,
  Check,
  ChevronRight,
  CircleX,
  Clock,
  Flame,
  Info,
  List,
  LogOut,
  type LucideIcon,
  Menu,
  Search,
  Settings,
  ShieldCheck,
  ShoppingCart,
  TriangleAlert,
  User,
  Wallet,
  WalletCards,
  WifiOff,
  X,
} from 'lucide-react';

interface IconProps {
  readonly size?: number;
}

/**
 * An icon of Lucide in the size and weight of this application; always beside a text or inside a named button. Every screen loads the
 * icons of this file; one that a single feature uses is defined in that feature.
 */
export const icon = (Drawing: LucideIcon) =>
  function Icon({ size = 20 }: IconProps) {
    return <Drawing size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
  };

export const BellIcon = icon(Bell);
export const MenuIcon = icon(Menu);
export const CloseIcon = icon(X);
export const UserIcon = icon(User);
export const GearIcon = icon(Settings);
export const ShieldIcon = icon(ShieldCheck);
export const SignOutIcon = icon(LogOut);
export const CardsIcon = icon(WalletCards);
export const CartIcon = icon(ShoppingCart);
export const FlameIcon = icon(Flame);
export const ListIcon = icon(List);
export const ClockIcon = icon(Clock);
export const SearchIcon = icon(Search);
export const BackIcon = icon(ArrowLeft);
export const ChevronIcon = icon(ChevronRight);
export const CheckIcon = icon(Check);
export const AlertIcon = icon(TriangleAlert);
export const InfoIcon = icon(Info);
export const WalletIcon = icon(Wallet);
export const BoxIcon = icon(Box);
export const OfflineIcon = icon(WifiOff);
export const ClearIcon = icon(CircleX);
