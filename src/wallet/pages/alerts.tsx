import { Icon } from "../../ui/icon.tsx";

type AlertsProps = {
  /** What a script may have to say, by the name that it calls it. */
  texts: Record<string, string>;
  /** What the server has to say now; a script puts other words of the server's into the same place. */
  said?: string | null;
};

/** Everything that may go wrong here, in the page's language, one of it shown at a time and read out at once (tell.ts). */
export function Alerts({ texts, said = null }: AlertsProps) {
  return (
    <div role="alert" data-alerts>
      {Object.entries({ ...texts, server: said ?? "" }).map(([kind, text]) => (
        <div className="alert" data-alert={kind} hidden={kind !== "server" || said === null} key={kind}>
          <Icon name="warning-circle" small />
          <p>{text}</p>
        </div>
      ))}
    </div>
  );
}
