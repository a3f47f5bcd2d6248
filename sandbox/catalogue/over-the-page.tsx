import { Failure } from "../../src/ui/feedback/failure.tsx";
import { useFeedback } from "../../src/ui/feedback/feedback.tsx";
import { useLeave } from "../../src/ui/hooks/use-leave.ts";
import { usePopup } from "../../src/ui/hooks/use-popup.ts";
import { Icon } from "../../src/ui/icons/icon.tsx";
import { CloseLink } from "../../src/ui/sheets/close-link.tsx";
import { PopupLink } from "../../src/ui/sheets/popup-link.tsx";
import { Sheet } from "../../src/ui/sheets/sheet.tsx";
import { BOTH, NIGHT, PAPER, Row, type SpecimenGroup } from "./specimen.tsx";

const POPUP = "Sheet";
const PAGE = "/components";

export const OVER_THE_PAGE: SpecimenGroup = {
  id: "over",
  title: "Over the page",
  caption: "What opens over a page stands in its address, so that the way back closes it.",
  specimens: [
    {
      name: "PopupLink",
      file: "sheets/popup-link.tsx",
      caption:
        "Opens the sheet below as an entry of the history. Without script it is a link to the page with it open.",
      on: NIGHT,
      Show: () => (
        <Row>
          <PopupLink className="button button-line" popup={POPUP}>
            Open the sheet
          </PopupLink>
        </Row>
      ),
    },
    {
      name: "Sheet and CloseLink",
      file: "sheets/sheet.tsx",
      caption: "Letter paper from the right, on a phone from below. Escape, a click beside it or a pull closes it.",
      on: NIGHT,
      Show: () => <ShownSheet />,
    },
    {
      name: "FeedbackProvider",
      file: "feedback/feedback.tsx",
      caption: "A toast stays for four seconds. The error banner stays until it is closed, or what failed goes well.",
      on: NIGHT,
      Show: () => <FeedbackButtons />,
    },
    {
      name: "Failure",
      file: "feedback/failure.tsx",
      caption: "The same banner for pages without React: the button needs no script of ours.",
      on: NIGHT,
      Show: () => (
        <Row>
          <button className="button button-small button-line" type="button" popoverTarget="failure">
            Show the banner
          </button>
          <Failure text="Something went wrong. Please try again in a moment." close="Close the banner" />
        </Row>
      ),
    },
  ],
};

export const EMPTY_STATES: SpecimenGroup = {
  id: "empty",
  title: "Empty and waiting",
  caption: "Nothing is ever simply missing: a block says that it has nothing, or shows the shape of what is coming.",
  specimens: [
    {
      name: "Empty",
      file: "feedback/empty.css",
      caption: "One sentence, and where to go instead.",
      on: BOTH,
      Show: () => (
        <div className="empty">
          <Icon name="calendar-blank" />
          <p className="title-3">Nothing is announced yet</p>
          <p>The next season is published in September.</p>
          <a className="link" href="#empty">
            See the restaurants
          </a>
        </div>
      ),
    },
    {
      name: "Placeholder",
      file: "feedback/empty.css",
      caption: "The frame of a picture or a card that is on its way; it breathes unless motion is unwelcome.",
      on: NIGHT,
      Show: () => <div className="placeholder catalogue-placeholder" />,
    },
    {
      name: "Skeleton of a sheet",
      file: "sheets/sheet.css",
      caption: "What a sheet shows while its content is loading.",
      on: PAPER,
      Show: () => (
        <div className="sheet-skeleton" role="status" aria-label="Loading">
          <i />
          <i />
          <i />
        </div>
      ),
    },
  ],
};

function ShownSheet() {
  const { popup, isReverse } = usePopup();
  const leave = useLeave();
  return (
    <>
      <p className="quiet">{popup === POPUP ? "The sheet is open." : "The sheet is closed."}</p>
      <Sheet
        id="sheet"
        titleId="sheet-title"
        isOpen={popup === POPUP}
        isReverse={isReverse}
        leaveHref={PAGE}
        onLeave={() => leave(PAGE)}
      >
        <div className="sheet-top">
          <h2 className="title-3 catalogue-sheet-title" id="sheet-title">
            The menu
          </h2>
          <CloseLink className="round" href={PAGE} aria-label="Close the sheet">
            <Icon name="x" />
          </CloseLink>
        </div>
        <div className="sheet-body">
          <nav className="sheet-rows" aria-label="Rows of the sheet">
            {["The programme", "The games", "Restaurants and bars"].map((words, at) => (
              <a className="sheet-row" key={words} href="#over" aria-current={at === 0 ? "page" : undefined}>
                {words}
                <Icon name="caret-right" small />
              </a>
            ))}
          </nav>
          <FeedbackButtons />
        </div>
      </Sheet>
    </>
  );
}

function FeedbackButtons() {
  const { toast, fail, clear } = useFeedback();
  return (
    <Row>
      <button className="button button-small button-line" type="button" onClick={() => toast("Your choice is saved.")}>
        Show a toast
      </button>
      <button className="button button-small button-line" type="button" onClick={() => fail()}>
        Let something fail
      </button>
      <button className="button button-small button-quiet" type="button" onClick={() => clear()}>
        It went well since
      </button>
    </Row>
  );
}
