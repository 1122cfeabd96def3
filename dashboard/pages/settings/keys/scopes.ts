import type { Scope } from '../../../../src/contract/scopes.ts';

/** In the words of the API reference: what a key with the scope may do. */
export const scopeChoices: readonly { scope: Scope; label: string; allows: string }[] = [
  {
    scope: 'pixel:read',
    label: 'Read analytics',
    allows: 'All reports, websites, goals and saved segments.',
  },
  {
    scope: 'pixel:write',
    label: 'Write records',
    allows:
      'Records goals, payments, events and identities, changes segments, and can permanently delete recorded conversions and payments.',
  },
  {
    scope: 'ai:read',
    label: 'Read AI search visibility',
    allows: 'Results of AI search visibility; this API does not use it.',
  },
];

export const formatScope = (scope: Scope): string =>
  scopeChoices.find((choice) => choice.scope === scope)?.label ?? scope;
