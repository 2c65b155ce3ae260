import { observer } from 'mobx-react-lite';
import type { BlockValue } from '../../../config/screen.ts';
import type { ContentItem } from '../../../config/content.ts';
import { Icon } from '../../parts/Icon.tsx';
import { toneIcons } from '../../parts/toneIcons.ts';
import { useScope } from '../../screen/scope.tsx';
import { useText } from '../../text.tsx';
import { ContentButton } from '../ContentButton.tsx';
import { Drawing } from '../../parts/Drawing.tsx';
import { useContent } from '../useContent.ts';
import type { BannersOptions } from './definition.ts';
import { useCarousel } from './useCarousel.ts';

/** A carousel that follows the ARIA practices. It scrolls natively, so swiping and the keyboard work without code. */
export const Banners = observer(function Banners({ block }: { block: BlockValue & BannersOptions }) {
  const { text } = useScope();
  const texts = useText();
  const { content, label, everySeconds } = block;
  const { items } = useContent(content);
  const carousel = useCarousel(items.length, everySeconds);
  const words = (key: string, values?: Record<string, unknown>) => texts.t(`common.blocks.banners.${key}`, values);
  if (items.length === 0) return null;
  return (
    <section className="banners" aria-roledescription={words('role')} aria-label={text(label)} {...carousel.whileUsed}>
      <div className="banners-track" ref={carousel.track} onScroll={carousel.onScroll}>
        {items.map((item, index) => (
          <Banner
            key={item.id}
            item={item}
            role={words('slide')}
            place={texts.t('common.content.place', { number: index + 1, total: items.length })}
          />
        ))}
      </div>
      {items.length > 1 && (
        <div className="banners-controls">
          <Turn icon="back" label={words('previous')} onClick={() => carousel.go(carousel.at - 1)} />
          <span className="banners-dots" aria-hidden="true">
            {items.map(({ id }, index) => (
              <span key={id} className={index === carousel.at ? 'banners-dot banners-dot-here' : 'banners-dot'} />
            ))}
          </span>
          {carousel.toggle && (
            <Turn
              icon={carousel.isPlaying ? 'pause' : 'play'}
              label={words(carousel.isPlaying ? 'pause' : 'play')}
              onClick={carousel.toggle}
            />
          )}
          <Turn icon="next" label={words('next')} onClick={() => carousel.go(carousel.at + 1)} />
        </div>
      )}
    </section>
  );
});

const Banner = observer(function Banner({ item, role, place }: { item: ContentItem; role: string; place: string }) {
  const { text } = useScope();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a slide is a group with a role description, by the ARIA practices
    <div className="banner" data-tone={item.tone} role="group" aria-roledescription={role} aria-label={place}>
      <div className="banner-words">
        <h2 className="banner-title">
          {item.tone !== undefined && <Icon name={toneIcons[item.tone]} />}
          {text(item.title)}
        </h2>
        {item.text && <p className="banner-text">{text(item.text)}</p>}
        <ContentButton item={item} />
      </div>
      {item.picture !== undefined && (
        <div className="banner-picture">
          <Drawing name={item.picture} />
        </div>
      )}
    </div>
  );
});

function Turn({ icon, label, onClick }: { icon: string; label: string; onClick: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
