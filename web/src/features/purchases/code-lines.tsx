import { lazyPart } from '../../ui/lazy-part.tsx';
import { isHanded, type PurchasedCode } from './code-format.ts';
import { CodeLine, UnreadableCode } from './code-line.tsx';

const RefusedCode = lazyPart(() => import('./refused-code.tsx'), <span />);

interface CodeLinesProps {
  readonly purchaseId: string;
  readonly codes: readonly PurchasedCode[];
  /** The code whose « Copier » button has the initial focus of the dialog. */
  readonly focusedId?: string | undefined;
}

/** The codes of a purchase, one below the other: struck out when they were refused, and none to copy when they cannot be read. */
export const CodeLines = ({ purchaseId, codes, focusedId }: CodeLinesProps) =>
  codes.map((each, index) =>
    !isHanded(each) ? (
      <RefusedCode key={each.id} code={each} position={index + 1} />
    ) : each.code === null ? (
      <UnreadableCode key={each.id} purchaseId={purchaseId} />
    ) : (
      <CodeLine
        key={each.id}
        purchaseId={purchaseId}
        code={each.code}
        value={each.value}
        serial={each.serial}
        position={codes.length > 1 ? index + 1 : undefined}
        large={codes.length === 1}
        focused={each.id === focusedId}
      />
    ),
  );
