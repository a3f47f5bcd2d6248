import { type MouseEvent, useRef, useState } from "react";
import { Carousel, CarouselArrows, CarouselPlaceholders } from "../../src/ui/motion/carousel.tsx";
import { LateBlocks } from "../../src/ui/motion/late-blocks.tsx";
import { Lightbox } from "../../src/ui/motion/lightbox.tsx";
import { Picture } from "../../src/ui/pictures/picture.tsx";
import type { PictureView } from "../../src/ui/pictures/picture-view.ts";
import { widthAddress } from "../../src/ui/pictures/source.ts";
import { NIGHT, type SpecimenGroup, Stack } from "./specimen.tsx";

const SIZES = "(min-width: 900px) 30vw, 50vw";
const HARBOUR = picture("hero-harbour-lights", "A harbour at night");
const PICTURES = [
  HARBOUR,
  picture("dining-brasserie", "The brasserie"),
  picture("game-roulette-wheel", "A roulette wheel"),
  picture("show-stage-curtain", "The stage"),
  picture("spa-pool", "The pool of the spa"),
  picture("hotel-bedroom", "A room of the hotel"),
];

export const PICTURE_PARTS: SpecimenGroup = {
  id: "pictures",
  title: "Pictures",
  caption: "They fill their frame around the point that is never cropped.",
  specimens: [
    {
      name: "Picture",
      file: "pictures/picture.tsx",
      caption: "One picture in an upright frame, with its focal point at the left, in the middle and at the right.",
      on: NIGHT,
      Show: () => (
        <ul className="catalogue-pictures">
          {[0, 50, 100].map((x) => (
            <li key={x}>
              <div className="picture catalogue-upright">
                <Picture view={{ ...HARBOUR, x }} sizes={SIZES} ratio="4:5" widths={[600]} />
              </div>
              <p className="small quiet">Focal point: {x} %</p>
            </li>
          ))}
        </ul>
      ),
    },
    {
      name: "Scene",
      file: "pictures/picture.css",
      caption: "A picture with words on it: they stand where its veil is thickest.",
      on: NIGHT,
      Show: () => (
        <div className="scene catalogue-scene">
          <div className="picture">
            <Picture view={HARBOUR} sizes="(min-width: 900px) 60vw, 100vw" />
          </div>
          <p className="title-2 catalogue-display">Port-Sérac by night</p>
          <p className="quiet">Open until four</p>
        </div>
      ),
    },
    {
      name: "Carousel and CarouselArrows",
      file: "motion/carousel.tsx",
      caption: "A row that snaps. Touch, wheel and keys move it; the arrows show where there is somewhere to go.",
      on: NIGHT,
      Show: () => <ShownCarousel />,
    },
    {
      name: "CarouselPlaceholders",
      file: "motion/carousel.tsx",
      caption: "The shapes of slides that are still on their way.",
      on: NIGHT,
      Show: () => <CarouselPlaceholders id="slides-coming" label="On its way" />,
    },
    {
      name: "Lightbox",
      file: "motion/lightbox.tsx",
      caption: "A picture at full size over the page. Arrows, keys and swipes lead to the next.",
      on: NIGHT,
      Show: () => <ShownLightbox />,
    },
    {
      name: "LateBlocks",
      file: "motion/late-blocks.tsx",
      caption: "The parts of a long page, each laid out when the browser has time for it. Nothing of it is seen.",
      on: NIGHT,
      Show: () => (
        <LateBlocks>
          <p>The first block,</p>
          <p>and the second.</p>
        </LateBlocks>
      ),
    },
  ],
};

function ShownCarousel() {
  const row = useRef<HTMLUListElement>(null);
  return (
    <Stack>
      <CarouselArrows row={row} previous="Previous picture" next="Next picture" />
      <Carousel ref={row} id="slides" label="Pictures of the casino">
        {PICTURES.map((view, at) => (
          <li className="slide" key={view.key}>
            <div className="picture catalogue-upright">
              <Picture view={view} sizes={SIZES} ratio="4:5" widths={[600]} />
            </div>
            <p className="small quiet">Slide {at + 1}</p>
          </li>
        ))}
      </Carousel>
    </Stack>
  );
}

function ShownLightbox() {
  const [opened, setOpened] = useState<number | null>(null);
  const open = (event: MouseEvent, at: number) => {
    event.preventDefault();
    setOpened(at);
  };
  return (
    <>
      <ul className="catalogue-pictures">
        {PICTURES.slice(0, 3).map((view, at) => (
          <li key={view.key}>
            <a className="picture catalogue-wide" href={widthAddress(view, 1500)} onClick={(event) => open(event, at)}>
              <Picture view={view} sizes={SIZES} widths={[600]} />
            </a>
          </li>
        ))}
      </ul>
      <Lightbox
        label="Pictures at full size"
        words={{ close: "Close", previous: "Previous", next: "Next" }}
        position={(at) => `Picture ${at} of 3`}
        captions={PICTURES.slice(0, 3).map(({ alt }) => alt)}
        opened={opened}
        onClose={() => setOpened(null)}
      >
        {PICTURES.slice(0, 3).map((view) => (
          <div key={view.key} className="lightbox-slide">
            <Picture view={view} sizes="100vw" />
          </div>
        ))}
      </Lightbox>
    </>
  );
}

function picture(key: string, alt: string): PictureView {
  return { key, alt, x: 50, y: 50, width: 1600, height: 900, version: "" };
}
