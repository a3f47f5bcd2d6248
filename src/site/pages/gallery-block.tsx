import { type MouseEvent, use, useState } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { hasLateStyles } from "../../ui/document/late-styles.ts";
import { MediaUrl, Picture } from "../../ui/pictures/picture.tsx";
import { widthAddress } from "../../ui/pictures/source.ts";
import { m } from "../../messages/messages.js";
import { Lightbox } from "../../ui/motion/lightbox.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";

/** Width in pixels of the picture that opens when no script shows the lightbox. */
const FULL_WIDTH = 1500;
const SIZES = "(min-width: 900px) 46vw, 100vw";

/** Pictures of the casino. Each links to itself at full size, and opens in place once React runs and the styles for it have arrived. */
export function GalleryBlock({ pictures }: { pictures: PictureView[] }) {
  const mediaUrl = use(MediaUrl);
  const [opened, setOpened] = useState<number | null>(null);
  const open = (event: MouseEvent, at: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !hasLateStyles()) return;
    event.preventDefault();
    setOpened(at);
  };
  if (pictures.length === 0) return null;
  return (
    <section className="section is-next" id="galerie" aria-labelledby="gallery-title">
      <div className="column">
        <SectionHead id="gallery-title" title={m.gallery_title()} />
        <Reveal as="ul" className="gallery" data-shape={galleryShape(pictures.length)} data-live="">
          {pictures.map((picture, at) => (
            <li key={picture.key}>
              <a
                className="picture"
                href={widthAddress(picture, Math.min(FULL_WIDTH, picture.width), mediaUrl)}
                onClick={(event) => open(event, at)}
              >
                <Picture view={picture} sizes={SIZES} />
              </a>
            </li>
          ))}
        </Reveal>
      </div>
      <Lightbox
        label={m.gallery_title()}
        words={{ close: m.close(), previous: m.previous(), next: m.next() }}
        position={(at) => m.gallery_position({ at, of: pictures.length })}
        captions={pictures.map(({ alt }) => alt)}
        opened={opened}
        onClose={() => setOpened(null)}
      >
        {pictures.map((picture) => (
          <div key={picture.key} className="lightbox-slide">
            <Picture view={picture} sizes="100vw" />
          </div>
        ))}
      </Lightbox>
    </section>
  );
}

/** The layout for a number of pictures: up to four have their own; beyond, five form a block and the rest fill rows of four. */
export function galleryShape(count: number): string {
  return count <= 4 ? String(count) : `5+${(count - 5) % 4}`;
}
