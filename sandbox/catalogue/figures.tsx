import { createContext, use } from "react";
import { Balance, Figure } from "../../src/ui/figures/figure.tsx";
import { CopyCode } from "../../src/ui/forms/copy-code.tsx";
import { QrCode } from "../../src/ui/qr-code.tsx";
import type { Qr } from "../../src/ui/qr.server.ts";
import { BOTH, NIGHT, PAPER, type SpecimenGroup, Stack } from "./specimen.tsx";

/** Drawn by the server, as on members' cards. */
export const ShownQr = createContext<Qr>({ side: 0, modules: "" });

export const FIGURES: SpecimenGroup = {
  id: "figures",
  title: "Figures and codes",
  caption: "Amounts, card numbers, and what a kiosk reads.",
  specimens: [
    {
      name: "Figure",
      file: "figures/figure.tsx",
      caption: "An amount in the display face, each character in a cell, so that it does not tremble as it grows.",
      on: NIGHT,
      Show: () => (
        <p className="figure" role="img" aria-label="128 450.75 €">
          <Figure text="128 450.75 €" />
        </p>
      ),
    },
    {
      name: "Balance",
      file: "figures/figure.tsx",
      caption: "A balance on its horizon, with its reflection in the water: above zero, and below.",
      on: PAPER,
      Show: () => (
        <Stack>
          <Balance heading="Your loyalty euros" text="24.50 €" name="24.50 euros" />
          <Balance heading="Your wallet" text="-12.00 €" name="minus 12 euros">
            <p className="small quiet">A payment was taken back.</p>
          </Balance>
        </Stack>
      ),
    },
    {
      name: "CopyCode",
      file: "forms/copy-code.tsx",
      caption: "A code in groups of four. A click copies it and says so for a moment.",
      on: PAPER,
      Show: () => <CopyCode code="4819220377160458" label="Copy the card's number" copied="Copied!" />,
    },
    {
      name: "QrCode",
      file: "qr-code.tsx",
      caption: "What a kiosk reads from a member’s screen; dark on light wherever it stands.",
      on: BOTH,
      Show: () => <ShownCode />,
    },
  ],
};

function ShownCode() {
  return (
    <div className="plaque on-paper catalogue-plaque catalogue-code">
      <QrCode qr={use(ShownQr)} label="The code of a card" />
    </div>
  );
}
