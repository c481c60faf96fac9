import { shell } from '@almas/locale/screens/shell';
import { Bell } from '../../features/notifications/bell.tsx';
import { useMe } from '../../lib/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { MenuIcon } from '../../ui/icons.tsx';
import { BalanceChip } from './balance-chip.tsx';
import { Brand } from './brand.tsx';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly home: '/admin' | '/dashboard';
  readonly onMenu: () => void;
}

export function TopBar({ home, onMenu }: TopBarProps) {
  const me = useMe();
  return (
    <header className={styles.bar}>
      <div className={styles.small}>
        <IconButton label={shell.openMenu} aria-haspopup="dialog" onClick={onMenu}>
          <MenuIcon size={22} />
        </IconButton>
        <Brand home={home} />
      </div>
      <div className={styles.end}>
        {me.role === 'reseller' && <BalanceChip />}
        <Bell />
        <UserMenu me={me} />
      </div>
    </header>
  );
}
