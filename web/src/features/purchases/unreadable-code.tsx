import { codeSheet } from '@almas/locale/screens/code-sheet';
import { OperatorContact } from '../accounts/operator-contact.tsx';

const words = codeSheet.unreadable;

/** Shown instead of a code that the server could not decrypt: what the buyer can do. */
const UnreadableCode = ({ purchaseId }: { readonly purchaseId: string }) => (
  <div data-testid="unreadable-code">
    <OperatorContact title={words.title} text={words.text(purchaseId)} />
  </div>
);
export default UnreadableCode;
