import * as z from 'zod';
import { scopes } from '../../contract/scopes.ts';
import { defineEndpoint } from '../define-endpoint.ts';

export const me = defineEndpoint({
  method: 'GET',
  path: '/me',
  operationId: 'getMe',
  tag: 'Key',
  summary: 'Key and workspace',
  description: 'Works with any valid key, whatever its scopes. The answer has no envelope.',
  scope: null,
  answer: {
    kind: 'object',
    schema: z.object({
      apiKey: z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(scopes)) }),
      workspace: z.object({ id: z.string() }),
    }),
    example: {
      apiKey: { id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e', name: 'Billing server', scopes: ['pixel:read'] },
      workspace: { id: '0190c7a4-8d1e-7c3b-9c55-5e4d3c2b1a6f' },
    },
  },
  errors: ['missing_authorization'],
  handle: async ({ key }) => ({
    apiKey: { id: key.id, name: key.name, scopes: key.scopes },
    workspace: { id: key.workspaceId },
  }),
});
