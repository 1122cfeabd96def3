import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCanvas, fillBelow, fillBox, strokeLine } from './canvas.ts';
import { chartHeight, chartWidth, drawChart } from './draw-chart.ts';
import { encodePng } from './png.ts';

/** The pixels of a PNG, by the specification: chunks with check sums, lines with filter 2. */
function decode(png: Buffer): { width: number; height: number; pixels: number[] } {
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') as Buffer;
  expect([...header.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const lines = inflateSync(chunks.get('IDAT') as Buffer);
  const pixels: number[] = [];
  for (let y = 0; y < height; y += 1) {
    expect(lines[y * (3 * width + 1)]).toBe(2);
    for (let x = 0; x < 3 * width; x += 1) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * 3 * width + x] ?? 0);
      pixels.push(((lines[y * (3 * width + 1) + 1 + x] ?? 0) + above) & 255);
    }
  }
  return { width, height, pixels };
}

describe('a picture', () => {
  it('comes out of the file as it was painted', () => {
    const canvas = createCanvas(40, 30, [255, 255, 255]);
    fillBox(canvas, { left: 3, top: 4, right: 20, bottom: 9 }, [10, 20, 30]);
    strokeLine(
      canvas,
      [
        { x: 0, y: 29 },
        { x: 39, y: 0 },
      ],
      { colour: [200, 0, 0], width: 3 },
    );
    fillBelow(
      canvas,
      [
        { x: 0, y: 20 },
        { x: 39, y: 10 },
      ],
      30,
      [0, 200, 0],
    );
    const { width, height, pixels } = decode(encodePng(canvas));
    expect([width, height]).toEqual([40, 30]);
    expect(pixels).toEqual([...canvas.pixels]);
  });

  it('takes a line that leaves it, and lines of one point or none', () => {
    const canvas = createCanvas(10, 10, [255, 255, 255]);
    strokeLine(
      canvas,
      [
        { x: -50, y: -50 },
        { x: 60, y: 60 },
      ],
      { colour: [0, 0, 0], width: 2 },
    );
    expect([...canvas.pixels.subarray((5 * 10 + 5) * 3, (5 * 10 + 5) * 3 + 3)]).toEqual([0, 0, 0]);
    strokeLine(canvas, [{ x: 8.5, y: 0.5 }], { colour: [0, 0, 250], width: 2 });
    strokeLine(canvas, [], { colour: [0, 0, 250], width: 2 });
    fillBelow(canvas, [], 10, [0, 0, 250]);
    expect(canvas.pixels[8 * 3]).toBeLessThan(128);
  });
});

describe('a chart', () => {
  it('is higher where the value is', () => {
    const { png, top } = drawChart({ values: [0, 0, 0, 90, 0, 0, 0], compared: [10, 10] });
    expect(top).toBe(100);
    const { width, height, pixels } = decode(png);
    expect([width, height]).toEqual([chartWidth, chartHeight]);
    const firstGreen = (x: number) => {
      for (let y = 0; y < height; y += 1) if ((pixels[(y * width + x) * 3] ?? 0) < 60) return y;
      return height;
    };
    expect(firstGreen(Math.round(width / 2))).toBeLessThan(height * 0.2);
    expect(firstGreen(Math.round(width / 12))).toBeGreaterThan(height * 0.9);
    expect(png.length).toBeLessThan(30_000);
  });

  it.each([
    [[0, 0], 4],
    [[3], 4],
    [[13], 16],
    [[101], 120],
    [[1234], 1600],
    [[0.4], 4],
    [[], 4],
    [[-5, 7], 8],
  ])('of %j ends at %d', (values, top) => {
    expect(drawChart({ values }).top).toBe(top);
  });
});
