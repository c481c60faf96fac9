/** A position in the log of PostgreSQL, such as `16/B374D848`, as a number that can be compared. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}
