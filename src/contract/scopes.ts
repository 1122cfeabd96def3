export const scopes = ['pixel:read', 'pixel:write', 'ai:read'] as const;

export type Scope = (typeof scopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
