import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { Link } from '../../platform/navigation/index.ts';
import { Mark } from '../../ui/mark.tsx';
import styles from './brand.module.css';

interface BrandProps {
  readonly home: '/admin' | '/dashboard';
  readonly onNavigate?: (() => void) | undefined;
}

export const Brand = ({ home, onNavigate }: BrandProps) => (
  <Link to={home} className={styles.brand} aria-label={shell.home} onClick={onNavigate}>
    <span className={`center ${styles.tile}`}>
      <Mark size={24} />
    </span>
    {common.product}
  </Link>
);
