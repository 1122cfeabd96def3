export type Colour = readonly [red: number, green: number, blue: number];

export type Canvas = {
  width: number;
  height: number /** Three bytes a pixel, line by line. */;
  pixels: Uint8Array;
};

export type Spot = { x: number; y: number };

export function createCanvas(width: number, height: number, paper: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = paper[at % 3] ?? 0;
  return { width, height, pixels };
}

/** `coverage` is the part of the pixel that is painted, from 0 to 1, for smooth edges. */
function blend(
  { width, height, pixels }: Canvas,
  x: number,
  y: number,
  colour: Colour,
  coverage: number,
): void {
  if (x < 0 || y < 0 || x >= width || y >= height || coverage <= 0) return;
  const share = Math.min(1, coverage);
  const at = (y * width + x) * 3;
  for (let part = 0; part < 3; part += 1) {
    const before = pixels[at + part] ?? 0;
    pixels[at + part] = Math.round(before + ((colour[part] ?? 0) - before) * share);
  }
}

export type Box = { left: number; top: number; right: number; bottom: number };

export function fillBox(canvas: Canvas, { left, top, right, bottom }: Box, colour: Colour): void {
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) blend(canvas, x, y, colour, 1);
  }
}

/** Fills the area between a line and the ground below it. */
export function fillBelow(canvas: Canvas, line: readonly Spot[], ground: number, colour: Colour): void {
  const [first] = line;
  const last = line.at(-1);
  if (!first || !last) return;
  for (let x = Math.floor(first.x); x <= Math.ceil(last.x); x += 1) {
    const edge = heightAt(line, Math.min(last.x, Math.max(first.x, x + 0.5)));
    for (let y = Math.floor(edge); y < ground; y += 1) blend(canvas, x, y, colour, y + 1 - edge);
  }
}

function heightAt(line: readonly Spot[], x: number): number {
  const next = Math.max(
    1,
    line.findIndex((spot) => spot.x >= x),
  );
  const [from, to] = [line[next - 1], line[next]];
  if (!from || !to || to.x === from.x) return from?.y ?? 0;
  return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x);
}

export type Stroke = {
  colour: Colour;
  width: number /** Lengths of what is drawn and of what is left out. */;
  dash?: readonly [number, number];
};

export function strokeLine(canvas: Canvas, line: readonly Spot[], { colour, width, dash }: Stroke): void {
  // Where two segments of the line meet, a pixel is painted only once.
  const painted = new Map<number, number>();
  let passed = 0;
  line.forEach((to, index) => {
    const from = line[index - 1] ?? to;
    if (index === 0 && line.length > 1) return;
    for (const { x, y, distance, along } of listNear(from, to, width)) {
      if (x < 0 || x >= canvas.width) continue;
      if (dash && (passed + along) % (dash[0] + dash[1]) > dash[0]) continue;
      const at = y * canvas.width + x;
      painted.set(at, Math.max(painted.get(at) ?? 0, width / 2 + 0.5 - distance));
    }
    passed += Math.hypot(to.x - from.x, to.y - from.y);
  });
  for (const [at, coverage] of painted) {
    blend(canvas, at % canvas.width, Math.floor(at / canvas.width), colour, coverage);
  }
}

/** The pixels around a straight line, with their distance from it and how far along it they are. */
function* listNear(from: Spot, to: Spot, width: number) {
  const reach = width / 2 + 1;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  for (let y = Math.floor(Math.min(from.y, to.y) - reach); y <= Math.max(from.y, to.y) + reach; y += 1) {
    for (let x = Math.floor(Math.min(from.x, to.x) - reach); x <= Math.max(from.x, to.x) + reach; x += 1) {
      const [dx, dy] = [x + 0.5 - from.x, y + 0.5 - from.y];
      const along =
        length === 0
          ? 0
          : Math.max(0, Math.min(length, (dx * (to.x - from.x) + dy * (to.y - from.y)) / length));
      const share = length === 0 ? 0 : along / length;
      const distance = Math.hypot(dx - share * (to.x - from.x), dy - share * (to.y - from.y));
      if (distance < reach) yield { x, y, distance, along };
    }
  }
}
