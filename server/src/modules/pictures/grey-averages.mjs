/**
 * The average grey of each cell of a grid; a pixel on the border of two cells counts in proportion. Unlike with a resampling filter,
 * the same picture in another size has almost the same averages. The picture must be at least as large as the grid.
 * @param {Buffer} grey @param {{width: number, height: number}} from @param {{width: number, height: number}} to
 */
export function greyAverages(grey, from, to) {
  const sums = new Float64Array(to.width * to.height);
  const shares = (length, fields) =>
    Array.from({ length }, (_, at) => {
      const [start, end] = [(at * fields) / length, ((at + 1) * fields) / length];
      const field = Math.floor(start);
      const next = Math.min(field + 1, fields - 1);
      const first = Math.min(end, field + 1) - start;
      return { field, next, first, rest: end - start - first };
    });
  const columns = shares(from.width, to.width);
  const line = new Float64Array(to.width);
  for (const [y, row] of shares(from.height, to.height).entries()) {
    line.fill(0);
    for (let x = 0; x < from.width; x += 1) {
      const point = grey[y * from.width + x];
      const column = columns[x];
      line[column.field] += point * column.first;
      line[column.next] += point * column.rest;
    }
    for (let x = 0; x < to.width; x += 1) {
      sums[row.field * to.width + x] += line[x] * row.first;
      sums[row.next * to.width + x] += line[x] * row.rest;
    }
  }
  return Buffer.from(Array.from(sums, (sum) => Math.min(255, Math.round(sum))));
}
