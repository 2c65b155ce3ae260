import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks a question without echoing the answer. From a pipe, it reads the next line. */
export function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  process.stderr.write(question);
  return new Promise((resolve) => {
    lines.once('close', () => resolve(''));
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
      process.stderr.write('\n');
    });
  });
}
