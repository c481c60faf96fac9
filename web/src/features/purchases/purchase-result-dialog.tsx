import type { Purchase } from '@almas/contract/purchases';
import { cardHistory } from '@almas/locale/screens/card-history';
import { counter } from '@almas/locale/screens/counter';
import { useMe } from '../../platform/session/index.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { CodeActions } from './code-actions.tsx';
import { isHanded, readableCodes } from './code-format.ts';
import { CodeLines } from './code-lines.tsx';
import { CopyCodesButton } from './copy-codes-button.tsx';
import { explainLimit } from './explain-limit.ts';
import { offerInstallation } from './offer-installation.ts';
import styles from './purchase-result-dialog.module.css';
import { RedeemText } from './redeem-text.tsx';
import { useCustomerPrice } from './use-customer-price.ts';

const words = counter.bought;
// This module is loaded in the background before the first purchase, and with it the code that explains a refused one.
explainLimit();

export interface PurchaseResultDialogProps {
  readonly purchase: Purchase;
  /** It was bought before this page was loaded. */
  readonly isResumed: boolean;
  /** The code has been seen. */
  readonly onClose: () => void;
}

/** The code just bought, formatted for reading to the customer. */
export default function PurchaseResultDialog({
  purchase,
  isResumed,
  onClose: close,
}: PurchaseResultDialogProps) {
  const { balance, cashier } = useMe();
  const customerPrice = useCustomerPrice(purchase);
  const [first] = readableCodes(purchase.codes);
  const count = purchase.codes.filter(isHanded).length;
  const isList = purchase.codes.length > 1;
  const onClose = () => {
    close();
    offerInstallation();
  };
  return (
    <Dialog onClose={onClose} title={words.title(count)} isResult>
      {isResumed ? (
        <p className={styles.resumed}>
          {words.boughtAt} <When at={purchase.createdAt} form="both" />
        </p>
      ) : (
        <p role="status" className={styles.success}>
          <CheckIcon size={18} />
          {words.success}
        </p>
      )}
      <p className={styles.what}>
        <Dotted parts={[purchase.productName, purchase.offerName]} />
      </p>
      {/* Above several codes, so that a purchase of 100 is copied without scrolling through it. */}
      {isList && first && (
        <div className={`wrap gap-8 ${styles.actions}`}>
          <CopyCodesButton
            purchaseId={purchase.id}
            codes={purchase.codes}
            label={cardHistory.codes.copyAll}
          />
          <CodeActions purchase={purchase} isNew={!isResumed} />
        </div>
      )}
      <CodeLines purchaseId={purchase.id} codes={purchase.codes} focusedId={first?.id} />
      {!isList && first && (
        <div className={styles.sheet}>
          <CodeActions purchase={purchase} isNew={!isResumed} />
        </div>
      )}
      {/* Below what is pressed, which it must not move when it arrives. */}
      {first && (
        <div className={styles.redeem}>
          <RedeemText purchase={purchase} toRead />
        </div>
      )}
      <div className={styles.facts}>
        <DescriptionList
          items={[
            // The customer looks on: the shop's own price stands in place of what the shop pays.
            customerPrice === null
              ? [words.paid, <Money key="paid" amount={purchase.totalCost} />]
              : [words.customerPrice, <Money key="customer" amount={customerPrice} />],
            [words.newBalance, <Money key="balance" amount={balance} />],
          ]}
        />
      </div>
      <p className={`dim ${styles.kept}`}>
        {words.kept(count, (cashier ? cardHistory.sales : cardHistory).title)}
      </p>
    </Dialog>
  );
}
