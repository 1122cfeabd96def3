/** A certificate of this machine, signed by itself: in X.509, as much of it as TLS asks for. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Both as PEM. */
export type Certificate = { key: string; cert: string };

const dayMs = 86_400_000;
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = '550403';
const subjectAltName = '551d11';
const basicConstraints = '551d13';

export function createCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(tagged(0x31, sequence(oid(commonName), text('localhost'))));
  const validity = sequence(time(Date.now() - dayMs), time(Date.now() + dayMs));
  const addresses = sequence(
    tagged(0x82, Buffer.from('localhost')),
    tagged(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = sequence(
    sequence(oid(basicConstraints), isTrue, octets(sequence(isTrue))),
    sequence(oid(subjectAltName), octets(addresses)),
  );
  const told = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ...[ecdsaWithSha256, name, validity, name],
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign('sha256', told, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: toPem(sequence(told, ecdsaWithSha256, signature)),
  };
}

const isTrue = tagged(0x01, Buffer.from([0xff]));

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body), body]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function octets(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value));
}

/** As YYMMDDHHMMSSZ. */
function time(unixMs: number): Buffer {
  const digits = new Date(unixMs).toISOString().slice(2, 19).replaceAll(/\D/g, '');
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
