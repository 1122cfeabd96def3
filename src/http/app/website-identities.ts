import * as z from 'zod';
import { browserIdentities } from '../../contract/browser-identities.ts';
import { requireIdentitySettings } from '../../websites/identity-settings.ts';
import { rotateIdentitySecret } from '../../websites/rotate-identity-secret.ts';
import { setBrowserIdentities } from '../../websites/set-browser-identities.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const body = z.object({ browserIdentities: z.enum(browserIdentities) });

/** For owners, as keys are: whoever has the secret can say who a visitor is. */
export function buildWebsiteIdentityRoutes({ control }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/websites/:uuid/identities',
      access: 'owner',
      handle: ({ workspace, params }) => requireIdentitySettings(control, workspace.id, params.uuid ?? ''),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/websites/:uuid/identities',
      access: 'owner',
      body,
      handle: ({ workspace, params, body: wanted }) =>
        setBrowserIdentities(control, workspace.id, params.uuid ?? '', wanted.browserIdentities),
    }),
    defineRoute({
      method: 'POST',
      path: '/websites/:uuid/identities/secret',
      access: 'owner',
      handle: ({ workspace, params }) => rotateIdentitySecret(control, workspace.id, params.uuid ?? ''),
    }),
  ];
}
