import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, plainPage } from '../http/html.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { formBodies } from './formBodies.ts';
import { sandboxLoginPath, socialOrders, type SocialLinkSandbox } from '../../ports/socialLinkSandbox.ts';

const fields = ['state', 'code_challenge', 'redirect_uri'] as const;
type Asked = Record<(typeof fields)[number], string>;

/** Login page of the social sandbox, and its simulated failures. Not available in production. */
export function socialDev(app: App): void {
  const { settings, ports } = app.deps;
  const { socialLink } = ports;
  if (settings.mode === 'production' || !socialLink || !('orders' in socialLink)) return;
  const sandbox = socialLink as SocialLinkSandbox;
  formBodies(app);
  app.get(sandboxLoginPath, (request, reply) => reply.type('text/html; charset=utf-8').send(loginPage(askedIn(request, request.query))));
  app.post(sandboxLoginPath, async (request, reply) => answer(sandbox, request, reply));
  app.post(`${sandboxLoginPath}/order`, async (request) => {
    const { order } = request.body as { order?: string };
    const known = socialOrders.find((each) => each === order) ?? fail('badRequest', { problems: [{ code: 'enum', path: '/order' }] });
    sandbox.orders.order(known);
    return { ordered: sandbox.orders.pending };
  });
}

function answer(sandbox: SocialLinkSandbox, request: FastifyRequest, reply: FastifyReply) {
  const body = request.body as Readonly<Record<string, string>>;
  const { state, code_challenge: codeChallenge, redirect_uri: redirectUri } = askedIn(request, body);
  const order = socialOrders.find((each) => each === body['answer']);
  if (order) sandbox.orders.order(order);
  const accountId = /^[0-9]{1,40}$/.test(body['account'] ?? '') ? (body['account'] ?? '') : '';
  const cancelled = body['answer'] === 'cancel' || accountId === '';
  const given = cancelled ? { error: 'access_denied' } : { code: sandbox.allow({ codeChallenge, redirectUri }, accountId) };
  return reply.redirect(`${redirectUri}?${new URLSearchParams({ ...given, state }).toString()}`, 303);
}

/** Reads the OAuth parameters. The redirect must point to this server, so that the page is no open redirect. */
function askedIn(request: FastifyRequest, given: unknown): Asked {
  const values = given as Readonly<Record<string, unknown>>;
  const asked = Object.fromEntries(fields.map((name) => [name, typeof values[name] === 'string' ? values[name] : ''])) as Asked;
  const isOurs = asked.redirect_uri.startsWith(`${request.protocol}://${request.host}/api/`);
  return isOurs ? asked : fail('badRequest', { problems: [{ code: 'pattern', path: '/redirect_uri' }] });
}

const loginPage = (asked: Asked): string =>
  plainPage(
    'Facebook (sandbox)',
    html`<p>A stand-in for the login of Facebook: any number is an account.</p>
      <form method="post" action="${sandboxLoginPath}">
        ${fields.map((name) => html`<input type="hidden" name="${name}" value="${asked[name]}" />`)}
        <p>
          <label>Account <input name="account" inputmode="numeric" pattern="[0-9]{1,40}" value="1000000001" required /></label>
        </p>
        <button name="answer" value="allow">Log in and allow</button>
        <button name="answer" value="cancel">Cancel</button>
        <button name="answer" value="refusesCode">Allow, then refuse the code</button>
        <button name="answer" value="timesOut">Allow, then time out</button>
      </form>`,
  );
