import { get } from 'node:http';

const pingTimeoutMs = 1_000;

/** Whether the engine with this identity, and not a stranger on its port, answers. */
export function pingEngine(port: number, identity: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/ping', agent: false, timeout: pingTimeoutMs };
    const request = get(options, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > identity.length + 2) response.destroy();
      });
      response.on('close', () => resolve(response.statusCode === 200 && body.trim() === identity));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
