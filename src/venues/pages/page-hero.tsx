import type { ReactNode } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { firstScreen } from "../../ui/document/first-screen.ts";

const SIZES = largeSizes("100vw", 120);

type PageHeroProps = {
  title: string;
  picture: PictureView;
  /** A sentence under the title. */
  lead?: string | null;
  /** An action on the right, or figures. */
  children?: ReactNode;
};

/** The top of an inner page: a large picture that fades into the background, with the title on it. */
export function PageHero({ title, picture, lead, children }: PageHeroProps) {
  return (
    <header ref={firstScreen} className="hero">
      <div className="hero-picture">
        <Picture view={picture} sizes={SIZES} eager />
      </div>
      <div className="column hero-inner">
        <div>
          <h1>{title}</h1>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {children}
      </div>
    </header>
  );
}
