import type { RunningApp } from './app.ts';
import { takeRelease } from './release.ts';

interface DiagnosticView {
  severity: string;
  file: string;
  line: number;
  column: number;
  message: string;
  fix?: string;
}

type DevEvent = { release: string } | { diagnostics: DiagnosticView[] };

/** In development: shows a saved file at once and keeps what was typed. Shows a mistake with its file and line. */
export function watchReleases(app: RunningApp): void {
  const events = new EventSource(`/dev/events${app.base}`);
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as DevEvent;
    if ('diagnostics' in event) showDiagnostics(event.diagnostics.filter(({ severity }) => severity === 'error'));
    else void take(app, event.release);
  });
}

async function take({ services, navigator }: RunningApp, release: string): Promise<void> {
  showDiagnostics([]);
  if (release !== services.boot().release) await takeRelease(services, navigator);
}

const overlayId = 'dev-diagnostics';

function showDiagnostics(diagnostics: readonly DiagnosticView[]): void {
  document.getElementById(overlayId)?.remove();
  if (diagnostics.length === 0) return;
  const overlay = document.createElement('div');
  overlay.id = overlayId;
  overlay.setAttribute('role', 'alert');
  for (const { file, line, column, message, fix } of diagnostics) {
    const place = document.createElement('strong');
    place.textContent = `${file}:${line}:${column}`;
    const words = document.createElement('p');
    words.append(place, ` ${message}${fix ? ` ${fix}` : ''}`);
    overlay.append(words);
  }
  document.body.append(overlay);
}
