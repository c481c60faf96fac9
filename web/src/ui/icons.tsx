interface IconProps {
  readonly size?: number;
}

/**
 * One line icon from its path, drawn on a 24 × 24 field; always beside a text or inside a named button. Every screen
 * loads the icons of this file; one that a single feature uses is defined in that feature.
 */
export const icon = (path: string) =>
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
      >
        <path d={path} />
      </svg>
    );
  };

export const BellIcon = icon('M6 9a6 6 0 1 1 12 0c0 5 2 6.5 2 6.5H4S6 14 6 9M10 19a2.2 2.2 0 0 0 4 0');
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const CloseIcon = icon('M6 6l12 12M18 6L6 18');
export const UserIcon = icon(
  'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
);
export const GearIcon = icon(
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v2.5M12 18.5V21M4.2 7.5l2.2 1.25M17.6 15.25l2.2 1.25M4.2 16.5l2.2-1.25M17.6 8.75l2.2-1.25',
);
export const ShieldIcon = icon(
  'M12 3l7.5 3v5.5c0 4.6-3.1 8-7.5 9.5-4.4-1.5-7.5-4.9-7.5-9.5V6zM9 12l2.2 2.2L15.2 10',
);
export const SignOutIcon = icon('M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9');
export const CardsIcon = icon(
  'M3 8.5A2.5 2.5 0 0 1 5.5 6h10A2.5 2.5 0 0 1 18 8.5v7a2.5 2.5 0 0 1-2.5 2.5h-10A2.5 2.5 0 0 1 3 15.5zM3 10.5h15M20.5 9v8.5a3 3 0 0 1-3 3H7',
);
export const CartIcon = icon('M3 4h2.2l2.3 11.2h10.2L20 8H6.2M9 19.5h.01M16.5 19.5h.01');
export const FlameIcon = icon(
  'M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.5-5.2.3 1.7 1.2 2.5 2 2.7-.5-3 .2-6 1-8.5z',
);
export const ListIcon = icon('M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01');
export const ClockIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2');
export const SearchIcon = icon('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4');
export const BackIcon = icon('M19 12H5M11 6l-6 6 6 6');
export const ChevronIcon = icon('M9 6l6 6-6 6');
export const CheckIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const AlertIcon = icon(
  'M12 8.5v4.5M12 16.5h.01M10.3 4.2L2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0z',
);
export const InfoIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01');
export const WalletIcon = icon(
  'M4 8.5A2.5 2.5 0 0 1 6.5 6H18v3M4 8.5v8A2.5 2.5 0 0 0 6.5 19H20V9H6.5A2.5 2.5 0 0 1 4 8.5zM16 14h.01',
);
export const BoxIcon = icon('M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9');
export const OfflineIcon = icon(
  'M3 3l18 18M8.5 14.5a5 5 0 0 1 5-1.2M5 11a10 10 0 0 1 4-2.4M13 8.1a10 10 0 0 1 6 2.9M12 18.5h.01',
);
export const ClearIcon = icon('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5l5 5M14.5 9.5l-5 5');
