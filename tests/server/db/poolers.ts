import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pooler {
  url: string;
  close(): Promise<void>;
}

const program = 'pgbouncer';
/** Debian installs it outside most users' path. */
const pathWithSbin = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

/** 1.18 becomes 118. A machine that tests on PostgreSQL also tests behind a pooler, so this throws if there is none. */
export function pgBouncerVersion(): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: pathWithSbin });
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (major === undefined) throw new Error('PgBouncer is not installed, and TEST_DATABASE_URL is set: apt-get install pgbouncer');
  return Number(major) * 100 + Number(minor);
}

/** Starts PgBouncer in transaction mode in front of the PostgreSQL of `serverUrl`, with few server connections, in one schema. */
export async function startPgBouncer(serverUrl: string, schema: string, settings: readonly string[] = []): Promise<Pooler> {
  const server = new URL(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'hakbang-pgbouncer-'));
  const port = await freePort();
  const password = server.password ? ` password=${decodeURIComponent(server.password)}` : '';
  const target = `host=${server.hostname} port=${server.port || 5432} dbname=${server.pathname.slice(1)} user=${server.username}${password}`;
  const lines = [
    '[databases]',
    `pooled = ${target} connect_query='set search_path to ${schema}'`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    ...settings,
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), lines.join('\n'));
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const args = [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: pathWithSbin });
  await listening(child, port);
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}/pooled`,
    close: async () => {
      child.kill('SIGTERM');
      await new Promise((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', resolve) : resolve(null)));
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PgBouncer ended at once: ${said}`);
}

/**
 * Simulates what a client notices of a pooler: a process number that is not the server's and, with `renames`, other names for prepared
 * statements, as PgBouncer assigns from 1.21 on.
 */
export async function startProxy(serverUrl: string, { renames }: { renames: boolean }): Promise<Pooler> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, server])
      sockets.add(socket.on('error', () => {}).on('close', () => [client, server].map((s) => s.destroy())));
    const toServer = messages(true, (type, body) => (renames ? renamed(type, body) : body));
    const toClient = messages(false, (type, body) => (type === 'K' ? Buffer.concat([Buffer.from([0, 0, 0, 1]), body.subarray(4)]) : body));
    client.on('data', (chunk: Buffer) => server.write(toServer(chunk)));
    server.on('data', (chunk: Buffer) => client.write(toClient(chunk)));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** Changes protocol messages (type, length, body) one by one. The first message of a client has no type. */
function messages(hasStartup: boolean, change: (type: string, body: Buffer) => Buffer): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const out: Buffer[] = [];
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (rest.length < head + 4 || rest.length < head + rest.readUInt32BE(head)) return Buffer.concat(out);
      const end = head + rest.readUInt32BE(head);
      const body = rest.subarray(head + 4, end);
      const changed = isStartup ? body : change(String.fromCharCode(rest[0] ?? 0), body);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(changed.length + 4);
      out.push(rest.subarray(0, head), length, changed);
      rest = rest.subarray(end);
      isStartup = false;
    }
  };
}

/** Parse begins with the statement's name, Bind with the portal's and then it, Describe and Close with `S` and it. */
function renamed(type: string, body: Buffer): Buffer {
  const at = { P: 0, B: body.indexOf(0) + 1, D: 1, C: 1 }[type];
  if (at === undefined || body[at] === 0 || ((type === 'D' || type === 'C') && body[0] !== 'S'.charCodeAt(0))) return body;
  return Buffer.concat([body.subarray(0, at), Buffer.from('POOLER_'), body.subarray(at)]);
}
