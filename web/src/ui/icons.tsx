import {
  Bell,
  Box,
  Check,
  ChevronRight,
  Clock,
  Flame,
  type IconNode,
  Info,
  List,
  ShieldCheck,
  ShoppingCart,
  TriangleAlert,
  User,
  WalletCards,
  WifiOff,
  X,
} from 'lucide';

interface IconProps {
  readonly size?: number;
}

/**
 * An icon of Lucide in the weight of this application; always beside a text or inside a named button. An arrow points the other way
 * where lines run from right to left. Every screen loads the icons
 * of this file; one that a single feature uses is defined in that feature.
 */
export const icon = (shapes: IconNode, { isArrow = false } = {}) =>
  function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        data-forward={isArrow ? '' : undefined}
      >
        {shapes.map(([Shape, attributes]) => (
          <Shape key={JSON.stringify(attributes)} {...attributes} />
        ))}
      </svg>
    );
  };

export const BellIcon = icon(Bell);
export const CloseIcon = icon(X);
export const UserIcon = icon(User);
export const ShieldIcon = icon(ShieldCheck);
export const CardsIcon = icon(WalletCards);
export const CartIcon = icon(ShoppingCart);
export const FlameIcon = icon(Flame);
export const ListIcon = icon(List);
export const ClockIcon = icon(Clock);
export const ChevronIcon = icon(ChevronRight, { isArrow: true });
export const CheckIcon = icon(Check);
export const AlertIcon = icon(TriangleAlert);
export const InfoIcon = icon(Info);
export const BoxIcon = icon(Box);
export const OfflineIcon = icon(WifiOff);
