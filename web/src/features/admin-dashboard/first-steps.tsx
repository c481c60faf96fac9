import { colon } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import styles from './first-steps.module.css';

const BusinessDialog = lazyDialog(() => import('../business/business-dialog.tsx'));
const SecurityDialog = lazyDialog(() => import('../accounts/security/security-dialog.tsx'));

const words = adminDashboard.firstSteps;
type Step = keyof typeof words.steps;
const steps = Object.keys(words.steps) as Step[];
const links = {
  product: '/admin/products/new',
  codes: '/admin/products',
  freeFire: '/admin/freefire',
} as const;

/** What a new installation needs, each step ticked by itself; gone with the last one or the first sale. */
export function FirstSteps() {
  const { data } = useQuery(apiQuery('statistics', 'firstSteps'));
  const [opened, setOpened] = useState<'paymentAccounts' | 'secondFactor' | null>(null);
  const close = () => setOpened(null);
  const dialogs = (
    <>
      {opened === 'paymentAccounts' && <BusinessDialog onClose={close} />}
      {opened === 'secondFactor' && <SecurityDialog onClose={close} />}
    </>
  );
  if (!data || data.sold || steps.every((step) => data[step])) return dialogs;
  const action = (step: Step): ReactNode => {
    if (step === 'resellers') return <ResellersAddress />;
    if (step === 'paymentAccounts' || step === 'secondFactor')
      return (
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`${words.go}${colon}${words.steps[step].label}`}
          onClick={() => setOpened(step)}
        >
          {words.go}
        </Button>
      );
    if (step === 'backup') return null;
    return (
      <Link
        to={links[step]}
        className={buttonClass('quiet')}
        aria-label={`${words.go}${colon}${words.steps[step].label}`}
      >
        {words.go}
      </Link>
    );
  };
  return (
    <Section title={words.title} note={words.done(steps.filter((step) => data[step]).length, steps.length)}>
      <Card flush>
        <ol className={`lines ${styles.steps}`} aria-label={words.title}>
          {steps.map((step) => (
            <li key={step} className="row wrap" data-done={data[step] ? '' : undefined}>
              <span className={`center ${styles.mark}`}>{data[step] && <CheckIcon size={16} />}</span>
              <p>
                <strong>{words.steps[step].label}</strong>
                <span className="visually-hidden">{` (${data[step] ? words.isDone : words.isOpen})`}</span>
                {!data[step] && <span className="note">{words.steps[step].text}</span>}
              </p>
              {!data[step] && action(step)}
            </li>
          ))}
        </ol>
      </Card>
      {dialogs}
    </Section>
  );
}

/** Where resellers register. */
function ResellersAddress() {
  const address = `${location.origin}/register`;
  return (
    <span className={`row wrap ${styles.address}`}>
      <bdi>{address}</bdi>
      <CopyButton
        text={address}
        variant="quiet"
        label={words.copyAddress}
        done={words.copied}
        failed={words.notCopied}
      />
    </span>
  );
}
