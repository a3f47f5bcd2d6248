import { AgendaBlock } from "../../agenda/pages/agenda-block.tsx";
import { FeaturedLink } from "../../agenda/pages/featured-link.tsx";
import { GamesBlock } from "../../games/pages/games-block.tsx";
import { JackpotBlock } from "../../jackpots/pages/jackpot-block.tsx";
import { HotelBand } from "../../leisure/pages/hotel-band.tsx";
import { LeisureBlock } from "../../leisure/pages/leisure-block.tsx";
import { MeetingsBlock } from "../../leisure/pages/meetings-block.tsx";
import { RichText } from "../../content/pages/rich-text.tsx";
import { PageTextSection } from "../../content/pages/page-text.tsx";
import type { PageText } from "../../content/page.server.ts";
import { LateBlocks } from "../../ui/motion/late-blocks.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import type { SiteView } from "../../venues/views.ts";
import type { HomeView } from "../home-view.ts";
import { ClubBlock } from "../../venues/pages/club-block.tsx";
import { Cover } from "../../venues/pages/cover.tsx";
import { GalleryBlock } from "./gallery-block.tsx";
import { PracticalBlock } from "./practical-block.tsx";

type HomePageProps = { site: SiteView; home: HomeView; text?: PageText | null };

/** 'Mon casino': the blocks of Home in order. Blocks without content are left out. */
export function HomePage({ site, home, text = null }: HomePageProps) {
  return (
    <>
      <Cover site={site} cover={home.cover} hours={home.hours}>
        <FeaturedLink line={home.featured} />
      </Cover>
      <LateBlocks>
        <Statement tagline={home.tagline} />
        {text && <PageTextSection text={text} />}
        <AgendaBlock cards={home.agenda} href={home.agendaHref} />
        <GamesBlock panels={home.games} isSmall={home.isSmallGamesGrid} href={home.gamesHref} />
        {home.jackpots && <JackpotBlock block={home.jackpots} href={home.jackpotsHref} />}
        {home.club && <ClubBlock club={home.club} site={site} />}
        <LeisureBlock title={home.leisureTitle} places={home.places} href={home.leisureHref} />
        {home.hotel && <HotelBand hotel={home.hotel} />}
        <MeetingsBlock meetings={home.meetings} picture={home.meetingsPicture} shop={home.shop} />
        {home.presentation !== "" && <Presentation html={home.presentation} />}
        <PracticalBlock site={site} nearby={home.nearby} hours={home.hours} />
        <GalleryBlock pictures={home.gallery} />
      </LateBlocks>
    </>
  );
}

/** The venue's description in a sentence or two. */
function Statement({ tagline }: { tagline: string }) {
  return (
    <section className="discover" id="decouvrir">
      <div className="column statement">
        <Ornament shape="fan" />
        <p>{tagline}</p>
      </div>
    </section>
  );
}

/** The venue's full description. It comes after the agenda. */
function Presentation({ html }: { html: string }) {
  return (
    <section className="section is-next">
      <Reveal className="column presentation">
        <RichText html={html} />
      </Reveal>
    </section>
  );
}
