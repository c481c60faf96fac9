import { shell } from '@almas/locale/screens/shell';
import { Menu } from 'lucide';
import { IconButton } from '../../ui/button.tsx';
import { icon } from '../../ui/icons.tsx';
import type { MenuProps } from './shell.tsx';

const MenuIcon = icon(Menu);

export const MenuButton = ({ onOpen }: MenuProps) => (
  <IconButton label={shell.openMenu} aria-haspopup="dialog" onClick={onOpen}>
    <MenuIcon size={22} />
  </IconButton>
);
