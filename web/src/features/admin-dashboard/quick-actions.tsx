import { formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { announcements } from '@almas/locale/screens/announcements';
import { business as businessWords } from '@almas/locale/screens/business';
import { team as teamWords } from '@almas/locale/screens/team';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useAddressDialog } from '../../platform/navigation/index.ts';
import { apiQuery, useFeature } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import {
  BellIcon,
  BoxIcon,
  ChevronIcon,
  ClockIcon,
  FlameIcon,
  ListIcon,
  ShieldIcon,
} from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { HomeIcon, SlidersIcon, UsersIcon, WalletIcon } from '../../ui/work-icons.tsx';
import styles from './quick-actions.module.css';

const AnnouncementDialog = lazyDialog(() => import('../announcements/announcement-dialog.tsx'));
const BusinessDialog = lazyDialog(() => import('../business/business-dialog.tsx'));
const FeaturesDialog = lazyDialog(() => import('../features/features-dialog.tsx'));
const HealthDialog = lazyDialog(() => import('../health/health-dialog.tsx'));
const TeamDialog = lazyDialog(() => import('../team/team-dialog.tsx'));
const words = adminDashboard.quick;

/** The links of the dashboard, with the number of pending items of each. */
export function QuickActions() {
  const may = useMay();
  const summary = useQuery({ ...apiQuery('statistics', 'summary'), enabled: may('reports') });
  const waiting = summary.data?.freeFire.pending ?? 0;
  const journal = useAddressDialog('journal');
  const [health, setHealth] = useState(false);
  const [business, setBusiness] = useState(false);
  const [features, setFeatures] = useState(false);
  const announces = useFeature('announcements') === true;
  const [announcing, setAnnouncing] = useState(false);
  const hasTeam = useFeature('admin-scopes') === true && may('owner');
  const [team, setTeam] = useState(false);
  return (
    <Section title={words.title}>
      <Card flush>
        <ul className="lines">
          {may('requests', 'prices', 'settings') && (
            <Way to="/admin/freefire" icon={<FlameIcon />} label={words.freeFire} waiting={waiting} />
          )}
          {may('requests') && <Way to="/admin/recharge" icon={<WalletIcon />} label={words.recharge} />}
          {may('reports') && <Way to="/admin/transactions" icon={<ListIcon />} label={words.transactions} />}
          {may('prices') && <Way to="/admin/products/new" icon={<BoxIcon />} label={words.product} />}
          {may('reports') && <DialogWay icon={<ClockIcon />} label={words.journal} onOpen={journal.open} />}
          {may('settings') && (
            <DialogWay icon={<ShieldIcon />} label={words.health} onOpen={() => setHealth(true)} />
          )}
          {announces && may('settings') && (
            <DialogWay icon={<BellIcon />} label={announcements.publish} onOpen={() => setAnnouncing(true)} />
          )}
          {may('settings') && (
            <DialogWay icon={<HomeIcon />} label={businessWords.title} onOpen={() => setBusiness(true)} />
          )}
          {hasTeam && <DialogWay icon={<UsersIcon />} label={teamWords.title} onOpen={() => setTeam(true)} />}
          {may('owner') && (
            <DialogWay icon={<SlidersIcon />} label={words.features} onOpen={() => setFeatures(true)} />
          )}
        </ul>
      </Card>
      {announcing && <AnnouncementDialog onClose={() => setAnnouncing(false)} />}
      {business && <BusinessDialog onClose={() => setBusiness(false)} />}
      {team && <TeamDialog onClose={() => setTeam(false)} />}
      {features && <FeaturesDialog onClose={() => setFeatures(false)} />}
      {health && <HealthDialog onClose={() => setHealth(false)} />}
    </Section>
  );
}

interface DialogWayProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly onOpen: () => void;
}

const DialogWay = ({ icon, label, onOpen }: DialogWayProps) => (
  <li>
    <button type="button" className={`row row-button ${styles.way}`} aria-haspopup="dialog" onClick={onOpen}>
      {icon}
      <span className={styles.label}>{label}</span>
      <ChevronIcon size={18} />
    </button>
  </li>
);

interface WayProps {
  readonly to: '/admin/freefire' | '/admin/recharge' | '/admin/transactions' | '/admin/products/new';
  readonly icon: ReactNode;
  readonly label: string;
  readonly waiting?: number;
}

const Way = ({ to, icon, label, waiting = 0 }: WayProps) => (
  <li>
    <Link to={to} className={`row row-button ${styles.way}`}>
      {icon}
      <span className={styles.label}>{label}</span>
      {waiting > 0 && <span className={styles.badge}>{words.waiting(formatCount(waiting))}</span>}
      <ChevronIcon size={18} />
    </Link>
  </li>
);
