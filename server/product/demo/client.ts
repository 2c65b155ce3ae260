import type { Past } from './past.ts';

interface Body {
  json?: object;
  multipart?: FormData;
  headers?: Record<string, string>;
}

/** Calls the API as a browser does: keeps cookies and sends an idempotency key with each command. `headers` are sent with every call. */
export function demoClient({ app }: Past) {
  const headers: Record<string, string> = {};
  const jar = new Map<string, string>();
  const call = async <Answer>(method: 'GET' | 'POST' | 'PUT', url: string, body: Body = {}): Promise<Answer> => {
    const sent = body.multipart ? await encoded(body.multipart) : { payload: body.json, headers: {} };
    const answer = await app.inject({
      method,
      url,
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
      headers: { ...headers, ...sent.headers, ...body.headers, ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }) },
    });
    if (answer.statusCode >= 400) throw new Error(`demo: ${method} ${url}: ${answer.statusCode} ${answer.body}`);
    for (const { name, value } of answer.cookies) jar.set(name, value);
    if (jar.size > 0) headers['cookie'] = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return answer.json<Answer>();
  };

  return { call, headers };
}

/** Encodes a form as a browser does. */
async function encoded(form: FormData): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': request.headers.get('content-type') ?? '' } };
}
