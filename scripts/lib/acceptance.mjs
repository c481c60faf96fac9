/** Parses the areas and rows of docs/acceptance.md in order: those of the specification and the added ones. */
export function readRows(markdown) {
  const areas = new Map();
  for (const [, id, statement, origin] of markdown.matchAll(
    /^\| ([A-Z]+-\d+) \| (.*) \| [A-Z, ]+ \| (§.*|added) \|$/gm,
  )) {
    const area = id.split('-')[0];
    if (!areas.has(area)) areas.set(area, []);
    areas.get(area).push({ id, statement, ...(origin === 'added' && { added: true }) });
  }
  return areas;
}

/** Ids of decisions and promises, which may also occur in titles; they are no rows. */
const otherIds = /^(AMB-\d+|P\d+)$/;

/** The ids in brackets in the titles of passed tests and of their describe blocks. */
export function provenIds(tests) {
  return new Set(tests.filter((test) => test.passed).flatMap(idsOf));
}

function idsOf({ title }) {
  return [...title.matchAll(/\[([A-Z]+-?\d+)\]/g)].map((match) => match[1]);
}

/** Ids in titles without a row: a typo would prove nothing. */
export function unknownIds(areas, tests) {
  const known = new Set([...areas.values()].flat().map((row) => row.id));
  return [...new Set(tests.flatMap(idsOf))].filter((id) => !known.has(id) && !otherIds.test(id)).sort();
}

/** For each area: the number of rows and of proven rows, and the open rows. */
export function summary(areas, proven) {
  return [...areas].map(([area, rows]) => {
    const open = rows.filter((row) => !proven.has(row.id));
    return { area, rows: rows.length, proven: rows.length - open.length, open };
  });
}
