import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ControlError } from '../store/control/control-error.ts';

const minLength = 8;
const maxLength = 1024;

/** OWASP's parameters for Argon2id (the library's default algorithm): 19 MiB, 2 passes, 1 lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  if (password.length < minLength || password.length > maxLength) {
    throw new ControlError(
      'invalid_value',
      `A password must have ${minLength} to ${maxLength.toLocaleString('en')} characters.`,
    );
  }
  return await hash(password, hashing);
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (password.length > maxLength) return false;
  return await verify(passwordHash, password);
}

/** 120 random bits in 20 characters that survive being copied by hand into a shell. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}
