import { HOUR_MS } from "../../platform/durations.ts";
import * as deskPaths from "../../staff/desk-paths.ts";
import { data } from "react-router";
import { m } from "../../messages/messages.js";
import { DeskNav } from "./desk-frame.tsx";
import { DeskAlert, DeskPage, useDesk } from "../../venues/desk/page.tsx";
import { DeskEmpty } from "../../ui/desk/parts.tsx";
import { deskRequest } from "../../venues/desk/request.server.ts";
import { uncheckedMembers, type Unchecked } from "../../protection/exclusions/round.server.ts";
import { prefixesInUse } from "../../accounts/phone/limits.server.ts";
import type { Route } from "./+types/desk-home.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/**
 * '/desk': the sections this operator may open and, for those who may see members, whether the registers of exclusions answer and whether
 * text messages run out. Also shown for a page that does not exist or that the operator may not open.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { refusal, operator, world, can } = deskRequest(context);
  if (refusal === null) {
    const unchecked = can("MEMBERS_READ") ? await uncheckedMembers(world) : null;
    const registers = unchecked && { words: registersInWords(unchecked), isOverdue: unchecked.isOverdue };
    const prefixes = can("MEMBERS_READ") ? await prefixesInUse(world) : [];
    const texts = prefixes.map(({ prefix, used, budget }) => m.desk_home_texts({ prefix, used, budget }));
    return data({ title: m.desk_home_title({ name: operator.name }), refused: null, registers, texts });
  }
  const isMissing = refusal === 404;
  const title = isMissing ? m.desk_missing_title() : m.desk_refused_title();
  const refused = isMissing ? m.desk_missing_text() : m.desk_refused_text();
  return data({ title, refused, registers: null, texts: [] }, { status: refusal });
}

function registersInWords({ members, oldestMs }: Unchecked): string {
  if (members === 0) return m.desk_home_registers_done();
  const waiting = { count: members, hours: Math.ceil(oldestMs / HOUR_MS) };
  return members === 1 ? m.desk_home_registers_one(waiting) : m.desk_home_registers(waiting);
}

export default function DeskHome({ loaderData: { title, refused, registers, texts } }: Route.ComponentProps) {
  const { open } = useDesk();
  if (refused !== null)
    return (
      <DeskPage title={title} back={{ href: deskPaths.home, label: m.desk_back_home() }}>
        <DeskEmpty>{refused}</DeskEmpty>
      </DeskPage>
    );
  return (
    <DeskPage title={title} lead={m.desk_home_lead()}>
      {registers !== null &&
        (registers.isOverdue ? (
          <DeskAlert>
            <p>{registers.words}</p>
            <p>{m.desk_home_registers_overdue()}</p>
          </DeskAlert>
        ) : (
          <p className="desk-help">{registers.words}</p>
        ))}
      {texts.length > 0 && (
        <DeskAlert>
          {texts.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </DeskAlert>
      )}
      {open.length === 0 ? (
        <DeskEmpty>{m.desk_home_nothing()}</DeskEmpty>
      ) : (
        <div className="desk-tiles">
          <DeskNav open={open} label={m.desk_menu()} />
        </div>
      )}
    </DeskPage>
  );
}
