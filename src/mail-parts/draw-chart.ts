/** Charts as PNG, for mails: mail clients show no SVG. They hold no text, which stands around them in HTML. */
import { type Colour, createCanvas, fillBelow, fillBox, type Spot, strokeLine } from './canvas.ts';
import { encodePng } from './png.ts';

export type Chart = {
  values: readonly number[];
  /** Of the period before, at the same places. */
  compared?: readonly number[];
  /** A value to draw as a line: a threshold, or what is usual. */
  limit?: number | undefined;
};

/** `top` is the value at the upper edge. */
export type DrawnChart = { png: Buffer; top: number };

/** Twice the size at which it is shown, for sharp screens. */
export const chartWidth = 1104;
export const chartHeight = 320;

const paper: Colour = [255, 255, 255];
const grid: Colour = [232, 229, 223];
const soft: Colour = [223, 240, 235];
const accent: Colour = [12, 117, 101];
const grey: Colour = [157, 162, 159];
const warning: Colour = [179, 52, 31];

const edge = 6;
const gridLines = 4;

export function drawChart({ values, compared = [], limit }: Chart): DrawnChart {
  const top = roundUp(Math.max(1, limit ?? 0, ...values, ...compared));
  const canvas = createCanvas(chartWidth, chartHeight, paper);
  const ground = chartHeight - edge;
  const heightOf = (value: number) => ground - ((ground - edge) * Math.max(0, value)) / top;
  const places = Math.max(values.length, compared.length);
  const place = (line: readonly number[]): Spot[] =>
    line.map((value, index) => ({
      x: places < 2 ? chartWidth / 2 : edge + ((chartWidth - 2 * edge) * index) / (places - 1),
      y: heightOf(value),
    }));
  for (let line = 0; line <= gridLines; line += 1) {
    const y = Math.round(edge + ((ground - edge) * line) / gridLines);
    fillBox(canvas, { left: 0, top: y - 1, right: chartWidth, bottom: y + 1 }, grid);
  }
  const line = place(values);
  fillBelow(canvas, line, ground, soft);
  strokeLine(canvas, place(compared), { colour: grey, width: 4, dash: [14, 12] });
  strokeLine(canvas, line, { colour: accent, width: 6 });
  if (limit !== undefined) {
    const across = [0, chartWidth].map((x) => ({ x, y: heightOf(limit) }));
    strokeLine(canvas, across, { colour: warning, width: 4, dash: [22, 14] });
  }
  return { png: encodePng(canvas), top };
}

/** To a number that reads well and is divided by the grid: 4, 8, 12, 20, 40, 60, 80, 100 and their tenfolds. */
function roundUp(value: number): number {
  const tenfold = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  const steps = [4, 8, 12, 16, 20, 24, 32, 40, 48, 60, 80, 100, 120].map((step) => step * tenfold);
  return steps.find((step) => step >= value) ?? value;
}
