import { Html } from "../../src/ui/document/html.tsx";
import { NoBreakWords } from "../../src/ui/document/no-break-words.tsx";
import { Icon } from "../../src/ui/icons/icon.tsx";
import { OutboundLink } from "../../src/ui/outbound-link.tsx";
import { BOTH, NIGHT, Row, type SpecimenGroup, Stack } from "./specimen.tsx";

const SANITISED = 'Doors open at <strong>20:30</strong>. <a class="text-link" href="#words">How to get here</a>';

export const WORDS: SpecimenGroup = {
  id: "words",
  title: "Words",
  caption: "Two faces: Forum for titles and figures, Instrument Sans for everything that is read.",
  specimens: [
    {
      name: "Titles and text",
      file: "document/type.css",
      caption: "Three titles, the lead under a title, the gold label, and small print.",
      on: BOTH,
      Show: () => (
        <Stack>
          <p className="label">Friday 4 December, 20:30</p>
          <p className="title-1 catalogue-display">An evening at the casino</p>
          <p className="title-2 catalogue-display">An evening at the casino</p>
          <p className="title-3">An evening at the casino</p>
          <p className="lead">Dinner, the show, and the tables until four in the morning.</p>
          <p>Running text stands at sixteen pixels.</p>
          <p className="small quiet">
            Small and quiet, with figures of one width: <span className="figures">1 111 € and 8 888 €</span>
          </p>
        </Stack>
      ),
    },
    {
      name: "Html",
      file: "document/html.tsx",
      caption: "Text with markup that the server has already cleaned.",
      on: BOTH,
      Show: () => <Html html={SANITISED} />,
    },
    {
      name: "NoBreakWords",
      file: "document/no-break-words.tsx",
      caption:
        "A title whose small words stay with the word that they introduce, here where there is room for two words a line.",
      on: BOTH,
      Show: () => (
        <p className="title-3 catalogue-narrow">
          <NoBreakWords of="Cabaret NU, la nouvelle revue" />
        </p>
      ),
    },
  ],
};

export const BUTTONS: SpecimenGroup = {
  id: "buttons",
  title: "Buttons and links",
  caption: "A button does something, a link leads somewhere. Either may look like the other.",
  specimens: [
    {
      name: "Buttons",
      file: "forms/button.css",
      caption: "In the venue’s colour for the one thing to do; with a line for the others; quiet for the way out.",
      on: BOTH,
      Show: ({ on }) => (
        <Row>
          <button className="button button-venue" type="button">
            Book a table
          </button>
          <button className="button button-line" type="button">
            See the programme
          </button>
          {on === "night" && (
            <button className="button button-ivory" type="button">
              Join the club
            </button>
          )}
          <button className="button button-quiet" type="button">
            Not now
          </button>
        </Row>
      ),
    },
    {
      name: "Small buttons",
      file: "forms/button.css",
      caption: "For rows and bars. Still 44 pixels high, so that a thumb hits them.",
      on: BOTH,
      Show: () => (
        <Row>
          <button className="button button-small button-venue" type="button">
            Save
          </button>
          <button className="button button-small button-line" type="button">
            <Icon name="download-simple" small />
            Download
          </button>
          <button className="button button-small button-quiet" type="button">
            Cancel
          </button>
        </Row>
      ),
    },
    {
      name: "Round buttons",
      file: "forms/button.css",
      caption: "An icon alone, with a name for those who do not see it; with a line, and where nothing can be done.",
      on: BOTH,
      Show: () => (
        <Row>
          <button className="round" type="button" aria-label="Close">
            <Icon name="x" />
          </button>
          <button className="round round-line" type="button" aria-label="Next">
            <Icon name="caret-right" small />
          </button>
          <button className="round round-line" type="button" aria-label="Previous" disabled>
            <Icon name="caret-left" small />
          </button>
        </Row>
      ),
    },
    {
      name: "Links",
      file: "forms/button.css",
      caption: "On a gold line when it stands alone, underlined when it stands in a sentence.",
      on: BOTH,
      Show: () => (
        <Row>
          <a className="link" href="#buttons">
            The whole programme
            <Icon name="arrow-right" small />
          </a>
          <p>
            See our{" "}
            <a className="text-link" href="#buttons">
              opening hours
            </a>
            .
          </p>
        </Row>
      ),
    },
    {
      name: "OutboundLink",
      file: "outbound-link.tsx",
      caption: "Leads to another house: a tab of its own, which learns nothing of ours.",
      on: BOTH,
      Show: () => (
        <Row>
          <OutboundLink className="link" href="http://localhost/">
            The tourist office
            <Icon name="arrow-up-right" small />
          </OutboundLink>
        </Row>
      ),
    },
    {
      name: "Buttons over a picture",
      file: "forms/button.css",
      caption: "Two things to do under a title, the first of them in the venue’s colour.",
      on: NIGHT,
      Show: () => (
        <div className="actions">
          <a className="button button-venue" href="#buttons">
            Reserve
          </a>
          <a className="link" href="#buttons">
            Plan your visit
            <Icon name="arrow-right" small />
          </a>
        </div>
      ),
    },
  ],
};
