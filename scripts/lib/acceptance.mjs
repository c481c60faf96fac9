/** The areas and rows of docs/acceptance.md, in its order: the specification's, and those added beyond it. */
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

/** Decisions and promises may stand in a title too; they are no rows. */
const otherIds = /^(AMB-\d+|P\d+)$/;

/** The ids that the titles of passed tests carry in brackets, those of the describes above them included. */
export function provenIds(tests) {
  return new Set(tests.filter((test) => test.passed).flatMap(idsOf));
}

function idsOf({ title }) {
  return [...title.matchAll(/\[([A-Z]+-?\d+)\]/g)].map((match) => match[1]);
}

/** Ids in titles that no row has: a slip of the pen that would prove nothing. */
export function unknownIds(areas, tests) {
  const known = new Set([...areas.values()].flat().map((row) => row.id));
  return [...new Set(tests.flatMap(idsOf))].filter((id) => !known.has(id) && !otherIds.test(id)).sort();
}

/** For each area: how many rows, how many proven, and the open ones. */
export function summary(areas, proven) {
  return [...areas].map(([area, rows]) => {
    const open = rows.filter((row) => !proven.has(row.id));
    return { area, rows: rows.length, proven: rows.length - open.length, open };
  });
}
