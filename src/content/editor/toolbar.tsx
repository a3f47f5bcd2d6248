import { m } from "../../messages/messages.js";
import type { EditorSession } from "./session.ts";

type ToolbarProps = {
  session: EditorSession;
  isEditing: boolean;
  isRouterDisabled: boolean;
  onEditing: (isEditing: boolean) => void;
  onRouterDisabled: (isDisabled: boolean) => void;
  onOpen: (window: "texts" | "pictures" | "preview") => void;
  onLogOut: () => void;
};

/** The bar over the page: edit mode, what can be opened, the other languages, log-out. */
export function Toolbar({ session, isEditing, isRouterDisabled, ...does }: ToolbarProps) {
  const { onEditing, onRouterDisabled, onOpen, onLogOut } = does;
  return (
    <nav className="op-toolbar" aria-label={m.operators_ui_toolbar()}>
      <b className="op-name">{session.name}</b>
      <button type="button" className="op-button" aria-pressed={isEditing} onClick={() => onEditing(!isEditing)}>
        {m.operators_ui_edit()}
      </button>
      <button
        type="button"
        className="op-button"
        aria-pressed={isRouterDisabled}
        title={m.operators_ui_router_help()}
        onClick={() => onRouterDisabled(!isRouterDisabled)}
      >
        {m.operators_ui_router()}
      </button>
      {isEditing && (
        <>
          <button type="button" className="op-button" onClick={() => onOpen("texts")}>
            {m.operators_ui_texts()}
          </button>
          <button type="button" className="op-button" onClick={() => onOpen("pictures")}>
            {m.operators_ui_pictures()}
          </button>
        </>
      )}
      <button type="button" className="op-button" onClick={() => onOpen("preview")}>
        {m.operators_ui_preview()}
      </button>
      {session.locales
        .filter((locale) => locale !== session.locale)
        .map((locale) => (
          <a key={locale} className="op-button" href={inLanguage(locale)} hrefLang={locale}>
            {locale === "fr" ? "Français" : "English"}
          </a>
        ))}
      <button type="button" className="op-button" onClick={onLogOut}>
        {m.operators_ui_log_out()}
      </button>
    </nav>
  );
}

function inLanguage(locale: string): string {
  const query = new URLSearchParams(location.search);
  query.set("locale", locale);
  return `${location.pathname}?${query}`;
}
