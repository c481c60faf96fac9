import { Segmented, type SegmentedProps } from './segmented.tsx';
import { useAskToReplace } from './use-ask-to-leave.tsx';

/** The tabs of a dialog. Another one is shown after the question when the shown one has unsaved changes: it would lose them. */
export function DialogTabs<V extends string>({ onChange, ...rest }: SegmentedProps<V>) {
  const { leave, question } = useAskToReplace();
  return (
    <>
      <Segmented {...rest} onChange={(next) => leave(() => onChange(next))} />
      {question}
    </>
  );
}
