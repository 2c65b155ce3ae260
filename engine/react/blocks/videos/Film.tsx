import type { Video } from '../../../config/content.ts';
import { useText } from '../../text.tsx';

/** A video in the browser's player, with captions in the app's language. It never starts by itself. */
export function Film({ video, title }: { video: Video; title: string }) {
  const { language } = useText();
  return (
    // The key replaces the element on a language change, because the browser would keep the old captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its tracks are captions, one for each language
    <video key={language} className="film" controls playsInline preload="none" poster={video.poster} aria-label={title}>
      {video.sources.map(({ src, type }) => (
        <source key={src} src={src} type={type} />
      ))}
      {Object.entries(video.captions).map(([code, src]) => (
        <track key={code} kind="captions" src={src} srcLang={code} label={code} default={code === language} />
      ))}
    </video>
  );
}
