import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** Calls the staff API of the tested server as a member of staff. */
export type Staff = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** Logs in to a staff application in a role with one click on `/dev/staff`, where each application has its buttons. */
export async function enterAs(page: Page, { url }: RunningServer, application: 'desk' | 'studio', role: string): Promise<void> {
  await page.goto(`${url}/dev/staff`);
  await page
    .getByRole('form', { name: `/${application}` })
    .getByRole('button', { name: role, exact: true })
    .click();
}

/** Creates the demo staff (`/dev/staff`) and logs one of them in: `support`, `underwriter` … */
export async function atDesk({ url }: Pick<RunningServer, 'url'>, role: string): Promise<Staff> {
  const page = await (await fetch(`${url}/dev/staff`, { method: 'POST' })).text();
  const row = new RegExp(`demo-${role}</strong>.*?<code>(.*?)</code>.*?<code>(\\d{6})</code>`, 's').exec(page);
  if (!row) throw new Error(`Nobody is ${role}.`);
  const call = async (method: string, path: string, body: object | undefined, token?: string) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as unknown;
  };
  const { token } = (await call('POST', '/api/staff/sessions', { name: `demo-${role}`, password: row[1], code: row[2] })) as {
    token: string;
  };
  return (method, path, body) => call(method, path, body, token);
}

interface Proposal {
  id: string;
  hash: string;
}

/** Cancels a loan: support proposes it, and an underwriter approves it. */
export async function cancelAtDesk(
  enter: (role: 'support' | 'underwriter') => Promise<Staff>,
  loanId: string,
  reason: string,
): Promise<void> {
  const support = await enter('support');
  await support('POST', '/api/staff/approvals', { operation: 'staff.cancelLoan', input: { id: loanId, reason } });
  const underwriter = await enter('underwriter');
  const { approvals } = (await underwriter('GET', `/api/staff/approvals?subject=loan:${loanId}`)) as { approvals: Proposal[] };
  const { id = '', hash = '' } = approvals[0] ?? {};
  await underwriter('POST', `/api/staff/approvals/${id}/decisions`, { decision: 'approved', hash, note: reason });
}
