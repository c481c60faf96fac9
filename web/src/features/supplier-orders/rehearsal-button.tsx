import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { Button } from '../../ui/button.tsx';

const words = supplierOrders.rehearsal;

/** Orders from the simulated supplier, once for each thing that can go wrong. */
export function RehearsalButton() {
  const keys = useCallKeys('supplierOrders.rehearse');
  const { run, busy } = useAction(
    () => keys.withKey('rehearsal', (key) => api.supplierOrders.rehearse({ key })),
    {
      success: (executed) => successToast(words.done(executed.result.orders), executed),
      failure: words.failed,
      lost: lostText,
      refreshes: ['supplierOrders', 'suppliers', 'products', 'auditTrail'],
      // The next press is another rehearsal.
      onDone: () => keys.forget('rehearsal'),
    },
  );
  return (
    <div className="column gap-6">
      <p className="dim">{words.text}</p>
      <div>
        <Button variant="secondary" busy={busy} onClick={() => void run()}>
          {words.run}
        </Button>
      </div>
    </div>
  );
}
