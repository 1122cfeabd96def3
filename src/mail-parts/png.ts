import { crc32, deflateSync } from 'node:zlib';
import type { Canvas } from './canvas.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bitDepth = 8;
const trueColour = 2;
const bytesPerPixel = 3;
/** Each byte as the difference from the one above it: most lines of a chart repeat the line above. */
const filterUp = 2;

export function encodePng({ width, height, pixels }: Canvas): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, trueColour, 0, 0, 0], 8);
  const parts = [
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(buildLines(width, height, pixels), { level: 9 })),
    buildChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function buildLines(width: number, height: number, pixels: Uint8Array): Buffer {
  const stride = width * bytesPerPixel;
  const lines = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    lines[start] = filterUp;
    for (let x = 0; x < stride; x += 1) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0);
      lines[start + 1 + x] = (pixels[y * stride + x] ?? 0) - above;
    }
  }
  return lines;
}

/** The check sum is over the type and the content, not over the length. */
function buildChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
