import { randomBytes, randomUUID } from 'node:crypto';

/** A website has two ids: segments use the UUID; reports, writes and the script use the public one. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type WorkspaceId = Branded<'WorkspaceId'>;
export type WebsiteUuid = Branded<'WebsiteUuid'>;
export type PublicWebsiteId = Branded<'PublicWebsiteId'>;
export type KeyId = Branded<'KeyId'>;
export type SegmentId = Branded<'SegmentId'>;
export type UserId = Branded<'UserId'>;
export type SignInId = Branded<'SignInId'>;
export type InvitationId = Branded<'InvitationId'>;
export type FunnelId = Branded<'FunnelId'>;
export type AnnotationId = Branded<'AnnotationId'>;

export const publicWebsiteIdPrefix = 'ff_';
export const keyPrefix = 'wk_';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

export const newUuid = randomUUID;

export function newPublicWebsiteId(): PublicWebsiteId {
  return (publicWebsiteIdPrefix + randomToken(12)) as PublicWebsiteId;
}

/** 30 random bytes: 240 bits in 40 characters. */
export function newKeySecret(): string {
  return keyPrefix + randomToken(30);
}

export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
