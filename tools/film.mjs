/*
 * Draws public/media/howItWorks: six scenes without text, so that captions can use any language.
 * Run `node tools/film.mjs` after a change here. It needs ffmpeg. Its output is in git, so nobody else needs ffmpeg.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const width = 640;
const height = 360;
const framesPerSecond = 12;
const secondsPerScene = 4;
const colours = {
  paper: '#faf7f1',
  surface: '#ffffff',
  line: '#d8cfbf',
  ink: '#1b2421',
  primary: '#0b5c53',
  soft: '#e1efeb',
  accent: '#e0962a',
};

/** 0 before `from`, 1 after `to`, eased between. All values are fractions of the scene. */
const ease = (at, from, to) => {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

const rect = (x, y, w, h, fill, radius = 8, more = '') =>
  `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" rx="${radius}" fill="${fill}" ${more}/>`;
const circle = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${Math.max(0, r)}" fill="${fill}" ${more}/>`;
const stroke = (path, colour, size = 8, more = '') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${size}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** A tick, drawn up to `part`. */
const tick = (x, y, part, colour = colours.surface, size = 1) =>
  stroke(
    `M${x - 16 * size} ${y}l${11 * size} ${12 * size} ${21 * size}-${25 * size}`,
    colour,
    8 * size,
    `pathLength="1" stroke-dasharray="1" stroke-dashoffset="${1 - part}"`,
  );
const coin = (x, y, r = 20) =>
  circle(x, y, r, colours.accent) +
  stroke(
    `M${x - r * 0.2} ${y + r * 0.5}v-${r}h${r * 0.3}a${r * 0.28} ${r * 0.28} 0 0 1 0 ${r * 0.56}h-${r * 0.3}`,
    colours.surface,
    r * 0.16,
  );
const phone = (inner) => rect(230, 40, 180, 290, colours.ink, 26) + rect(240, 50, 160, 270, colours.surface, 18) + inner;

const scenes = [
  // Answering questions one by one.
  (at) =>
    phone(
      [0, 1, 2, 3]
        .map(
          (row) =>
            rect(258, 80 + row * 44, 124, 28, colours.soft, 8) +
            rect(258, 80 + row * 44, 124 * ease(at, 0.1 + row * 0.17, 0.25 + row * 0.17), 28, colours.primary, 8, 'opacity=".85"'),
        )
        .join('') + rect(258, 268, 124, 34, at > 0.8 ? colours.accent : colours.line, 17),
    ),
  // The decision: a clock turns into a tick.
  (at) =>
    phone(
      circle(320, 180, 56, at > 0.65 ? colours.primary : colours.soft) +
        (at > 0.65
          ? tick(320, 182, ease(at, 0.68, 0.85), colours.surface, 1.5)
          : stroke(`M320 180v-34`, colours.primary, 7, `transform="rotate(${360 * ease(at, 0, 0.6)} 320 180)"`) +
            stroke('M320 180h22', colours.primary, 7, `transform="rotate(${90 * ease(at, 0, 0.6)} 320 180)"`)),
    ),
  // All costs: a bar splits into the amount received and the deduction.
  (at) => {
    const apart = 36 * ease(at, 0.3, 0.6);
    return (
      rect(120 - apart / 2, 150, 310, 60, colours.primary, 12) +
      rect(430 + apart / 2, 150, 90, 60, colours.accent, 12) +
      [0, 1, 2]
        .map(
          (row) =>
            rect(120, 238 + row * 24, 180 * ease(at, 0.55 + row * 0.1, 0.7 + row * 0.1), 10, colours.line, 5) +
            rect(440, 238 + row * 24, 80 * ease(at, 0.55 + row * 0.1, 0.7 + row * 0.1), 10, colours.ink, 5, 'opacity=".55"'),
        )
        .join('') +
      coin(320, 100 - 20 * (1 - ease(at, 0, 0.25)), 26)
    );
  },
  // The money arrives in the wallet.
  (at) =>
    [0, 1, 2]
      .map((number) => {
        const on = ease(at, number * 0.18, 0.45 + number * 0.18);
        return on < 1 ? coin(120 + 290 * on, 180 - 90 * Math.sin(Math.PI * on), 22) : '';
      })
      .join('') +
    rect(390, 130, 160, 110, colours.primary, 18) +
    rect(390, 130, 160, 30, '#07443d', 14) +
    rect(496, 174, 54, 34, colours.soft, 12) +
    circle(516, 191, 7, colours.accent) +
    circle(470, 130, 34 * ease(at, 0.85, 0.97), colours.accent) +
    (at > 0.88 ? tick(470, 131, ease(at, 0.88, 1), colours.surface, 0.9) : ''),
  // The due date in the calendar, and a later one after an extension.
  (at) => {
    const day = (index) => [202 + (index % 6) * 46, 132 + Math.floor(index / 6) * 46];
    const [x, y] = day(9);
    const [nextX, nextY] = day(15);
    const on = ease(at, 0.6, 0.85);
    return (
      rect(170, 50, 300, 260, colours.surface, 20) +
      rect(170, 50, 300, 50, colours.primary, 20) +
      Array.from({ length: 24 }, (_, index) => day(index))
        .map(([dayX, dayY]) => rect(dayX - 14, dayY - 14, 28, 28, colours.soft, 8))
        .join('') +
      circle(x + (nextX - x) * on, y + (nextY - y) * on, 20 * ease(at, 0.15, 0.35), colours.accent)
    );
  },
  // Repaid: the coin returns.
  (at) =>
    coin(180 + 140 * ease(at, 0, 0.45), 180, 24 * (1 - ease(at, 0.45, 0.55))) +
    circle(320, 180, 84 * ease(at, 0.45, 0.65), colours.primary) +
    (at > 0.6 ? tick(322, 184, ease(at, 0.62, 0.85), colours.surface, 2.2) : '') +
    [0, 1, 2, 3, 4, 5]
      .map((ray) => {
        const angle = (ray * Math.PI) / 3;
        const far = 110 + 30 * ease(at, 0.65, 0.9);
        return circle(320 + far * Math.cos(angle), 180 + far * Math.sin(angle), 7 * ease(at, 0.65, 0.75), colours.accent);
      })
      .join(''),
];

function frame(number) {
  const perScene = framesPerSecond * secondsPerScene;
  const scene = Math.floor(number / perScene);
  const at = (number % perScene) / (perScene - 1);
  const shown = Math.min(ease(at, 0, 0.06), 1 - ease(at, 0.95, 1));
  const isLast = scene === scenes.length - 1;
  const dots = scenes
    .map((_, index) => circle(320 + (index - (scenes.length - 1) / 2) * 22, 344, 4, index === scene ? colours.primary : colours.line))
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="100%" height="100%" fill="${colours.paper}"/>
    <g opacity="${isLast ? ease(at, 0, 0.06) : shown}">${scenes[scene](at)}</g>${dots}</svg>`;
}

const target = fileURLToPath(new URL('../public/media/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'film-'));
const total = scenes.length * secondsPerScene * framesPerSecond;
for (let number = 0; number < total; number++) {
  await sharp(Buffer.from(frame(number)))
    .png()
    .toFile(join(folder, `${String(number).padStart(4, '0')}.png`));
}
const input = [
  '-y',
  '-loglevel',
  'error',
  '-framerate',
  String(framesPerSecond),
  '-i',
  join(folder, '%04d.png'),
  '-pix_fmt',
  'yuv420p',
  '-an',
];
execFileSync('ffmpeg', [...input, '-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', join(target, 'howItWorks.webm')]);
execFileSync('ffmpeg', [
  ...input,
  '-c:v',
  'libx264',
  '-profile:v',
  'baseline',
  '-crf',
  '28',
  '-movflags',
  '+faststart',
  join(target, 'howItWorks.mp4'),
]);
await sharp(Buffer.from(frame(Math.floor(framesPerSecond * secondsPerScene * 0.75))))
  .webp({ quality: 80 })
  .toFile(join(target, 'howItWorks.webp'));
rmSync(folder, { recursive: true });
