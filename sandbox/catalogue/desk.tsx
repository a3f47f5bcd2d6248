import { DeskAction, DeskPropertyList, DeskSection } from "../../src/ui/desk/property-list.tsx";
import { DeskForm, DeskPost } from "../../src/ui/desk/form.tsx";
import { DeskLink } from "../../src/ui/desk/link.tsx";
import {
  DeskArea,
  DeskButtons,
  DeskCheck,
  DeskEmpty,
  DeskList,
  DeskRich,
  DeskRow,
  DeskSelect,
  DeskSubmit,
  DeskTable,
  DeskText,
} from "../../src/ui/desk/parts.tsx";
import { RichArea } from "../../src/ui/desk/rich-area.tsx";
import { SchemaFields } from "../../src/ui/desk/schema-form.tsx";
import { DeskIcon } from "../../src/ui/icons/desk-icon.tsx";
import { SCHEMA_FIELDS, SCHEMA_LEGENDS, SCHEMA_PICTURES, SCHEMA_PROBLEMS, SCHEMA_TYPED } from "./schema-example.ts";
import { PAPER, Row, type SpecimenGroup, Stack } from "./specimen.tsx";

const PAGE = "/components#desk";
const LANGUAGES = [
  { value: "fr", label: "French" },
  { value: "en", label: "English" },
];
const RICH =
  "<h3>The brasserie</h3><p>Open <strong>every day</strong>, from noon.</p><ul><li>Oysters</li><li>Sole</li></ul>";

export const DESK: SpecimenGroup = {
  id: "desk",
  title: "The desk",
  caption: "Where staff work: quieter, denser, and on paper only.",
  specimens: [
    {
      name: "DeskSection and DeskPropertyList",
      file: "desk/property-list.tsx",
      caption: "A part of a page under its heading, and what is known of a thing. What is unknown is left out.",
      on: PAPER,
      Show: () => (
        <DeskSection title="Membership" lead="Since the card was issued at the reception.">
          <DeskPropertyList
            properties={[
              ["Name", "Camille Marchand"],
              ["Card", "4819 2203 7716 0458"],
              ["Balance", "24.50 €"],
              ["Blocked since", null],
              ["E-mail address", "camille.marchand@example.org"],
            ]}
          />
        </DeskSection>
      ),
    },
    {
      name: "DeskAction",
      file: "desk/property-list.tsx",
      caption: "One button that posts; the quiet one is for what is seldom done.",
      on: PAPER,
      Show: () => (
        <Row>
          <DeskAction value="block">Block the card</DeskAction>
          <DeskAction value="again" quiet fields={{ card: "4819" }}>
            Send the mail again
          </DeskAction>
        </Row>
      ),
    },
    {
      name: "DeskLink",
      file: "desk/link.tsx",
      caption: "A link between pages of the desk. Nothing is fetched before the click.",
      on: PAPER,
      Show: () => (
        <Row>
          <DeskLink className="text-link" href={PAGE}>
            The member’s payments
          </DeskLink>
        </Row>
      ),
    },
    {
      name: "DeskPost",
      file: "desk/form.tsx",
      caption: "The form under every button of the desk; it is not sent a second time while it is under way.",
      on: PAPER,
      Show: () => (
        <DeskPost className="desk-act">
          <button className="desk-small" name="act" value="add">
            <DeskIcon name="plus" />
            Add a picture
          </button>
        </DeskPost>
      ),
    },
    {
      name: "DeskList and DeskRow",
      file: "desk/parts.tsx",
      caption: "Rows that lead somewhere: with a picture, a state and buttons, and with nothing but a title.",
      on: PAPER,
      Show: () => (
        <DeskList label="Announcements">
          <DeskRow
            href={PAGE}
            title="Cabaret Nu, the new revue"
            properties="Friday 4 December, 20:30"
            badge="Live"
            picture={<img src="/media/show-stage-curtain?width=300" alt="" width={72} height={48} loading="lazy" />}
            actions={
              <button className="round" type="button" aria-label="Remove Cabaret Nu">
                <DeskIcon name="trash" />
              </button>
            }
          />
          <DeskRow href={PAGE} title="An evening of jazz" properties="Saturday 12 December, 21:00" badge="Draft" />
          <DeskRow title="A row that leads nowhere" />
        </DeskList>
      ),
    },
    {
      name: "DeskTable",
      file: "desk/parts.tsx",
      caption: "A table; on a phone each row is a card, its cells beside the words of their heads.",
      on: PAPER,
      Show: () => (
        <DeskTable
          label="Payments"
          head={["When", "What", "Amount", { heard: "Actions" }]}
          rows={[
            {
              key: 1,
              cells: [
                "4 December, 20:31",
                "Deposit",
                "50.00 €",
                <DeskLink key="see" href={PAGE}>
                  See
                </DeskLink>,
              ],
            },
            { key: 2, cells: ["5 December, 01:12", "Taken back", "-20.00 €", null] },
          ]}
        />
      ),
    },
    {
      name: "DeskEmpty",
      file: "desk/parts.tsx",
      caption: "Nothing to show: one sentence.",
      on: PAPER,
      Show: () => <DeskEmpty>There is no announcement yet.</DeskEmpty>,
    },
    {
      name: "Fields of the desk",
      file: "desk/parts.tsx",
      caption: "Text, long text, a choice, a tick, and the buttons at the foot: plain, optional, described and wrong.",
      on: PAPER,
      Show: () => (
        <DeskForm>
          <DeskText name="desk-title" label="Title" defaultValue="An evening of jazz" />
          <DeskText name="desk-hint" label="Subtitle" isOptional help="Stands under the title, in one line." />
          <DeskText name="desk-web" label="Address" defaultValue="belrive" problem="This is no web address." />
          <DeskText name="desk-date" label="Date" type="date" defaultValue="2026-12-12" />
          <DeskText name="desk-closed" label="Venue" defaultValue="Port-Sérac" readOnly />
          <DeskArea name="desk-text" label="Text" defaultValue="Two sets, and the bar stays open." />
          <DeskSelect name="desk-language" label="Language" options={LANGUAGES} defaultValue="en" />
          <DeskCheck name="desk-live" label="Show it on the site" defaultChecked />
          <DeskCheck name="desk-agreed" label="The artist agrees" problem="Ask the artist first." />
          <DeskButtons>
            <button className="button button-venue">Save</button>
            <DeskLink className="button button-quiet" href={PAGE}>
              Cancel
            </DeskLink>
          </DeskButtons>
        </DeskForm>
      ),
    },
    {
      name: "DeskSubmit",
      file: "desk/parts.tsx",
      caption: "The only button of a form; outlined where it is not what the page is for.",
      on: PAPER,
      Show: () => (
        <DeskForm>
          <DeskSubmit>Save</DeskSubmit>
          <DeskSubmit isOutlined action="desk-refuse">
            Refuse
          </DeskSubmit>
        </DeskForm>
      ),
    },
    {
      name: "DeskRich",
      file: "desk/parts.tsx",
      caption: "A formatted text in a form, written as it will look; plain markup where no script runs.",
      on: PAPER,
      Show: () => <DeskRich name="desk-rich" label="Description" rows={8} defaultValue={RICH} />,
    },
    {
      name: "RichArea",
      file: "desk/rich-area.tsx",
      caption: "The same without its label and problem.",
      on: PAPER,
      Show: () => (
        <div className="desk-field">
          <RichArea label="House rules" name="desk-rules" aria-label="House rules" defaultValue="<p>Be kind.</p>" />
        </div>
      ),
    },
    {
      name: "SchemaFields",
      file: "desk/schema-form.tsx",
      caption: "A form made of a contract: languages side by side, lists that grow, choices, pictures, and problems.",
      on: PAPER,
      Show: () => (
        <DeskForm>
          <SchemaFields
            fields={SCHEMA_FIELDS}
            typed={SCHEMA_TYPED}
            legends={SCHEMA_LEGENDS}
            pictures={SCHEMA_PICTURES}
            problems={SCHEMA_PROBLEMS}
            focus={null}
          />
        </DeskForm>
      ),
    },
    {
      name: "Notes",
      file: "desk/page.css",
      caption: "What was done, and what went wrong, at the head of a page.",
      on: PAPER,
      Show: () => (
        <Stack>
          <div className="desk-note">
            <DeskIcon name="seal-check" />
            <p>The announcement is saved.</p>
          </div>
          <div className="desk-alert">
            <DeskIcon name="warning-circle" />
            <p>Somebody else has saved this page meanwhile.</p>
          </div>
        </Stack>
      ),
    },
  ],
};
