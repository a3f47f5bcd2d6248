import type { ReactNode } from "react";
import { focalPoint, largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { firstScreen } from "../../ui/document/first-screen.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { CoverView, HoursView, SiteView } from "../views.ts";
import { HoursPill } from "../hours/hours.tsx";

/** The picture's `sizes`: on a phone it is laid out far wider than the window. */
const COVER_SIZES = largeSizes("100vw", 230);

/** A name of more characters is written smaller, so that it stays on one line of a wide window. */
const LONG_NAME = 12;

type CoverProps = {
  site: SiteView;
  cover: CoverView;
  hours: HoursView;
  /** The line of the featured event, under the name. */
  children: ReactNode;
};

/** The top of Home: picture, the venue's name, the featured event, opening hours, phone and address. */
export function Cover({ site, cover, hours, children }: CoverProps) {
  const { place } = cover;
  const [, before = "", elided = ""] = /^(.*?)([dl][’'])?$/s.exec(site.title.slice(0, -place.length)) ?? [];
  return (
    <section ref={firstScreen} className="cover" aria-labelledby="cover-title">
      <div className="cover-scene">
        <Picture view={cover.picture} sizes={COVER_SIZES} eager />
        {cover.lantern && <Rays lantern={cover.lantern} focal={focalPoint(cover.picture)} />}
      </div>
      <div className="cover-words">
        <h1 id="cover-title">
          <span className="cover-of">
            {site.welcome} {before}
          </span>
          <span className={place.length > LONG_NAME ? "cover-name is-long" : "cover-name"}>
            {elided}
            {place}
          </span>
        </h1>
        {children}
        <div className="cover-bar">
          <HoursPill hours={hours} />
          <a className="cover-link cover-phone figures" href={site.phone.href}>
            <Icon name="phone" />
            <span>{site.phone.label}</span>
          </a>
          <OutboundLink
            className="cover-link"
            href={site.address.mapsUrl}
            aria-label={m.cover_address({ street: site.address.street, locality: site.address.locality })}
          >
            <Icon name="map-pin" />
            <span>{site.address.street}</span>
          </OutboundLink>
        </div>
      </div>
    </section>
  );
}

type Point = { x: number; y: number };

/**
 * Rays of light from the point `lantern`, which is given in the picture's 1600 x 900 frame. Two boxes, each shifted by the focal
 * point and mirrored, crop the drawing exactly as `object-position` crops the picture under it.
 */
function Rays({ lantern, focal }: { lantern: Point; focal: ReturnType<typeof focalPoint> }) {
  return (
    <div className="cover-rays" {...focal}>
      <svg viewBox="0 0 1600 900" {...focal} aria-hidden="true">
        <radialGradient id="rays" gradientUnits="userSpaceOnUse" cx={lantern.x} cy={lantern.y} r="800">
          <stop stopColor="#ffe9bd" />
          <stop offset="1" stopColor="#ffe9bd" stopOpacity="0" />
        </radialGradient>
        <path d={raysFrom(lantern)} stroke="url(#rays)" />
      </svg>
    </div>
  );
}

const RAYS = 23;
const FIRST_ANGLE = -172;
const LAST_ANGLE = -8;
const INNER_RADIUS = 46;
const OUTER_RADII = [800, 520, 660, 520];

function raysFrom({ x, y }: Point): string {
  return Array.from({ length: RAYS }, (_, ray) => {
    const angle = ((FIRST_ANGLE + (ray * (LAST_ANGLE - FIRST_ANGLE)) / (RAYS - 1)) * Math.PI) / 180;
    const at = (radius: number) =>
      `${Math.round(x + radius * Math.cos(angle))} ${Math.round(y + radius * Math.sin(angle))}`;
    return `M${at(INNER_RADIUS)}L${at(OUTER_RADII[ray % OUTER_RADII.length] ?? 0)}`;
  }).join("");
}
