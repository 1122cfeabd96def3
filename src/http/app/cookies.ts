import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInMs } from '../../users/create-sign-in.ts';

/** The two cookies: who is signed in, and that this browser has been trusted with a password before. */
export type Cookies = {
  signIn: Cookie;
  device: Cookie;
};

export type Cookie = {
  find(request: FastifyRequest): string | undefined;
  send(request: FastifyRequest, reply: FastifyReply, value: string): void;
  clear(request: FastifyRequest, reply: FastifyReply): void;
};

/** With this prefix browsers accept a cookie only over https from the host itself, and send it nowhere else. */
const hostPrefix = '__Host-';
/** The longest time that browsers store a cookie. */
const longestSeconds = 400 * 24 * 60 * 60;

/** `publicUrl`: where people reach the dashboard; undefined where only a request tells. */
export function createCookies(publicUrl: string | undefined): Cookies {
  const isPublicByHttps = publicUrl?.startsWith('https:') === true;

  function createCookie(plainName: string, maxAge: number): Cookie {
    const hostName = hostPrefix + plainName;

    function isSecure(request: FastifyRequest): boolean {
      if (isPublicByHttps || request.protocol === 'https') return true;
      // Behind a proxy that is not trusted, the Origin header tells that the page came by https; afterwards its cookie
      // does.
      return request.headers.origin?.startsWith('https:') === true || hostName in request.cookies;
    }

    function place(request: FastifyRequest) {
      const secure = isSecure(request);
      const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
      return { name: secure ? hostName : plainName, attributes };
    }

    return {
      find({ cookies }) {
        // Where https is public, the plain cookie is ignored: another page of the domain could have set it, or somebody
        // read it.
        return cookies[hostName] ?? (isPublicByHttps ? undefined : cookies[plainName]);
      },
      send(request, reply, value) {
        const { name, attributes } = place(request);
        reply.setCookie(name, value, { ...attributes, maxAge });
      },
      clear(request, reply) {
        const { name, attributes } = place(request);
        reply.clearCookie(name, attributes);
      },
    };
  }

  return {
    signIn: createCookie('footfall_sign_in', signInMs / 1000),
    device: createCookie('footfall_device', longestSeconds),
  };
}
