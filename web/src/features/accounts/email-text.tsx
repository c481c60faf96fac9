/** A long address may break behind its at sign, before it breaks anywhere. */
export function EmailText({ address }: { readonly address: string }) {
  const [local, domain] = address.split('@');
  return (
    <span>
      {local}
      {domain !== undefined && (
        <>
          @<wbr />
          {domain}
        </>
      )}
    </span>
  );
}
