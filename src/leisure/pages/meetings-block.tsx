import type { ReactNode } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import type { MeetingCard } from "../views.ts";

const SIZES = "(min-width: 900px) 46vw, 110vw";

type Shop = { href: string; picture: PictureView };
type MeetingsBlockProps = { meetings: MeetingCard[]; picture: PictureView | null; shop: Shop | null };

/** Private events and the gift shop side by side. Where one is missing, the other takes the width. */
export function MeetingsBlock({ meetings, picture, shop }: MeetingsBlockProps) {
  const shown = picture ?? meetings[0]?.picture;
  const hasMeetings = meetings.length > 0 && shown !== undefined;
  if (!hasMeetings && shop === null) return null;
  return (
    <section className="section is-next">
      <Reveal className="column duo">
        {hasMeetings && (
          <Tile id="meeting-events" picture={shown} title={m.meetings_title()}>
            <Meetings meetings={meetings} />
          </Tile>
        )}
        {shop && (
          <OutboundLink className="tile scene" href={shop.href}>
            <TileContent picture={shop.picture} title={m.shop_title()}>
              <p className="tile-line">
                {m.shop_text()}
                <Icon name="arrow-up-right" />
              </p>
            </TileContent>
          </OutboundLink>
        )}
      </Reveal>
    </section>
  );
}

type TileProps = { id?: string; picture: PictureView; title: string; children: ReactNode };

function Tile({ id, ...content }: TileProps) {
  return (
    <div className="tile scene" id={id}>
      <TileContent {...content} />
    </div>
  );
}

function TileContent({ picture, title, children }: TileProps) {
  return (
    <>
      <div className="picture">
        <Picture view={picture} sizes={SIZES} />
      </div>
      <div className="tile-words">
        <h2 className="title-2">{title}</h2>
        {children}
      </div>
    </>
  );
}

function Meetings({ meetings }: { meetings: MeetingCard[] }) {
  return (
    <ul className="tile-lines">
      {meetings.map(({ kind, label, href, picture }) => (
        <li key={kind}>
          <DetailLink className="tile-line" href={href} preview={{ title: label, picture }}>
            {label}
            <Icon name="arrow-right" />
          </DetailLink>
        </li>
      ))}
    </ul>
  );
}
