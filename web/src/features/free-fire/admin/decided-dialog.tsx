import type { FreeFireRequest } from '@almas/contract/free-fire';
import { common } from '@almas/locale/screens/common';
import { Button } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DecidedNotice } from '../../audit-trail/decided-notice.tsx';
import { RequestCard } from './request-card.tsx';

/** The props of a dialog that decides a request. */
export interface RequestDecisionProps {
  readonly request: FreeFireRequest;
  /** Another administrator has decided the request meanwhile. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

interface DecidedDialogProps extends Omit<RequestDecisionProps, 'decided'> {
  readonly title: string;
}

/** Replaces the form of a request that another administrator has decided meanwhile. */
export const DecidedDialog = ({ request, title, onClose }: DecidedDialogProps) => (
  <Dialog onClose={onClose} title={title} footer={<Button onClick={onClose}>{common.close}</Button>}>
    <Stack>
      <RequestCard request={request} />
      <DecidedNotice subject={{ type: 'free-fire-request', id: request.id }} />
    </Stack>
  </Dialog>
);
