import { greyAverages } from './grey-averages.mjs';

/*
 * The lines of text of a picture, each as a small picture of its own. A receipt that was cropped, tilted or turned, or photographed
 * under another status bar, has the same lines.
 */
/** Cells of a line, whatever its length. */
export const lineCells = { width: 96, height: 8 };
const mostLines = 40;
const mostPixels = 1_200_000;
/** A smaller difference between neighbours is noise of the compression. */
const edge = 32;

/** @typedef {{ grey: Uint8Array, width: number, height: number }} Grey */

/** @param {Grey} from @param {number} x @param {number} y */
function pointAt({ grey, width, height }, x, y) {
  const [cx, cy] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))];
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const at = top * width + left;
  const [a, b] = [cx - left, cy - top];
  return (
    (grey[at] * (1 - a) + grey[at + 1] * a) * (1 - b) +
    (grey[at + width] * (1 - a) + grey[at + width + 1] * a) * b
  );
}

/** 1 where a point differs from its neighbours. @param {Grey} picture */
function edgesOf({ grey, width, height }) {
  const edges = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const across = Math.abs(grey[at + 1] - grey[at - 1]);
      const down = Math.abs(grey[at + width] - grey[at - width]);
      if (across > edge || down > edge) edges[at] = 1;
    }
  return edges;
}

/** How clearly rows of text alternate with empty ones, for rows at an angle. @param {Float64Array} points pairs of x, y */
function clarity(points, angle, length) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Float64Array(3 * length);
  for (let at = 0; at < points.length; at += 2)
    rows[Math.round(points[at + 1] * cos - points[at] * sin) + length] += 1;
  // A long border counts no more than a line of text.
  const most = points.length / 400;
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1)
    sum += Math.min(most, Math.abs(rows[row] - rows[row - 1])) ** 2;
  return sum;
}

/** The angle of the rows, in radians, and how clear they are. @param {Float64Array} points */
function tilt(points, length) {
  let best = { angle: 0, clear: 0 };
  const degree = Math.PI / 180;
  const look = (from, to, step) => {
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const clear = clarity(points, angle * degree, length);
      if (clear > best.clear) best = { angle, clear };
    }
  };
  look(-5, 5, 0.5);
  look(best.angle - 0.4, best.angle + 0.4, 0.1);
  return { angle: best.angle * degree, clear: best.clear };
}

/** The picture with its rows of text horizontal; upright or upside down. @param {Grey} picture @returns {Grey} */
function levelled(picture) {
  const { width, height } = picture;
  const edges = edgesOf(picture);
  const found = [];
  for (let at = 0; at < edges.length; at += 1) if (edges[at]) found.push(at);
  const every = Math.max(1, Math.floor(found.length / 40_000));
  const used = found.filter((_, index) => index % every === 0);
  const length = Math.max(width, height) + 2;
  const lying = Float64Array.from(used.flatMap((at) => [at % width, Math.floor(at / width)]));
  const standing = Float64Array.from(used.flatMap((at) => [Math.floor(at / width), at % width]));
  const [across, down] = [tilt(lying, length), tilt(standing, length)];
  const turned = down.clear > across.clear;
  const { angle } = turned ? down : across;
  if (!turned && Math.abs(angle) < 0.001) return picture;
  const [w, h] = turned ? [height, width] : [width, height];
  const grey = new Uint8Array(w * h);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Where rows stand, x and y are exchanged: that also mirrors, so that the rows are read backwards.
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1) {
      const u = x * cos - y * sin;
      const v = x * sin + y * cos;
      const target = turned ? (h - 1 - y) * w + x : y * w + x;
      grey[target] = turned ? pointAt(picture, v, u) : pointAt(picture, u, v);
    }
  return { grey, width: w, height: h };
}

/** Removes the sides of boxes and bars: runs of edges that are longer than a letter. */
function withoutRules(edges, width, height) {
  const longest = Math.max(24, Math.round(width / 16));
  const clear = (start, step, count) => {
    for (let at = start, n = 0; n < count; n += 1, at += step) edges[at] = 0;
  };
  const scan = (lines, lineStep, points, pointStep) => {
    for (let line = 0; line < lines; line += 1) {
      let run = 0;
      for (let point = 0; point <= points; point += 1) {
        const at = line * lineStep + point * pointStep;
        if (point < points && edges[at]) run += 1;
        else {
          if (run >= longest) clear(at - run * pointStep, pointStep, run);
          run = 0;
        }
      }
    }
  };
  scan(height, width, width, 1);
  scan(width, 1, height, width);
}

/**
 * The lines from top to bottom, `lineBytes` each: the middle of the line as a part of the picture's height (of 65,535), its width by
 * its height (256 is 1), and its cells, four bits each. Whether the picture is upside down is not known.
 * @param {Uint8Array} grey @param {{ width: number, height: number }} from
 */
export function textLines(grey, { width, height }) {
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)));
  const size = {
    width: Math.max(2, Math.round(width * scale)),
    height: Math.max(2, Math.round(height * scale)),
  };
  const small = scale < 1 ? greyAverages(grey, { width, height }, size) : grey;
  const picture = levelled({ grey: small, ...size });
  const edges = edgesOf(picture);
  withoutRules(edges, picture.width, picture.height);
  const lines = [];
  // What a slanted border leaves of its edge is no text.
  const fewest = Math.max(4, Math.round(picture.width / 90));
  let top = -1;
  for (let y = 0; y <= picture.height; y += 1) {
    let count = 0;
    if (y < picture.height)
      for (let at = y * picture.width; at < (y + 1) * picture.width; at += 1) count += edges[at];
    if (count >= fewest && top < 0) top = y;
    if (count < fewest && top >= 0) {
      const line = lineOf(picture, edges, top, y);
      if (line) lines.push(line);
      top = -1;
    }
  }
  return Buffer.concat(lines.slice(0, mostLines).map((line) => packed(line, picture.height)));
}

/** The bytes of a line. */
export const lineBytes = 4 + (lineCells.width * lineCells.height) / 2;

function packed({ top, bottom, ratio, cells }, height) {
  const bytes = Buffer.alloc(lineBytes);
  bytes.writeUInt16BE(Math.round((65_535 * (top + bottom)) / 2 / height), 0);
  bytes.writeUInt16BE(Math.min(65_535, Math.round(256 * ratio)), 2);
  for (let at = 0; at < cells.length; at += 2) bytes[4 + at / 2] = (cells[at] << 4) | cells[at + 1];
  return bytes;
}

/** Rows beyond those of its edges that a line may have, so that its height does not depend on the compression. */
const beyond = 4;

/** @param {Grey} picture */
function lineOf(picture, edges, top, bottom) {
  const { grey, width, height } = picture;
  if (bottom - top < 6 || bottom - top > width / 5) return undefined;
  const columns = new Uint16Array(width);
  for (let y = top; y < bottom; y += 1) for (let x = 0; x < width; x += 1) columns[x] += edges[y * width + x];
  const hasEdge = (count) => count > 2;
  const [left, right] = [columns.findIndex(hasEdge), columns.findLastIndex(hasEdge)];
  if (right - left < 2 * (bottom - top)) return undefined;
  // The background is the middle value: letters cover less than half of a line.
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x <= right; x += 1) counts[grey[y * width + x]] += 1;
  const half = ((bottom - top) * (right - left + 1)) / 2;
  let [background, seen, most] = [0, 0, 1];
  while (seen + counts[background] < half) {
    seen += counts[background];
    background += 1;
  }
  for (let value = 0; value < 256; value += 1)
    if (counts[value] > 0) most = Math.max(most, Math.abs(value - background));
  const dark = (x, y) => Math.abs(grey[y * width + x] - background);
  const isInk = (x, y) => dark(x, y) > 0.4 * most;
  let box = { top: bottom, bottom: top, left: right, right: left };
  for (let y = Math.max(0, top - beyond); y < Math.min(height, bottom + beyond); y += 1)
    for (let x = Math.max(0, left - beyond); x <= Math.min(width - 1, right + beyond); x += 1)
      if (isInk(x, y))
        box = {
          top: Math.min(box.top, y),
          bottom: Math.max(box.bottom, y + 1),
          left: Math.min(box.left, x),
          right: Math.max(box.right, x + 1),
        };
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  if (high < 6 || wide < 3 * high) return undefined;
  const cut = Buffer.alloc(wide * high);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) cut[y * wide + x] = dark(box.left + x, box.top + y);
  const averages =
    wide < lineCells.width || high < lineCells.height
      ? enlarged(cut, wide, high)
      : greyAverages(cut, { width: wide, height: high }, lineCells);
  const cells = averages.map((value) => Math.min(15, Math.round((15 * value) / most)));
  return { top: box.top, bottom: box.bottom, ratio: wide / high, cells };
}

function enlarged(cut, wide, high) {
  const { width, height } = lineCells;
  const cells = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      cells[y * width + x] = pointAt(
        { grey: cut, width: wide, height: high },
        ((x + 0.5) * wide) / width - 0.5,
        ((y + 0.5) * high) / height - 0.5,
      );
  return cells;
}
