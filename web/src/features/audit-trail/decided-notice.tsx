import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { Notice } from '../../ui/notice.tsx';
import { type DecidedSubject, DecisionOutcome } from './decision-outcome.tsx';

/** Replaces the form of a decision that another administrator made while the dialog was open. */
export const DecidedNotice = ({ subject }: { readonly subject: DecidedSubject }) => (
  <Notice tone="waiting" title={<DecisionOutcome subject={subject} />} text={words.nothingLeft} />
);
